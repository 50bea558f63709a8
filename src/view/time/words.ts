/** The ownership view in words: for tooltips and for the table. */
import type { Band } from '../../trace/queries/bands.ts';
import type { Claim, Holding, Span } from '../../trace/queries/ownership.ts';
import { stretchAt } from '../../trace/queries/time-index.ts';
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import { inSeconds } from '../amounts.ts';

const bandWords: Readonly<Record<Band['kind'], (band: Band) => string>> = {
  generation: ({ generation }) => `generation ${generation}`,
  rebalance: () => 'rebalance',
  uncoordinated: () => 'no coordinator',
  memberless: () => 'no members',
};

export function bandWord(band: Band): string {
  return bandWords[band.kind](band);
}

/** After a consumer's name. */
export const holdingWords: Readonly<Record<Holding, string>> = {
  reads: 'reads it',
  frozen: 'is frozen and does not read it',
  dead: 'is dead and nobody knows',
};

export function claimWords({ consumer, holding }: Claim): string {
  return `${consumer} ${holdingWords[holding]}`;
}

export const nobodyReads = 'is read by nobody';
export const notThere = 'does not exist';

export function spanWords({ claims }: Span): string {
  return claims.map(claimWords).join('; ');
}

/** `4.00 s to 9.20 s`, or `from 4.00 s` while it lasts. */
export function stretchWords(
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
  seenUs: number,
): string {
  if (toUs > seenUs) return `from ${inSeconds(fromUs, 2)}`;
  return `${inSeconds(fromUs, 2)} to ${inSeconds(toUs, 2)}`;
}

/** What a partition's row shows at a moment. */
export function momentWords(row: PartitionSpans, atUs: number, seenUs: number): string {
  if (atUs < 0 || atUs > seenUs) return '';
  const name = `${row.topic} ${row.partition}`;
  const span = stretchAt(row.spans, atUs);
  if (!span) return `${name} ${stretchAt(row.stretches, atUs) ? nobodyReads : notThere}`;
  return `${name}: ${spanWords(span)}, ${stretchWords(span, seenUs)}`;
}
