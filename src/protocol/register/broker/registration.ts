/** The broker's own nodes in ZooKeeper: that it lives, and that it is the controller (COORD-2). */
import type { Us } from '../../../lib/time.ts';
import { encodeFields } from '../../../wire/codec.ts';
import type { Effects } from '../../step.ts';
import { zooKeeperGetRequest, zooKeeperMultiRequest } from '../../zookeeper/messages.ts';
import { brokerNode, paths } from '../../zookeeper/nodes.ts';
import { createEphemeral } from '../../zookeeper/operations.ts';
import { ask } from './session.ts';
import { brokerPort } from './state.ts';
import type { BrokerState } from './state.ts';

/** How often a broker tries again while a node of its last life is still there (COORD-9). */
const retryUs = 100_000;

/** [COORD-2] Every broker makes an ephemeral node of its name. */
export function register(state: BrokerState, out: Effects, nowUs: Us): void {
  const { settings, name } = state;
  const data = encodeFields(brokerNode, { id: settings.brokerId, host: name, port: brokerPort });
  const operations = [createEphemeral(paths.broker(name), name, data)];
  ask(state, out, nowUs, zooKeeperMultiRequest, { operations }, { for: 'register' });
}

/** Whether the node could be made. Then it stands for the controller's election. */
export function registered(state: BrokerState, out: Effects, nowUs: Us, failedAt: number): void {
  if (failedAt >= 0) {
    // [COORD-9] The node of its last life: it waits until that session is over.
    out.startTimer('registration', paths.broker(state.name), retryUs, ['COORD-9']);
    return;
  }
  state.registered = true;
  stand(state, out, nowUs);
}

/** [COORD-2] Tries to become the controller: the first to create the node wins. */
export function stand(state: BrokerState, out: Effects, nowUs: Us): void {
  const operations = [createEphemeral(paths.controller, state.name)];
  ask(state, out, nowUs, zooKeeperMultiRequest, { operations }, { for: 'elect' });
}

/** Another broker is the controller: its node is watched. */
export function watchController(state: BrokerState, out: Effects, nowUs: Us): void {
  const value = { path: paths.controller, watch: true };
  ask(state, out, nowUs, zooKeeperGetRequest, value, { for: 'watch-controller' });
}

/** The node as it was when the watch was set. It may have vanished before. */
export function controllerRead(state: BrokerState, out: Effects, nowUs: Us, exists: boolean): void {
  if (!exists) stand(state, out, nowUs);
}
