/** Draws the scrubber's track: activity, what has been seen, the views' window, the actions. */
import type { UserAction } from '../../../trace/queries/actions.ts';
import { bucketUs } from '../../../trace/queries/activity.ts';
import type { ActivityCollector } from '../../../trace/queries/activity.ts';
import type { TimeWindow } from '../axis/time-window.ts';
import type { Size } from '../../drawn-canvas.ts';
import type { Pen } from '../axis/use-canvas.ts';

export interface ScrubberPicture extends Size {
  readonly endUs: number;
  readonly cursorUs: number;
  readonly seenUs: number;
  readonly window: TimeWindow;
  readonly activity: ActivityCollector;
  readonly actions: readonly UserAction[];
  /** When the selected event was; null: none is selected. */
  readonly selectedUs: number | null;
}

const barPx = 3;

export function drawScrubber(pen: Pen, picture: ScrubberPicture): void {
  const { context, ink } = pen;
  const { width, height, endUs, cursorUs, seenUs, window, actions } = picture;
  const xOf = (atUs: number) => (atUs / endUs) * width;
  context.fillStyle = ink.card;
  context.fillRect(0, 0, width, height);
  context.fillStyle = ink.raised;
  context.fillRect(xOf(window.fromUs), 0, xOf(window.spanUs), height);
  drawActivity(pen, picture);
  context.fillStyle = ink.lineStrong;
  context.fillRect(0, height - 1, xOf(seenUs), 1);
  context.fillStyle = ink.note;
  for (const { atUs } of actions) context.fillRect(Math.round(xOf(atUs)) - 1, 0, 2, height);
  if (picture.selectedUs !== null) {
    context.fillStyle = ink.accent;
    context.fillRect(Math.round(xOf(picture.selectedUs)) - 1.5, 0, 3, height);
  }
  const x = xOf(cursorUs);
  context.fillStyle = ink.text;
  context.fillRect(x - 1, 0, 2, height);
  context.beginPath();
  context.arc(x, height / 2, 6, 0, 2 * Math.PI);
  context.fill();
}

/** Bars of whole buckets at fixed times, so that they do not flicker while the run grows. */
function drawActivity({ context, ink }: Pen, picture: ScrubberPicture): void {
  const { width, height, endUs, cursorUs, seenUs, activity } = picture;
  const buckets = Math.max(1, Math.ceil((endUs / width) * (barPx / bucketUs)));
  const stepUs = buckets * bucketUs;
  const counts: number[] = [];
  for (let fromUs = 0; fromUs < seenUs; fromUs += stepUs) {
    counts.push(activity.sentBetween(fromUs, Math.min(fromUs + stepUs, seenUs)));
  }
  const highest = counts.reduce((most, count) => Math.max(most, count), 1);
  const stepPx = (stepUs / endUs) * width;
  context.fillStyle = ink.heart;
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    context.globalAlpha = (index + 1) * stepUs <= cursorUs ? 0.75 : 0.35;
    const bar = Math.max(1.5, Math.sqrt(count / highest) * (height - 6));
    context.fillRect(index * stepPx, height - bar, Math.max(1, stepPx - 1), bar);
  }
  context.globalAlpha = 1;
}
