/** A part of the page that is loaded when it is first needed; what cannot be loaded says so. */
import { Component, Suspense } from 'react';
import type { ReactNode } from 'react';

interface PartProps {
  readonly children: ReactNode;
}

interface PartState {
  readonly isMissing: boolean;
}

export class Part extends Component<PartProps, PartState> {
  override state: PartState = { isMissing: false };

  static getDerivedStateFromError(): PartState {
    return { isMissing: true };
  }

  override render(): ReactNode {
    if (this.state.isMissing) {
      return (
        <p className="bad" role="alert">
          This part of the page could not be shown. Reload the page; an export keeps the experiment.
        </p>
      );
    }
    return (
      <Suspense fallback={<div className="part-waits" aria-busy />}>{this.props.children}</Suspense>
    );
  }
}
