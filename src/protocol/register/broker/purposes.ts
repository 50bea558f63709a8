/** What the trace says of a request to ZooKeeper: the rules it is sent for, and the group. */
import type { RuleId } from '../../rules.ts';
import type { CoordinatorPurpose } from '../coordinator/state.ts';
import type { Purpose } from './state.ts';

const rules: Readonly<Record<Purpose['for'], readonly RuleId[]>> = {
  connect: ['COORD-8'],
  ping: ['COORD-8'],
  register: ['COORD-2'],
  elect: ['COORD-2'],
  'watch-controller': ['COORD-2'],
  brokers: ['COORD-2'],
  'stored-coordinators': ['COORD-2'],
  place: ['COORD-2'],
  topics: ['WILD-1'],
  coordinator: [],
};

const coordinatorRules: Readonly<Record<CoordinatorPurpose['for'], readonly RuleId[]>> = {
  load: ['COORD-5'],
  topic: ['TOP-1'],
  rebalance: ['META-3', 'COORD-7'],
  record: ['COORD-7'],
  commit: ['OFF-3', 'COORD-7'],
  offsets: ['OFF-4'],
};

export function rulesOf(purpose: Purpose): readonly RuleId[] {
  if (purpose.for === 'coordinator') return coordinatorRules[purpose.purpose.for];
  return rules[purpose.for];
}

/** The group that a request is about, if it is about one. */
export function groupOf(purpose: Purpose): string | undefined {
  if (purpose.for !== 'coordinator') return undefined;
  const { purpose: inner } = purpose;
  if (inner.for === 'load' || inner.for === 'topic') return undefined;
  return inner.for === 'commit' ? inner.commit.group : inner.group;
}
