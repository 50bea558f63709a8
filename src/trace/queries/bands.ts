/**
 * Generation bands of a group: which generation was in force when, when it was being rebalanced,
 * when it had no coordinator. Follows the trace; knows nothing of pixels.
 */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';

export type BandKind = 'generation' | 'rebalance' | 'uncoordinated' | 'memberless';

export interface Band {
  readonly kind: BandKind;
  /** The one in force; during a rebalance the one that is about to end, 0 for the first. */
  readonly generation: number;
  readonly fromUs: number;
  /** Infinity while it lasts. */
  toUs: number;
  /** The event that began it. */
  readonly seq: number;
}

interface GroupBands {
  readonly bands: Band[];
  /** The broker that acts for the group, as far as was said. */
  coordinator: string | null;
  epoch: number;
  generation: number;
}

type Take = (bands: BandCollector, trace: TraceReader, seq: number) => void;

const takes: Readonly<Partial<Record<EventKind, Take>>> = {
  'coordinator-elected': (bands, trace, seq) => {
    for (const id of (trace.json(seq, 'groups') ?? []) as readonly string[]) {
      const group = bands.of(id);
      group.coordinator = trace.text(seq, 'broker') ?? null;
      group.epoch = trace.int(seq, 'epoch') ?? 0;
    }
  },
  'coordinator-lost': (bands, trace, seq) => {
    const epoch = trace.int(seq, 'epoch') ?? 0;
    for (const id of (trace.json(seq, 'groups') ?? []) as readonly string[]) {
      if (bands.of(id).epoch === epoch) bands.begin(id, 'uncoordinated', trace, seq);
    }
  },
  'process-crashed': (bands, trace, seq) => bands.brokerGone(trace, seq),
  'process-stopped': (bands, trace, seq) => bands.brokerGone(trace, seq),
  'coordinator-loaded': (bands, trace, seq) => {
    const generation = trace.int(seq, 'generation') ?? 0;
    const id = trace.text(seq, 'group');
    if (generation > 0) bands.begin(id, 'generation', trace, seq);
    else bands.end(id, trace.atUs(seq));
  },
  'rebalance-started': (bands, trace, seq) => {
    bands.begin(trace.text(seq, 'group'), 'rebalance', trace, seq);
  },
  'rebalance-abandoned': (bands, trace, seq) => {
    const id = trace.text(seq, 'group') ?? '';
    if (bands.bandsOf(id).at(-1)?.kind === 'rebalance') bands.begin(id, 'memberless', trace, seq);
  },
  'rebalance-completed': (bands, trace, seq) => {
    bands.begin(trace.text(seq, 'group'), 'generation', trace, seq);
  },
};

export class BandCollector {
  readonly #groups = new Map<string, GroupBands>();

  /** The bands of a group in order of time, with no two at once. */
  bandsOf(group: string): readonly Band[] {
    return this.#groups.get(group)?.bands ?? [];
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    takes[kind]?.(this, trace, seq);
  }

  of(id: string): GroupBands {
    let group = this.#groups.get(id);
    if (!group) {
      group = { bands: [], coordinator: null, epoch: 0, generation: 0 };
      this.#groups.set(id, group);
    }
    return group;
  }

  brokerGone(trace: TraceReader, seq: number): void {
    const broker = trace.process(seq);
    for (const [id, { coordinator }] of this.#groups) {
      if (coordinator !== null && coordinator === broker) {
        this.begin(id, 'uncoordinated', trace, seq);
      }
    }
  }

  /** Ends the band that lasts. */
  end(id: string | null | undefined, atUs: number): void {
    const last = id && this.#groups.get(id)?.bands.at(-1);
    if (last && last.toUs === Infinity) last.toUs = atUs;
  }

  /** Ends the band that lasts and begins another. */
  begin(id: string | null | undefined, kind: BandKind, trace: TraceReader, seq: number): void {
    if (id === null || id === undefined) return;
    const group = this.of(id);
    const last = group.bands.at(-1);
    const atUs = trace.atUs(seq);
    const isOutdated = group.coordinator !== null && trace.process(seq) !== group.coordinator;
    // A broker that has lost the role without knowing it goes on by itself for a while.
    if (kind !== 'uncoordinated' && isOutdated) return;
    if (kind === 'uncoordinated' && last?.kind === kind) return;
    if (kind === 'generation') {
      group.generation = trace.int(seq, 'generation') ?? group.generation;
    }
    this.end(id, atUs);
    const { generation } = group;
    group.bands.push({ kind, generation, fromUs: atUs, toUs: Infinity, seq });
  }
}
