/** What goes wrong, to be seen: a built-in experiment that shows it, or the settings tried out. */
import { Play } from 'lucide-react';
import { known } from '../../lib/assert.ts';
import { builtins } from '../../simulation/builtins.ts';
import { openBuiltin } from '../../store/patterns.ts';
import type { CommandAction } from '../../trace/experiment.ts';
import { usePlaygroundStore } from '../context.tsx';

interface ShowMeProps {
  /** Id of a built-in experiment that shows it; null: there is none. */
  readonly builtin: string | null;
  /** What was typed, as an action; null: nothing that could be tried. */
  readonly action: CommandAction | null;
}

export function ShowMe({ builtin, action }: ShowMeProps) {
  if (builtin !== null) return <OpenIt id={builtin} />;
  return action ? <TryIt action={action} /> : null;
}

function OpenIt({ id }: { id: string }) {
  const store = usePlaygroundStore();
  const builtin = known(
    builtins.find((one) => one.id === id),
    `built-in ${id}`,
  );
  const { title, sentence } = builtin;
  return (
    <button
      type="button"
      className="show-me"
      title={`Opens “${title}” in place of this experiment: ${sentence}`}
      aria-label={`Show me: opens the experiment ${title}`}
      onClick={() => void openBuiltin(store, builtin)}
    >
      <Play size={13} aria-hidden /> Show me
    </button>
  );
}

const applied = 'Applied, to be watched. Undo takes it back.';

function TryIt({ action }: { action: CommandAction }) {
  const store = usePlaygroundStore();
  return (
    <button
      type="button"
      className="show-me"
      title="Applies it and plays. Undo takes it back."
      aria-label="Show me: applies it and plays"
      onClick={() => {
        const { act, play, say } = store.getState();
        if (!act(action)) return;
        play();
        say({ tone: 'info', text: applied, unspoken: true });
      }}
    >
      <Play size={13} aria-hidden /> Show me here
    </button>
  );
}
