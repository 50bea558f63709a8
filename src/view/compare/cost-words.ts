/** How much more or less the second of two runs has cost, with a sign and in words. */
import type { CostLine } from '../../trace/queries/compare.ts';
import { secondsNumber } from '../amounts.ts';

export function amountWords({ unit }: CostLine, amount: number): string {
  return unit === '' ? amount.toLocaleString('en') : secondsNumber(amount, 1);
}

const words = {
  '': { less: 'fewer', more: 'more' },
  'partition-seconds': { less: 'less', more: 'more' },
} as const;

/** `−3 fewer`, `+1.2 more`, `the same`; what is too small to be written is the same. */
export function differenceWords(line: CostLine): string {
  const size = amountWords(line, Math.abs(line.difference));
  if (Number(size.replaceAll(',', '')) === 0) return 'the same';
  const { less, more } = words[line.unit];
  return line.difference < 0 ? `−${size} ${less}` : `+${size} ${more}`;
}

/** Of every cost less is better. */
export function toneOf(line: CostLine): 'better' | 'worse' | 'same' {
  if (differenceWords(line) === 'the same') return 'same';
  return line.difference < 0 ? 'better' : 'worse';
}
