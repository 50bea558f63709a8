/** What a consumer has let go of since it was last part of its group: how many, and the first of them. */
import type { GivenUp, PartitionKey } from '../world.ts';

export const nothingGivenUp: GivenUp = { first: [], count: 0 };

/** As many as a person would read; a list of all would be copied at each. */
const namedAtMost = 12;

export function afterGivingUp({ first, count }: GivenUp, key: PartitionKey): GivenUp {
  return { first: count < namedAtMost ? [...first, key] : first, count: count + 1 };
}
