/** Why nobody reads a partition, and why a message has not arrived. */
import { what } from '../../describe-words.ts';
import { ownersOf } from '../../owners.ts';
import { consumerOf } from '../../members.ts';
import { partitionKey } from '../../world.ts';
import type { GroupWorld, MessageWorld, ProcessWorld } from '../../world.ts';
import { notFetching } from './consumer.ts';
import { deathUnnoticed } from './death.ts';
import { notStable } from './group.ts';
import { arriving, lastEvent, sinceStatus, untimed } from './wait.ts';
import type { Look, Wait } from './wait.ts';

/** Why nobody of the group reads the partition; null where somebody does. */
export function unread(
  look: Look,
  group: GroupWorld,
  topic: string,
  partition: number,
): Wait | null {
  const { world } = look;
  const key = partitionKey(topic, partition);
  if ((group.readers.get(key) ?? 0) > 0) return null;
  if (partition >= (world.topics.get(topic)?.partitions ?? 0)) return noSuchPartition(look, topic);
  const owner = ownersOf(group.assignment).get(key);
  const process = world.processes.get(owner === undefined ? '' : consumerOf(group, owner));
  const isIn = owner !== undefined && group.members.has(owner);
  const owned =
    isIn && process ? (deathUnnoticed(look, process) ?? notFetching(look, process)) : null;
  const pending = owned ?? notStable(look, group);
  if (pending) return pending;
  return isIn && process ? takenNext(look, process, key) : nobodySubscribes(look, group, key);
}

/** [OFF-4] Its owner was told the offsets, and takes its partitions one after another. */
function takenNext(look: Look, { name }: ProcessWorld, key: string): Wait {
  return {
    condition: `${name} was given ${key} and has not taken it yet.`,
    waitsFor: [name],
    ...untimed(`the next step of ${name} follows at once`),
    rules: ['OFF-4', 'RB-7'],
    sinceSeq: lastEvent(look, 'partition-acquired', { process: name }),
  };
}

function noSuchPartition(look: Look, topic: string): Wait {
  return {
    condition: `There is no such partition of ${topic}.`,
    waitsFor: [],
    ...untimed('the topic has to be created, or partitions have to be added'),
    rules: ['TOP-1'],
    sinceSeq: lastEvent(look, 'topic-changed', { topic }),
  };
}

/** [OWN-1] Only a subscriber may own it; the change of a topic takes a moment to be told. */
function nobodySubscribes(look: Look, group: GroupWorld, key: string): Wait {
  return {
    condition: `No member of ${group.group} was given ${key}: none subscribes to its topic, or the coordinator has not heard of the partition.`,
    waitsFor: group.coordinator === null ? [] : [group.coordinator],
    ...untimed('a member has to subscribe to it, or a watch has to tell the coordinator'),
    rules: ['OWN-1', 'TOP-1'],
    sinceSeq: lastEvent(look, 'rebalance-completed', { group: group.group }),
  };
}

/** Why a message has not arrived; null where it has, or where there is no such message yet. */
export function notArrived(look: Look, id: number): Wait | null {
  const { world } = look;
  const message = world.messages.get(id);
  if (message) return onItsWay(look, message);
  const lost = world.lost.findLast((one) => one.message.message === id);
  if (!lost) return null;
  return {
    condition: `It was lost: ${what(lost.reason)}.`,
    waitsFor: [],
    ...untimed('it never arrives'),
    rules: [],
    sinceSeq: lastEvent(look, 'message-dropped', { message: id }),
  };
}

function onItsWay(look: Look, message: MessageWorld): Wait {
  const { api, from, to, held, sentSeq, corrupted, direction } = message;
  const receiver = look.world.processes.get(to);
  const name = direction === 'request' ? `${api} of ${from}` : `The answer of ${from} to ${api}`;
  if (held === 'link-cut') {
    return {
      condition: `${name} waits: the link ${from} - ${to} is cut.`,
      waitsFor: [],
      ...untimed(
        'the link has to be restored; if it is cut for longer than the transport timeout, the connection is closed and the message lost',
      ),
      rules: [],
      sinceSeq: lastEvent(look, 'message-held', { message: message.message }),
    };
  }
  if (receiver && receiver.status !== 'running') {
    const isFrozen = receiver.status === 'frozen';
    const fate = isFrozen
      ? 'is frozen and handles it when it thaws'
      : 'does not run: it will be lost';
    return {
      condition: `${name} has nobody who handles it: ${to} ${fate}.`,
      waitsFor: isFrozen ? [to] : [],
      ...(isFrozen ? untimed('it has to be thawed') : untimed('it never arrives')),
      rules: isFrozen ? [] : ['LINK-2'],
      sinceSeq: sinceStatus(look, receiver),
    };
  }
  const damaged = corrupted ? ', with bytes that were damaged' : '';
  return {
    condition: `${name} is on its way to ${to}${damaged}.`,
    waitsFor: [],
    ...arriving(message, 'it'),
    rules: [],
    sinceSeq: sentSeq,
  };
}
