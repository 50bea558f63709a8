/** A region that cannot be drawn says so in its own place; the others, and the run, go on. */
import { RotateCw, TriangleAlert } from 'lucide-react';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { usePlaygroundStore } from './context.tsx';

interface RegionProps {
  /** Its place on the page, a class name. */
  readonly place: string;
  /** As a sentence calls it: "the stage". */
  readonly name: string;
  readonly children: ReactNode;
}

interface RegionState {
  readonly error: Error | null;
}

export class Region extends Component<RegionProps, RegionState> {
  override state: RegionState = { error: null };

  static getDerivedStateFromError(thrown: unknown): RegionState {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render() {
    const { error } = this.state;
    const { place, name, children } = this.props;
    if (!error) return children;
    const again = () => this.setState({ error: null });
    return <BrokenRegion place={place} name={name} error={error} again={again} />;
  }
}

interface BrokenProps extends Omit<RegionProps, 'children'> {
  readonly error: Error;
  readonly again: () => void;
}

function BrokenRegion({ place, name, error, again }: BrokenProps) {
  const store = usePlaygroundStore();
  const runAgain = () => {
    store.getState().runAgain();
    again();
  };
  return (
    <section className={`${place} broken-region`} role="alert">
      <h2>
        <TriangleAlert size={18} aria-hidden /> There is a fault in {name}.
      </h2>
      <p>The run is kept, and everything else works on.</p>
      <p className="mono">{error.message}</p>
      <span className="form-buttons">
        <button type="button" className="primary" onClick={again}>
          Show it again
        </button>
        <button type="button" onClick={runAgain}>
          <RotateCw size={14} aria-hidden /> Run it again
        </button>
      </span>
    </section>
  );
}
