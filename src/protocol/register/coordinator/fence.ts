/** [COORD-7] The operations of a coordinator's multis; the fence comes first in every one of them. */
import { operationKinds } from '../../zookeeper/messages.ts';
import type { Operation } from '../../zookeeper/messages.ts';
import { paths } from '../../zookeeper/nodes.ts';
import type { CoordinatorContext } from './context.ts';
import type { Group } from './state.ts';

const nothing = new Uint8Array();

const blank = { author: '', data: nothing, guard: '', guardStamp: 0 };

/** What the author of a coordinator's node is called: the broker and its session. */
export function coordinatorAuthor(broker: string, session: string): string {
  return `${broker}@${session}`;
}

/** The subset's stored coordinator and epoch are still the ones under which this broker acts. */
export function fence(
  context: Pick<CoordinatorContext, 'self'>,
  group: Pick<Group, 'subset' | 'epoch' | 'session'>,
): Operation {
  const path = paths.coordinator(group.subset);
  const author = coordinatorAuthor(context.self, group.session);
  return { ...blank, kind: operationKinds.check, path, stamp: group.epoch, author };
}

/** The stored generation is exactly this one, written under that epoch. */
export function check(path: string, stamp: number, author: string): Operation {
  return { ...blank, kind: operationKinds.check, path, stamp, author };
}

/** The stored generation is lower, or this is the same write again. */
export function checkAdvance(path: string, stamp: number, author: string): Operation {
  return { ...blank, kind: operationKinds.checkAdvance, path, stamp, author };
}

export function set(path: string, stamp: number, author: string, data: Uint8Array): Operation {
  return { ...blank, kind: operationKinds.set, path, stamp, author, data };
}

/** Written only while the topic still has that creation number (TOP-2). */
export function setGuarded(
  write: { path: string; stamp: number; author: string; data: Uint8Array },
  guard: string,
): Operation {
  return { ...blank, ...write, kind: operationKinds.setGuarded, guard, guardStamp: write.stamp };
}
