/** A form whose fields are one action: Enter or the button does it, and it is said what was done. */
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { describeCommand } from '../../trace/describe-command.ts';
import type { CommandAction } from '../../trace/experiment.ts';
import { usePlaygroundStore } from '../context.tsx';
import { focusWrong } from '../wrong-field.ts';

interface SettingsFormProps {
  readonly label: string;
  /** Null: nothing was changed, or something is wrong. */
  readonly action: CommandAction | null;
  readonly isWrong: boolean;
  /** What comes of it. */
  readonly consequence: string;
  readonly children: ReactNode;
}

export function SettingsForm(props: SettingsFormProps) {
  const { label, action, isWrong, consequence, children } = props;
  const store = usePlaygroundStore();
  const section = useRef<HTMLElement>(null);
  const apply = () => {
    const { act, say } = store.getState();
    if (isWrong)
      return say({
        tone: 'error',
        text: `Not applied. ${focusWrong(section.current)}`,
        passing: true,
      });
    if (!action) return say({ tone: 'error', text: nothingChanged });
    if (act(action)) say({ tone: 'info', text: doneWords(action), unspoken: true });
    // A button that was clicked gives the focus up, so that Space plays: it stays in the form.
    if (document.activeElement === document.body) section.current?.focus();
  };
  return (
    <section ref={section} aria-label={label} tabIndex={-1} className="form">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {children}
        <p className="hint">{consequence}</p>
        <div className="apply">
          <button
            type="submit"
            className="primary"
            // Several forms stand under one another.
            aria-label={`Apply ${label.toLowerCase()}`}
            aria-disabled={action === null}
          >
            Apply
          </button>
        </div>
      </form>
    </section>
  );
}

const nothingChanged = 'Nothing was changed: these are the settings in force.';

function doneWords(action: CommandAction): string {
  return `Done (${describeCommand(action)}). Undo takes it back.`;
}
