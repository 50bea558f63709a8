/** [COORD-7] The fence, which comes first in every multi of a coordinator. */
import type { Operation } from '../../zookeeper/messages.ts';
import { coordinatorAuthor, paths } from '../../zookeeper/nodes.ts';
import { check } from '../../zookeeper/operations.ts';
import type { CoordinatorContext } from './context.ts';
import type { Group } from './state.ts';

/** The subset's stored coordinator and epoch are still the ones under which this broker acts. */
export function fence({ self }: CoordinatorContext, { subset, epoch, session }: Group): Operation {
  return check(paths.coordinator(subset), epoch, coordinatorAuthor(self, session));
}
