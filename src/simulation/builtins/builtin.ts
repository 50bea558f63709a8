/** A built-in experiment as it is written down: what a file would hold, and a word about it. */

export interface Builtin {
  /** What the command line calls it. */
  readonly id: string;
  /** What it shows, in a sentence. */
  readonly sentence: string;
  readonly experiment: {
    readonly title: string;
    readonly seed?: number;
    readonly scenario: object;
    readonly commands?: readonly object[];
    readonly untilMs?: number;
  };
}

/** `count` consumers of one topic, named c-1, c-2, ... */
export function consumersOf(topics: readonly string[], count: number, everyMs = 0) {
  return Array.from({ length: count }, (_, index) => ({
    name: `c-${index + 1}`,
    topics,
    startAtMs: index * everyMs,
  }));
}

/** A group that notices a death within a second; messages take 60 to 120 ms. */
export function watchable(consumers: number, more: object = {}) {
  return {
    topics: [{ name: 'orders', partitions: 6 }],
    network: { latencyMs: [60, 120] },
    groups: [
      {
        id: 'billing',
        sessionTimeoutMs: 3000,
        consumers: consumersOf(['orders'], consumers),
        ...more,
      },
    ],
  };
}
