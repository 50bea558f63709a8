/**
 * The one connection of a consumer, and the requests on it. It matches answers with what was
 * asked; what an answer means is not known here.
 */
import { known } from '../../../lib/assert.ts';
import { encodeFrame } from '../../../wire/codec.ts';
import type { Fields, MessageSchema, ValueOf } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import type { Connection, ConsumerState } from './state.ts';

/** Opens the connection; [DISC-2] that is a step with a limit. */
export function openConnection(
  state: ConsumerState,
  out: Effects,
  peer: string,
  purpose: Connection['purpose'],
): void {
  closeConnection(state, out);
  const id = `${state.name}/${state.incarnation}/${state.nextConnection++}`;
  state.connection = { id, peer, purpose, isOpen: false };
  out.openConnection(id, peer);
  startStep(state, out);
}

/** [HB-8] Nothing that still arrives on a connection that was given up is read. */
export function closeConnection(state: ConsumerState, out: Effects): void {
  if (state.connection !== null) out.closeConnection(state.connection.id);
  forgetConnection(state);
}

/** The other end, or the transport, has closed it. */
export function forgetConnection(state: ConsumerState): void {
  state.connection = null;
  state.awaiting.clear();
}

/** [DISC-2] The limit of a step: opening a connection, then each request. */
export function startStep({ settings }: ConsumerState, out: Effects): void {
  out.startTimer('request', '', settings.requestTimeoutUs, ['DISC-2']);
}

/** A request's own fields; version and correlation id are the same thing in all of them. */
type Body<F extends Fields> = Omit<ValueOf<F>, 'version' | 'correlationId'>;

export interface RequestRules {
  readonly rules: readonly RuleId[];
  /** The generation under which it is sent, for the trace. */
  readonly generation?: number;
}

/** Sends a request on the open connection and awaits its answer. */
export function sendRequest<F extends Fields>(
  state: ConsumerState,
  out: Effects,
  schema: MessageSchema<F>,
  body: Body<F>,
  { rules, generation }: RequestRules,
): void {
  const { id } = known(state.connection, 'connection to send on');
  const { group, wireVersion: version } = state.settings;
  const correlationId = state.nextCorrelationId++;
  const { api } = schema;
  state.awaiting.set(correlationId, api);
  const value = { version, correlationId, ...body } as unknown as ValueOf<F>;
  const about = { api, direction: 'request', correlationId, group } as const;
  const bytes = encodeFrame(schema, value, version);
  out.send(id, bytes, generation === undefined ? about : { ...about, generation }, rules);
}

/** Whether an answer is to a request whose answer is read; each is answered once. */
export function takeAnswer(state: ConsumerState, api: string, correlationId: number): boolean {
  if (state.awaiting.get(correlationId) !== api) return false;
  return state.awaiting.delete(correlationId);
}
