/** What a form has that differs from what is in force, read as an action. Pure. */
import type { InputError } from '../../lib/json-text.ts';
import type { CommandAction } from '../../trace/experiment.ts';
import { readAction } from '../../trace/read-action.ts';
import { numberOr } from '../typed.ts';

export type Typed = Readonly<Record<string, string>>;

export interface Draft {
  /** Null: nothing was changed, or something is wrong. */
  readonly action: CommandAction | null;
  readonly errors: readonly InputError[];
}

/** The changed fields as numbers where they are numbers. */
export function changedFields(typed: Typed, inForce: Typed): Record<string, number | string> {
  const changed = Object.entries(typed).filter(
    ([name, text]) => text.trim() !== '' && text.trim() !== inForce[name],
  );
  return Object.fromEntries(changed.map(([name, text]) => [name, numberOr(text)]));
}

/** `configure` with these settings, of whatever `what` names. */
export function draftOf(what: object, settings: object): Draft {
  if (Object.keys(settings).length === 0) return { action: null, errors: [] };
  const read = readAction({ do: 'configure', ...what, settings });
  return read.ok ? { action: read.action, errors: [] } : { action: null, errors: read.errors };
}
