/**
 * Reads one action as a form gives it, by the same schema as a file: what is wrong stands beside the
 * field that it is about.
 */
import * as v from 'valibot';
import type { InputError } from '../lib/json-text.ts';
import { command } from './experiment-commands.ts';
import { placeOf } from './experiment-shape.ts';
import { checkSubscription } from './experiment-subscription.ts';
import type { CommandAction } from './experiment.ts';

export type ReadAction =
  | { readonly ok: true; readonly action: CommandAction }
  /** `place` names the field: `settings.latencyMs`, `topic.name`. */
  | { readonly ok: false; readonly errors: readonly InputError[] };

/** The action, or everything that is wrong with its fields. Whom it names is not looked at. */
export function readAction(input: object): ReadAction {
  const parsed = v.safeParse(command, { atMs: 0, ...input });
  if (!parsed.success) {
    const errors = parsed.issues.map((issue) => ({
      place: placeOf(issue.path ?? []),
      message: issue.message,
    }));
    return { ok: false, errors };
  }
  const { atMs: _, ...action } = parsed.output as { atMs: number } & CommandAction;
  const wrong = action.do === 'subscribe' ? checkSubscription(action, '') : null;
  if (!wrong) return { ok: true, action };
  return { ok: false, errors: [{ ...wrong, place: wrong.place.replace(/^\./, '') }] };
}
