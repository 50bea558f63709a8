/** The register protocol: Kafka's consumer rewrite design of 2013-14. */
import { opaque } from '../step.ts';
import type { Protocol } from '../step.ts';
import { zooKeeperMachine } from '../zookeeper/machine.ts';
import { brokerMachine } from './broker/machine.ts';
import { consumerMachine } from './consumer/machine.ts';

export const registerProtocol: Protocol = {
  id: 'register',
  machines: {
    consumer: opaque(consumerMachine),
    broker: opaque(brokerMachine),
    zookeeper: opaque(zooKeeperMachine),
  },
};
