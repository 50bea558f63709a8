/** The world before the first event. */
import type { World } from '../world.ts';

export function emptyWorld(): World {
  return {
    seq: -1,
    atUs: 0,
    processes: new Map(),
    links: new Map(),
    connections: new Map(),
    messages: new Map(),
    lost: [],
    timers: new Map(),
    topics: new Map(),
    groups: new Map(),
    controller: null,
    coordinators: new Map(),
    metadata: new Map(),
    delivered: null,
    refused: null,
  };
}
