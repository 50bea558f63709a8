/** What the shelf says in words. Pure. */
import { costAt } from '../../trace/fold/cost.ts';
import type { GroupWorld } from '../../trace/world.ts';
import { secondsNumber } from '../amounts.ts';
import { plural } from '../words/text.ts';
import type { ShelfView } from './views.ts';

/** Where no tile lies on the shelf. */
export function hintFor({ unread, all, waiting }: Omit<ShelfView, 'tiles' | 'homes'>): string {
  if (waiting > 0) return `${plural(waiting, 'partition')} more from the next generation on`;
  if (all === 0) return 'nobody here subscribes to a topic that exists';
  return unread === 0 ? '' : `${unread} on cards of consumers that do not run`;
}

/**
 * [COST-1] What the disturbance that is under way has cost so far, or what the last one did. In a
 * group without members no topic counts, and nothing is added up any more.
 */
export function lostWords(group: GroupWorld, atUs: number, narrow: boolean): string {
  const { unreadInDisturbanceUs, calm } = costAt(group, atUs);
  if (unreadInDisturbanceUs === 0) return '';
  const amount = secondsNumber(unreadInDisturbanceUs, 1);
  const when = calm || group.partitions.length === 0 ? 'last time' : 'so far';
  return narrow
    ? `${amount} partition-s ${when}`
    : `${amount} partition-seconds nobody read ${when}`;
}
