/**
 * Numbers of events in lists that are kept while a trace grows, and how to find one's way along them:
 * along one, along several as if they were one, along what several have in common. Every step is a
 * binary search.
 */
import { Column } from './column.ts';

/** Events in order, to be walked either way. */
export interface Walk {
  /** The first event at or after `seq`; Infinity: there is none. */
  readonly atOrAfter: (seq: number) => number;
  /** The last event at or before `seq`; -1: there is none. */
  readonly atOrBefore: (seq: number) => number;
}

const nowhere: Walk = { atOrAfter: () => Infinity, atOrBefore: () => -1 };

export class SeqLists {
  readonly #lists = new Map<string, Column>();

  /** Appends an event to the list of that name; twice is once. */
  add(name: string, seq: number): void {
    let list = this.#lists.get(name);
    if (!list) this.#lists.set(name, (list = new Column()));
    if (list.length === 0 || list.at(list.length - 1) !== seq) list.push(seq);
  }

  /** A way along the list of that name, as it is at the moment of each step. */
  walk(name: string): Walk {
    const list = this.#lists.get(name);
    return list ? walkOf(list) : nowhere;
  }
}

function walkOf(list: Column): Walk {
  return {
    atOrAfter: (seq) => {
      const place = list.firstAtLeast(seq);
      return place < list.length ? list.at(place) : Infinity;
    },
    atOrBefore: (seq) => {
      const place = list.firstAtLeast(seq + 1) - 1;
      return place < 0 ? -1 : list.at(place);
    },
  };
}

/** Along a few events, in order. */
export function walkAlong(seqs: readonly number[]): Walk {
  return {
    atOrAfter: (seq) => seqs.find((one) => one >= seq) ?? Infinity,
    atOrBefore: (seq) => seqs.findLast((one) => one <= seq) ?? -1,
  };
}

/** Along every event up to the last. */
export function walkAll(length: number): Walk {
  return {
    atOrAfter: (seq) => (seq < length ? Math.max(0, seq) : Infinity),
    atOrBefore: (seq) => Math.min(seq, length - 1),
  };
}

/** Along all of them as if they were one. */
export function walkAny(walks: readonly Walk[]): Walk {
  return {
    atOrAfter: (seq) => Math.min(Infinity, ...walks.map((walk) => walk.atOrAfter(seq))),
    atOrBefore: (seq) => Math.max(-1, ...walks.map((walk) => walk.atOrBefore(seq))),
  };
}

/** Along what all of them have: each leaps to where another one is, until they agree. */
export function walkCommon(walks: readonly Walk[]): Walk {
  const agree = (seq: number, leap: (walk: Walk, from: number) => number) => {
    let at = seq;
    for (let agreed = 0, turn = 0; agreed < walks.length; turn++) {
      if (at === Infinity || at < 0) return at;
      const next = leap(walks[turn % walks.length] as Walk, at);
      agreed = next === at ? agreed + 1 : 1;
      at = next;
    }
    return at;
  };
  return {
    atOrAfter: (seq) => agree(Math.max(0, seq), (walk, from) => walk.atOrAfter(from)),
    atOrBefore: (seq) =>
      Math.max(
        -1,
        agree(seq, (walk, from) => walk.atOrBefore(from)),
      ),
  };
}
