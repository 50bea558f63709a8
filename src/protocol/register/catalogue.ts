/** All messages that any process of the register protocol may send. */
import { catalogueOf } from '../../wire/schema.ts';
import { zooKeeperMessages } from '../zookeeper/messages.ts';
import { registerMessages } from './messages.ts';

export const catalogue = catalogueOf([...registerMessages, ...zooKeeperMessages]);
