/**
 * Two runs held against each other, branches or different experiments: the first event that differs,
 * and what each has cost up to one moment.
 */
import { describe } from '../describe.ts';
import { seconds } from '../describe-words.ts';
import { costAt } from '../fold/cost.ts';
import type { TraceReader } from '../reader.ts';
import type { GroupWorld, World } from '../world.ts';
import type { Parting } from './first-difference.ts';
import { markdownTable, markdownText } from './table-text.ts';
import type { Cell } from './table-text.ts';

/** What a run has cost a group, or all of its groups, up to a moment. */
export interface Costs {
  readonly rebalances: number;
  readonly partitionsMoved: number;
  /** [COST-1] Microseconds of partition time in which nobody read. */
  readonly unreadUs: number;
  /** [OWN-6] Microseconds of partition time in which two or more believed that they owned it. */
  readonly overlapUs: number;
  /** [OFF-2] Records read again, as far as it has been said. */
  readonly duplicates: number;
  readonly messages: number;
  /** The messages about the group by kind, which is their api; in order of name. */
  readonly messagesByKind: ReadonlyMap<string, number>;
}

/** What the run has cost up to `atUs`, not before the world's last event; `group` null: all groups. */
export function costsAt(world: World, group: string | null, atUs: number): Costs {
  const groups = [...world.groups.values()].filter((one) => group === null || one.group === group);
  const costs = groups.map((one) => ({ ...costAt(one, atUs), duplicates: one.duplicates }));
  const sum = (of: (cost: (typeof costs)[number]) => number) =>
    costs.reduce((total, cost) => total + of(cost), 0);
  return {
    rebalances: sum((cost) => cost.rebalancesCompleted),
    partitionsMoved: sum((cost) => cost.partitionsMoved),
    unreadUs: sum((cost) => cost.unreadUs),
    overlapUs: sum((cost) => cost.overlapUs),
    duplicates: sum((cost) => cost.duplicates),
    messages: sum((cost) => cost.messages),
    messagesByKind: messagesOf(groups),
  };
}

function messagesOf(groups: readonly GroupWorld[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { messages } of groups) {
    for (const [api, count] of messages) counts.set(api, (counts.get(api) ?? 0) + count);
  }
  return new Map([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** One line of the cost row of both: microseconds where the unit is partition-seconds. */
export interface CostLine {
  readonly id: string;
  readonly title: string;
  readonly unit: '' | 'partition-seconds';
  readonly first: number;
  readonly second: number;
  /** How much more the second has than the first. */
  readonly difference: number;
}

type Figure = readonly [
  id: string,
  title: string,
  unit: CostLine['unit'],
  of: (costs: Costs) => number,
];

const figures: readonly Figure[] = [
  ['rebalances', 'Rebalances completed', '', (costs) => costs.rebalances],
  ['moved', 'Partitions moved', '', (costs) => costs.partitionsMoved],
  ['unread', 'Nobody read', 'partition-seconds', (costs) => costs.unreadUs],
  ['overlap', 'Two believed they own', 'partition-seconds', (costs) => costs.overlapUs],
  ['duplicates', 'Records read again', '', (costs) => costs.duplicates],
  ['messages', 'Messages', '', (costs) => costs.messages],
];

/** The costs of two runs beside each other, messages in all and by kind. */
export function costLines(first: Costs, second: Costs): CostLine[] {
  const kinds = new Set([...first.messagesByKind.keys(), ...second.messagesByKind.keys()]);
  const byKind = [...kinds]
    .toSorted()
    .map((api): Figure => [
      `messages-${api}`,
      `Messages: ${api}`,
      '',
      (costs) => costs.messagesByKind.get(api) ?? 0,
    ]);
  return [...figures, ...byKind].map(([id, title, unit, of]) => {
    const [a, b] = [of(first), of(second)];
    return { id, title, unit, first: a, second: b, difference: b - a };
  });
}

/** A run as the comparison names it. */
export interface Compared {
  readonly name: string;
  readonly trace: TraceReader;
  readonly costs: Costs;
}

/** The comparison as Markdown: where the two part, and what each has cost up to `atUs`. */
export function comparisonMarkdown(
  first: Compared,
  second: Compared,
  parting: Parting | null,
  atUs: number,
): string {
  const titles = ['Cost', first.name, second.name, 'Difference'];
  const rows = costLines(first.costs, second.costs).map((line): Cell[] => {
    const { title, unit } = line;
    const amounts = [line.first, line.second, line.difference];
    if (unit === '') return [title, ...amounts];
    return [`${title} (${unit})`, ...amounts.map((us) => us / 1e6)];
  });
  return [
    `# ${markdownText(first.name)} and ${markdownText(second.name)}\n`,
    partingMarkdown(first, second, parting, atUs),
    markdownTable({ titles, rows }),
  ].join('\n');
}

function partingMarkdown(
  first: Compared,
  second: Compared,
  parting: Parting | null,
  atUs: number,
): string {
  if (!parting) return `No event differs up to ${seconds(atUs)} s.\n`;
  const { seq, atUs: partedAtUs } = parting;
  const begins = `The first event that differs is number ${seq}, at ${seconds(partedAtUs)} s:\n`;
  const told = [eventItem(first, parting.first), eventItem(second, parting.second)];
  return `${begins}\n${told.join('')}\nCosts up to ${seconds(atUs)} s:\n`;
}

function eventItem({ name, trace }: Compared, seq: number | null): string {
  const what =
    seq === null
      ? 'nothing more happens'
      : `${seconds(trace.atUs(seq))} s: ${describe(trace.event(seq), trace)}`;
  return `- ${markdownText(name)}: ${markdownText(what)}\n`;
}
