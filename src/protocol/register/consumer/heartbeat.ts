/** The heartbeats of a member (HB-1), and the first one to a coordinator found again (HB-8). */
import { known } from '../../../lib/assert.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { heartbeatRequest } from '../messages.ts';
import { sendRequest } from './connection.ts';
import type { ConsumerState } from './state.ts';
import { startHeartbeat, startProbeLimit } from './timers.ts';

/** [HB-1] One heartbeat; the next one S / F later, answered or not. */
export function beat(state: ConsumerState, out: Effects, rules: readonly RuleId[]): void {
  const { settings, member, generation } = state;
  const body = {
    groupId: settings.group,
    groupGenerationId: generation,
    consumerId: known(member, 'id to send a heartbeat with'),
  };
  sendRequest(state, out, heartbeatRequest, body, { rules, generation });
  startHeartbeat(state, out);
}

/** [HB-1] In Rediscovering at once, to learn what became of it; [HB-8] with a limit of its own. */
export function probe(state: ConsumerState, out: Effects): void {
  beat(state, out, ['HB-1', 'HB-8']);
  startProbeLimit(state, out);
}
