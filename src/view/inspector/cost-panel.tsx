/** [COST-1] [OFF-2] [OWN-6] What the run has cost the group so far, and how far it has read. */
import { ChevronDown, ChevronUp, ListTree } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { consumptionAt } from '../../trace/consumption.ts';
import type { GroupConsumption } from '../../trace/consumption.ts';
import { costAt } from '../../trace/fold/cost.ts';
import type { HostKind } from '../../worker/messages.ts';
import { secondsNumber } from '../amounts.ts';
import { usePlayground, useWorld } from '../context.tsx';
import { hasWorkers } from '../missing.ts';
import { showTab } from '../time/view-state.ts';
import './cost.css';
import { gapWords, meanings } from './figure-words.ts';

const partitionSeconds = (us: number) => `${secondsNumber(us, 1)} partition·s`;
const rebalancesMoved = 'Rebalances · partitions moved';
const records = (count: number) => count.toLocaleString('en');

export function CostPanel() {
  const world = useWorld();
  const groupId = usePlayground((state) => state.group);
  const atUs = usePlayground(({ cursor }) => Math.floor(cursor.atUs / 50_000) * 50_000);
  const host = usePlayground((state) => state.host);
  const [isOpen, setOpen] = useState(false);
  const group = world.groups.get(groupId);
  if (!group) return null;
  const nowUs = Math.max(atUs, world.atUs);
  const cost = costAt(group, nowUs);
  const read = consumptionAt(world, group, nowUs);
  const rows = [
    ['Nobody read', partitionSeconds(cost.unreadUs), 'warn'],
    [gapWords(group, cost), partitionSeconds(cost.unreadInDisturbanceUs), 'minor'],
    ['Two believe they own', partitionSeconds(cost.overlapUs), 'second'],
    [rebalancesMoved, `${cost.rebalancesCompleted} · ${cost.partitionsMoved}`, ''],
    ['Messages of the group', records(cost.messages), 'minor'],
    [
      'Records read · read again',
      `${records(read.consumed)} · ${records(read.duplicates)}`,
      'second',
    ],
    ['Lag · of the furthest behind', `${records(read.lag)} · ${records(read.lagMost)}`, 'minor'],
  ] as const;
  return (
    <section className={`cost${isOpen ? ' open' : ''}`} aria-label="Cost so far">
      <FoldButton isOpen={isOpen} setOpen={setOpen} />
      <dl>
        {rows.map(([name, value, tone]) => (
          <div key={name} className={tone === 'warn' ? '' : tone}>
            <dt title={meanings[name]}>{name}</dt>
            <dd className={tone === 'warn' ? tone : ''}>
              {name === rebalancesMoved ? <LedgerButton>{value}</LedgerButton> : value}
            </dd>
          </div>
        ))}
        <TopicLags read={read} />
      </dl>
      <p className="hint">
        Counted from the first generation on. Who reads is simulated, the data path is not.{' '}
        {whereWords(host)}
      </p>
    </section>
  );
}

/** On a phone the views over time may have been scrolled away. */
function openLedger(): void {
  showTab('Ledger');
  document.querySelector('.time-views')?.scrollIntoView({ block: 'nearest' });
}

/** Which they were, one by one. */
function LedgerButton({ children }: { children: ReactNode }) {
  return (
    <button
      type="button"
      className="plain to-ledger"
      title="Each of them: open the ledger"
      onClick={openLedger}
    >
      <ListTree size={13} aria-hidden />
      {children}
      <span className="visually-hidden">, open the ledger</span>
    </button>
  );
}

interface FoldProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** On low screens the room belongs to the selection, and most figures are folded away. */
function FoldButton({ isOpen, setOpen }: FoldProps) {
  const Icon = isOpen ? ChevronDown : ChevronUp;
  return (
    <button
      type="button"
      className="plain fold"
      aria-label="All figures"
      aria-expanded={isOpen}
      title={isOpen ? 'Fewer figures' : 'All figures'}
      onClick={() => setOpen(!isOpen)}
    >
      <Icon size={15} aria-hidden />
    </button>
  );
}

function whereWords(host: HostKind): string {
  if (!hasWorkers) return 'All processes run in the page itself.';
  return host === 'workers'
    ? 'Each process runs in a Web Worker.'
    : 'All processes run in one Web Worker.';
}

/** As many as there is room for. */
const topicsShown = 3;

/** Which topic lags how much, where there are several. */
function TopicLags({ read }: { read: GroupConsumption }) {
  const lags = new Map<string, number>();
  for (const { topic, lag } of read.partitions) lags.set(topic, (lags.get(topic) ?? 0) + lag);
  if (lags.size < 2) return null;
  const furthest = [...lags].toSorted(([, a], [, b]) => b - a).slice(0, topicsShown);
  return furthest.map(([topic, lag]) => (
    <div key={topic} className="of-topic">
      <dt title={topic}>lag of {topic}</dt>
      <dd>{records(lag)}</dd>
    </div>
  ));
}
