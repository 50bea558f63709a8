/** The words on lifelines: what a consumer does, and what keeps a process from doing anything. */
import { firstEndingAfter } from '../../../trace/queries/time-index.ts';
import type { StatusSpan } from '../../../trace/queries/lane-lines.ts';
import { textWidth } from '../axis/ink.ts';
import { xOf } from '../axis/plot.ts';
import type { Pass } from '../axis/plot.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import type { Pen } from '../axis/use-canvas.ts';
import { stateWord } from './lane-words.ts';
import type { Row } from './scene.ts';

const statusWords = { running: '', frozen: 'Frozen', crashed: 'Dead', stopped: 'Stopped' } as const;

interface Word {
  readonly word: string;
  readonly fromUs: number;
  readonly toUs: number;
  /** It stands on hatches or dots. */
  readonly isBacked: boolean;
}

export function drawWords(
  pen: Pen,
  plot: ScrolledPlot,
  pass: Pass,
  { row, alpha }: { readonly row: Row; readonly alpha: number },
): void {
  if (!row.parts.hasWords) return;
  const { statuses } = row.lane;
  for (let index = firstEndingAfter(statuses, pass.fromUs); index < statuses.length; index++) {
    const status = statuses[index];
    if (!status || status.fromUs >= pass.toUs) return;
    for (const word of wordsIn(row, status, pass)) drawWord(pen, plot, pass, { row, word, alpha });
  }
}

/** Of a running consumer the words of its states. */
function wordsIn({ lane }: Row, status: StatusSpan, pass: Pass): Word[] {
  const { fromUs, toUs } = status;
  if (status.status !== 'running') {
    return [{ word: statusWords[status.status], fromUs, toUs, isBacked: true }];
  }
  const words: Word[] = [];
  const { states } = lane;
  const first = firstEndingAfter(states, Math.max(fromUs, pass.fromUs));
  for (const state of states.slice(first)) {
    if (state.fromUs >= Math.min(toUs, pass.toUs)) break;
    const from = Math.max(fromUs, state.fromUs);
    const to = Math.min(toUs, state.toUs);
    words.push({ word: stateWord(state), fromUs: from, toUs: to, isBacked: false });
  }
  return words;
}

interface Drawn {
  readonly row: Row;
  readonly word: Word;
  readonly alpha: number;
}

/** At the left of what is seen of its stretch, if all of it fits; beyond the playhead not again. */
function drawWord({ context, ink }: Pen, plot: ScrolledPlot, pass: Pass, drawn: Drawn): void {
  const { row, word, alpha } = drawn;
  const x = xOf(plot, word.fromUs);
  if (!pass.isPast && x < xOf(plot, pass.fromUs) - 1) return;
  const left = Math.max(x, 0) + 5;
  const wordPx = textWidth(context, word.word);
  if (left + wordPx > Math.min(xOf(plot, word.toUs), xOf(plot, pass.toUs)) - 3) return;
  const middle = row.top + (row.parts.top + row.parts.bottom) / 2;
  context.globalAlpha = alpha;
  if (word.isBacked) {
    context.fillStyle = ink.panel;
    context.fillRect(left - 3, middle - 7, wordPx + 6, 14);
  }
  context.fillStyle = pass.isPast ? ink.text : ink.textSoft;
  context.fillText(word.word, left, middle + 0.5);
}
