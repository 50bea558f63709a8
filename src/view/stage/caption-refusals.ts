/** What is told of a request that was refused. */
import type { RuleId } from '../../protocol/rules.ts';
import type { EventOf } from '../../trace/events.ts';
import { say } from './captions/caption.ts';
import type { Sentence } from './captions/caption.ts';

/** By the reason that the coordinator gave. */
const refusals: Readonly<Record<string, readonly [string, RuleId, number]>> = {
  'rebalance-pending': ['$ hears of the rebalance: its heartbeat is refused.', 'RB-2', 2],
  stale: ['$ comes with an old generation and is refused.', 'HB-2', 3],
  future: ['$ comes with a generation that is not yet: refused.', 'HB-2', 3],
  'no-map': ['$ asked a broker that does not know yet who coordinates.', 'COORD-10', 2],
  'not-coordinator': [
    '$ asked a broker that does not coordinate the group: it waits a little and looks again.',
    'COORD-6',
    2,
  ],
  loading: [
    '$ asked a coordinator that is still loading: it waits a little and looks again.',
    'COORD-5',
    2,
  ],
};

/** [OFF-1] A refused commit has no effect: its sender acts on no answer. */
const commitRefusals: Readonly<Record<string, readonly [string, RuleId]>> = {
  'rebalance-pending': ['the next generation is being written', 'OFF-1'],
  stale: ['its generation is over', 'OFF-1'],
  future: ['its generation is not yet', 'OFF-1'],
  'unknown-member': ['nobody knows its id', 'OFF-1'],
  'not-coordinator': ['this broker does not coordinate the group', 'COORD-6'],
  loading: ['the coordinator is still loading', 'COORD-5'],
};

export function tellRefusal(event: EventOf<'request-refused'>, who: string): Sentence | null {
  const { api, reason, error } = event;
  if (api === 'OffsetCommit') {
    const [why, rule] = commitRefusals[reason] ?? [error, null];
    return say(`A commit of ${who} is refused: ${why}. It acts on no answer.`, rule, 2);
  }
  if (reason === 'unknown-member') {
    const late = event.rules.includes('FO-3') ? 'FO-3' : 'HB-2';
    const rule = api === 'RegisterConsumer' ? 'REG-3' : late;
    return say(`${who} is told that nobody knows it: it registers as new.`, rule, 4);
  }
  const known = refusals[reason];
  if (known) return say(known[0].replace('$', who), known[1], known[2]);
  return say(`${who} is refused: ${error}.`, null, 2);
}
