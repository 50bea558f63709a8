/** A part of the page that is loaded when it is first needed; what cannot be loaded says so. */
import { Component } from 'react';
import type { ReactNode } from 'react';

/** Stands where a part will be, so that nothing jumps when it comes. */
export const waiting = <div className="part-waits" aria-busy />;

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
    return this.props.children;
  }
}
