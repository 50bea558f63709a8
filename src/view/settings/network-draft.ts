/** What the network's form has typed in it, read as an action. Pure. */
import type { InputError } from '../../lib/json-text.ts';
import type { MsRange } from '../../trace/experiment.ts';
import { numberOr } from '../typed.ts';
import { draftOf } from './draft.ts';
import type { Draft } from './draft.ts';

export interface NetworkTexts {
  readonly least: string;
  readonly most: string;
  readonly timeout: string;
}

type FieldName = keyof NetworkTexts;

/** A field that is left empty stays as it is. */
const inForceWhereEmpty = (typed: NetworkTexts, inForce: NetworkTexts, name: FieldName) =>
  numberOr(typed[name].trim() || inForce[name]);

/** The range as typed; its ends are numbers where no field is wrong. */
export function latencyOf(typed: NetworkTexts, inForce: NetworkTexts): MsRange {
  const end = (name: FieldName) => inForceWhereEmpty(typed, inForce, name) as number;
  return [end('least'), end('most')];
}

/** `place` of an error is the name of its field. */
export function networkDraft(typed: NetworkTexts, inForce: NetworkTexts): Draft {
  const [least, most] = latencyOf(typed, inForce);
  const timeout = inForceWhereEmpty(typed, inForce, 'timeout');
  const errors = [
    ...wrongIn('least', { latencyMs: [least, least] }, least),
    ...wrongIn('most', { latencyMs: [most, most] }, most),
    ...wrongIn('timeout', { transportTimeoutMs: timeout }, timeout),
  ];
  if (errors.length > 0) return { action: null, errors };
  if (least > most) {
    const message = `must be at least ${least}, the least`;
    return { action: null, errors: [{ place: 'most', message }] };
  }
  const [leastNow, mostNow] = latencyOf(inForce, inForce);
  const isOther = least !== leastNow || most !== mostNow;
  return draftOf(
    { network: true },
    {
      ...(isOther ? { latencyMs: [least, most] } : {}),
      ...(timeout === numberOr(inForce.timeout) ? {} : { transportTimeoutMs: timeout }),
    },
  );
}

/** The schema sees a pair: each of its ends is asked about by itself, and told in its own words. */
function wrongIn(place: FieldName, settings: object, value: number | string): InputError[] {
  return draftOf({ network: true }, settings).errors.map(({ message }) => ({
    place,
    message: message
      .replace('[least, most] in ', '')
      .replace(/, not a list of 2$/, `, not ${value}`),
  }));
}
