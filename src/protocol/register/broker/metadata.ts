/** The map of coordinators as this broker has it, and who may ask for it (COORD-5, COORD-10). */
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

/** Takes, subset by subset, only higher epochs; then takes up or gives up its own roles. */
export function takeMap(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  entries: ReadonlyMap<number, SubsetCoordinator>,
): void {
  state.metadata ??= new Map();
  const context = contextOf(state, out, nowUs);
  const roles = [];
  for (const [subset, entry] of entries) {
    const last = state.metadata.get(subset);
    if (last && last.epoch >= entry.epoch) continue;
    state.metadata.set(subset, entry);
    const { epoch, session } = entry;
    const isMine = entry.coordinator.host === state.name && session === state.zookeeper.session;
    if (state.coordinator.roles.has(subset)) loseRole(state.coordinator, context, subset, 'moved');
    // An election of another session of this broker was one of another incarnation (COORD-9).
    if (isMine) roles.push({ subset, epoch, session });
  }
  if (roles.length > 0) takeRoles(state.coordinator, context, roles);
}

export function handleUpdate(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  request: MessageOf<typeof updateConsumerMetadataRequest>,
): void {
  // [COORD-10] Without a session it cannot know whether it may act: it stays silent and is asked again.
  if (state.zookeeper.session === '') return;
  const entries = request.coordinators.map(
    ({ subset, coordinator, coordinatorEpoch: epoch, session }) =>
      [subset, { coordinator, epoch, session }] as const,
  );
  takeMap(state, out, nowUs, new Map(entries));
  const { correlationId } = request;
  const value = { correlationId, errorCode: errorCodes.None };
  reply(state, out, connection, updateConsumerMetadataResponse, value, { correlationId }, [
    'COORD-10',
  ]);
}

const nobody = { id: -1, host: '', port: 0 };

/** [DISC-1] Any broker answers as it knows: no map, or nobody for the subset, is an error. */
export function handleConsumerMetadata(
  state: BrokerState,
  out: Effects,
  connection: ConnectionId,
  request: MessageOf<typeof consumerMetadataRequest>,
): void {
  const { correlationId, groupId } = request;
  const entry = state.metadata?.get(subsetOf(groupId));
  const error = entry ? 'None' : 'CoordinatorNotAvailable';
  const value = {
    correlationId,
    errorCode: errorCodes[error],
    coordinatorId: entry?.coordinator ?? nobody,
    coordinatorEpoch: entry?.epoch ?? -1,
    groupGenerationId: state.coordinator.groups.get(groupId)?.generation ?? -1,
  };
  if (!entry) {
    const to = state.peers.get(connection) ?? '';
    const refusal = { api: 'ConsumerMetadata', group: groupId, member: null, error } as const;
    out.report({ kind: 'request-refused', to, ...refusal, reason: 'no-map' }, ['COORD-10']);
  }
  const about = { correlationId, group: groupId };
  const answered = entry ? about : { ...about, error: 'CoordinatorNotAvailable' as const };
  reply(state, out, connection, consumerMetadataResponse, value, answered, ['DISC-1']);
}
