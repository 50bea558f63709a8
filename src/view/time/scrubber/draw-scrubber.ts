/** Draws the scrubber's track: activity, what has been seen, the actions, the playhead's thumb. */
import type { UserAction } from '../../../trace/queries/actions.ts';
import { bucketUs } from '../../../trace/queries/activity.ts';
import type { ActivityCollector } from '../../../trace/queries/activity.ts';
import { dimmedAlpha } from '../../lit.ts';
import type { Plot } from '../axis/plot.ts';
import { xOf } from '../axis/plot.ts';
import type { Pen } from '../axis/use-canvas.ts';

export interface ScrubberPicture extends Plot {
  readonly activity: ActivityCollector;
  readonly actions: readonly UserAction[];
  /** Pixels from the left at which breakpoints were met. */
  readonly hits: readonly number[];
  /** When the selected event was; null: none is selected. */
  readonly selectedUs: number | null;
  /** When the steps of the chain were that is lit; null: the light is off. */
  readonly chain: readonly number[] | null;
}

const barPx = 3;

export function drawScrubber(pen: Pen, picture: ScrubberPicture): void {
  const { context, ink } = pen;
  const { width, height, cursorUs, seenUs, actions, selectedUs } = picture;
  context.fillStyle = ink.card;
  context.fillRect(0, 0, width, height);
  context.fillStyle = ink.raised;
  context.fillRect(0, 0, xOf(picture, seenUs), height);
  if (picture.chain) context.globalAlpha = dimmedAlpha;
  drawActivity(pen, picture);
  context.fillStyle = ink.note;
  for (const { atUs } of actions) {
    context.fillRect(Math.round(xOf(picture, atUs)) - 1, 0, 2, height);
  }
  context.globalAlpha = 1;
  drawChain(pen, picture, picture.chain);
  for (const hit of picture.hits) drawHit(pen, hit, height);
  if (selectedUs !== null) {
    context.fillStyle = ink.accent;
    context.fillRect(Math.round(xOf(picture, selectedUs)) - 1.5, 0, 3, height);
  }
  const x = xOf(picture, cursorUs);
  context.fillStyle = ink.text;
  context.fillRect(x - 0.75, 0, 1.5, height);
  context.beginPath();
  context.arc(x, height / 2, 6, 0, 2 * Math.PI);
  context.fill();
}

/** A stroke for each step of the chain that is lit. */
export function drawChain(
  { context, ink }: Pen,
  plot: Plot,
  chain: readonly number[] | null,
): void {
  context.fillStyle = ink.coordinator;
  for (const atUs of chain ?? []) {
    context.fillRect(Math.round(xOf(plot, atUs)) - 1, 0, 2, plot.height);
  }
}

/** A dot on a thin line, as on the button that sets breakpoints. */
function drawHit({ context, ink }: Pen, x: number, height: number): void {
  context.fillStyle = ink.bad;
  context.fillRect(Math.round(x) - 0.5, 0, 1, height);
  context.beginPath();
  context.arc(x, 4, 3.5, 0, 2 * Math.PI);
  context.fill();
}

/** Bars of whole buckets at fixed times, so that they do not flicker while the run grows. */
export function drawActivity(
  { context, ink }: Pen,
  picture: Plot & Pick<ScrubberPicture, 'activity'>,
): void {
  const { width, height, window, cursorUs, seenUs, activity } = picture;
  const buckets = Math.max(1, Math.ceil((window.spanUs / width) * (barPx / bucketUs)));
  const stepUs = buckets * bucketUs;
  const firstUs = Math.floor(window.fromUs / stepUs) * stepUs;
  const endUs = Math.min(seenUs, window.fromUs + window.spanUs);
  const counts: number[] = [];
  for (let fromUs = firstUs; fromUs < endUs; fromUs += stepUs) {
    counts.push(activity.sentBetween(fromUs, Math.min(fromUs + stepUs, seenUs)));
  }
  const highest = counts.reduce((most, count) => Math.max(most, count), 1);
  const stepPx = (stepUs / window.spanUs) * width;
  context.fillStyle = ink.heart;
  const whole = context.globalAlpha;
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const fromUs = firstUs + index * stepUs;
    context.globalAlpha = whole * (fromUs + stepUs <= cursorUs ? 0.75 : 0.35);
    const bar = Math.max(1.5, Math.sqrt(count / highest) * (height - 6));
    context.fillRect(xOf(picture, fromUs), height - bar, Math.max(1, stepPx - 1), bar);
  }
  context.globalAlpha = whole;
}
