/** The foot of a form: what applying does, and the button that does it. */
import type { CommandAction } from '../../trace/experiment.ts';
import { usePlaygroundStore } from '../context.tsx';

interface ApplyProps {
  readonly action: CommandAction | null;
  /** What comes of it. */
  readonly children: string;
}

export function Apply({ action, children }: ApplyProps) {
  const store = usePlaygroundStore();
  return (
    <div className="apply">
      <button
        type="button"
        className="primary"
        disabled={action === null}
        onClick={() => {
          if (action) store.getState().act(action);
        }}
      >
        Apply
      </button>
      <p className="hint">{children}</p>
    </div>
  );
}
