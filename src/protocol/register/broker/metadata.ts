/** The map of coordinators as this broker has it (COORD-10), and its answer to who asks (DISC-1). */
import type { Us } from '../../../lib/time.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { ConnectionId, Effects } from '../../step.ts';
import { subsetOf } from '../../subset.ts';
import { loseRole, takeRoles } from '../coordinator/roles.ts';
import { consumerMetadataResponse, updateConsumerMetadataResponse } from '../messages.ts';
import type { consumerMetadataRequest, updateConsumerMetadataRequest } from '../messages.ts';
import { contextOf, reply } from './context.ts';
import type { BrokerState, SubsetCoordinator } from './state.ts';

/** [COORD-10] Takes, subset by subset, only higher epochs, and with them its own roles. */
export function takeMap(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  entries: ReadonlyMap<number, SubsetCoordinator>,
): void {
  const { coordinator, name, zookeeper } = state;
  state.metadata ??= new Map();
  const context = contextOf(state, out, nowUs);
  const roles = [];
  for (const [subset, entry] of entries) {
    if ((state.metadata.get(subset)?.epoch ?? 0) >= entry.epoch) continue;
    state.metadata.set(subset, entry);
    if (coordinator.roles.has(subset)) loseRole(coordinator, context, subset, 'moved');
    if (entry.coordinator.host !== name) continue;
    const { epoch, session } = entry;
    if (session === zookeeper.session) roles.push({ subset, epoch, session });
    else reportOtherSession(out, name, subset, epoch);
  }
  if (roles.length > 0) takeRoles(coordinator, context, roles);
}

/** [COORD-9] Another session of this broker is another broker: elected was one that is gone. */
function reportOtherSession(out: Effects, broker: string, subset: number, epoch: number): void {
  const lost = { kind: 'coordinator-lost', subset, groups: [], broker, epoch } as const;
  out.report({ ...lost, reason: 'session' }, ['COORD-9']);
}

/** The controller's map. */
export function handleUpdate(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  request: MessageOf<typeof updateConsumerMetadataRequest>,
): void {
  // [COORD-10] Without a session it does not answer: it is asked again.
  if (state.zookeeper.session === '') return;
  const entries = new Map<number, SubsetCoordinator>();
  for (const { subset, coordinator, coordinatorEpoch: epoch, session } of request.coordinators) {
    entries.set(subset, { coordinator, epoch, session });
  }
  takeMap(state, out, nowUs, entries);
  const { correlationId } = request;
  const value = { correlationId, errorCode: errorCodes.None };
  const about = { correlationId };
  reply(state, out, connection, updateConsumerMetadataResponse, value, about, ['COORD-10']);
}

const nobody = { id: -1, host: '', port: 0 };

/** [DISC-1] Any broker answers as it knows. */
export function handleConsumerMetadata(
  state: BrokerState,
  out: Effects,
  connection: ConnectionId,
  request: MessageOf<typeof consumerMetadataRequest>,
): void {
  const { correlationId, groupId } = request;
  const entry = state.metadata?.get(subsetOf(groupId));
  const about = { correlationId, group: groupId };
  if (!entry) return refuse(state, out, connection, about);
  const value = {
    correlationId,
    errorCode: errorCodes.None,
    coordinatorId: entry.coordinator,
    coordinatorEpoch: entry.epoch,
    groupGenerationId: state.coordinator.groups.get(groupId)?.generation ?? -1,
  };
  reply(state, out, connection, consumerMetadataResponse, value, about, ['DISC-1']);
}

/** [COORD-10] Without a map a broker knows nobody. */
function refuse(
  state: BrokerState,
  out: Effects,
  connection: ConnectionId,
  { correlationId, group }: { readonly correlationId: number; readonly group: string },
): void {
  const error = 'CoordinatorNotAvailable';
  const to = state.inbound.get(connection) ?? '';
  const refusal = { api: 'ConsumerMetadata', group, member: null, error } as const;
  out.report({ kind: 'request-refused', to, ...refusal, reason: 'no-map' }, ['COORD-10']);
  const value = {
    correlationId,
    errorCode: errorCodes[error],
    coordinatorId: nobody,
    coordinatorEpoch: -1,
    groupGenerationId: -1,
  };
  const about = { correlationId, group, error } as const;
  reply(state, out, connection, consumerMetadataResponse, value, about, ['DISC-1', 'COORD-10']);
}
