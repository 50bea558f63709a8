/** Draws ownership by consumer: a bar for each stretch, with the partitions that it held. */
import type { HeldSpan } from '../../../trace/queries/holdings.ts';
import type { KnownConsumer, PartitionSpans } from '../../../trace/queries/ownership.ts';
import { litAlpha } from '../../lit.ts';
import { hueOf, inkOn } from '../../hues.ts';
import type { Theme } from '../../hues.ts';
import { listed } from '../../words/text.ts';
import { clipped, drawLabel, passesOf, xOf } from '../axis/plot.ts';
import type { Pass } from '../axis/plot.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import type { Pen } from '../axis/use-canvas.ts';

export interface HoldingsPicture extends ScrolledPlot {
  readonly consumers: readonly KnownConsumer[];
  readonly holdings: ReadonlyMap<string, readonly HeldSpan[]>;
  readonly rowHeight: number;
  readonly theme: Theme;
  readonly selectedConsumer: string | null;
  /** The processes that are lit; null: all of them are. */
  readonly chain: ReadonlySet<string> | null;
  readonly selectedPartition: { readonly topic: string; readonly partition: number } | null;
}

/** "orders 0, orders 1 and 3 more"; no more than three are named. */
export function heldNames(partitions: readonly PartitionSpans[]): string {
  const most = 3;
  const names = partitions.map(({ topic, partition }) => `${topic} ${partition}`);
  if (names.length <= most) return listed(names);
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

export function drawHoldings(pen: Pen, picture: HoldingsPicture): void {
  const { consumers, rowHeight, scrollTop, width, selectedConsumer } = picture;
  const { context, ink } = pen;
  context.font = `600 12px ${ink.font}`;
  context.textBaseline = 'middle';
  const row = consumers.findIndex(({ consumer }) => consumer === selectedConsumer);
  if (row >= 0) {
    context.fillStyle = ink.raised;
    context.fillRect(0, row * rowHeight - scrollTop, width, rowHeight);
  }
  for (const pass of passesOf(picture)) {
    clipped(pen, picture, pass, () => {
      for (const [place, known] of consumers.entries()) {
        drawConsumer(pen, picture, pass, known, place * rowHeight - scrollTop);
      }
    });
  }
}

function drawConsumer(
  pen: Pen,
  picture: HoldingsPicture,
  pass: Pass,
  { consumer, slot, sinceUs }: KnownConsumer,
  top: number,
): void {
  const { rowHeight, height, holdings, theme, chain } = picture;
  if (top + rowHeight < 0 || top > height) return;
  pen.context.globalAlpha = litAlpha(chain?.has(consumer) ?? true);
  drawBase(pen, picture, pass, { fromUs: sinceUs, middle: top + rowHeight / 2 });
  for (const span of holdings.get(consumer) ?? []) {
    drawSpan(pen, picture, pass, span, { hue: hueOf(slot, theme), top });
  }
  pen.context.globalAlpha = 1;
}

/** A thin line from its start on, so that a row in which it holds nothing is a row. */
function drawBase(
  { context, ink }: Pen,
  picture: HoldingsPicture,
  { toUs }: Pass,
  { fromUs, middle }: { readonly fromUs: number; readonly middle: number },
): void {
  const x = Math.max(0, xOf(picture, fromUs));
  context.fillStyle = ink.line;
  context.fillRect(x, Math.round(middle), Math.max(0, xOf(picture, toUs) - x), 1);
}

function drawSpan(
  pen: Pen,
  picture: HoldingsPicture,
  pass: Pass,
  { fromUs, toUs, holding, partitions }: HeldSpan,
  { hue, top }: { readonly hue: string; readonly top: number },
): void {
  const { context, ink, hatches } = pen;
  const { rowHeight, seenUs, theme, width, selectedPartition: lit } = picture;
  const x = Math.max(-20, xOf(picture, fromUs));
  const end = Math.min(xOf(picture, Math.min(toUs, seenUs)), width + 20);
  const whole = context.globalAlpha;
  context.globalAlpha = whole * (pass.isPast ? 1 : 0.4);
  context.beginPath();
  context.roundRect(x + 0.5, top + 3, Math.max(1, end - x - 1), rowHeight - 6, 4);
  const reads = holding === 'reads';
  context.fillStyle = reads ? hue : ink.panel;
  context.fill();
  if (!reads) {
    context.fillStyle = hatches.of(context, hue);
    context.fill();
    context.strokeStyle = hue;
    context.lineWidth = 1.5;
    context.stroke();
  }
  const isLit =
    lit && partitions.some((one) => one.topic === lit.topic && one.partition === lit.partition);
  if (isLit) {
    context.strokeStyle = ink.text;
    context.lineWidth = 2;
    context.stroke();
  }
  context.globalAlpha = whole;
  const word = heldNames(partitions);
  const short = `${partitions.length}`;
  const colour = reads && pass.isPast ? inkOn[theme] : ink.text;
  const box = {
    x,
    end,
    middle: top + rowHeight / 2 + 0.5,
    colour,
    backing: reads ? null : ink.panel,
  };
  const drawn = drawLabel(pen, picture, pass, { word, ...box });
  if (!drawn) drawLabel(pen, picture, pass, { word: short, ...box });
}
