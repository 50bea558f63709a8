/**
 * When something happened to each thing that can be selected, gathered in one pass that goes on where
 * it stopped: no look at a selection goes through the trace again.
 */
import { bisectLeft, bisectRight } from 'd3';
import { perTrace } from '../../store/forks.ts';
import type { EventKind } from '../../trace/events.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { linkKey } from '../../trace/world.ts';

/** Of what: `tells c-1`, `partition billing orders 3`. */
type Subject = string;

/** Kinds that a person asks about when a process is selected. */
const tellingKinds: readonly EventKind[] = [
  'process-started',
  'process-stopped',
  'process-crashed',
  'process-frozen',
  'process-thawed',
  'consumer-state',
  'group-state',
  'coordinator-lost',
  'controller-elected',
  'zookeeper-session-expired',
  'metadata-written',
];

export const subjects = {
  process: (name: string): Subject => `tells ${name}`,
  start: (name: string): Subject => `starts ${name}`,
  partition: (group: string, topic: string, partition: number): Subject =>
    `partition ${group} ${topic} ${partition}`,
  topic: (topic: string): Subject => `topic ${topic}`,
  link: (peers: readonly [string, string]): Subject => `link ${linkKey(...peers)}`,
};

type SubjectsOf = (trace: TraceReader, seq: number) => readonly Subject[];

const ofProcess: SubjectsOf = (trace, seq) => [subjects.process(trace.process(seq) ?? '')];

const ofPartition: SubjectsOf = (trace, seq) => [
  subjects.partition(
    trace.text(seq, 'group') ?? '',
    trace.text(seq, 'topic') ?? '',
    trace.int(seq, 'partition') ?? 0,
  ),
];

/** Kinds that are in no table are about nothing that is asked for. */
const subjectsOf: ReadonlyMap<EventKind, SubjectsOf> = new Map<EventKind, SubjectsOf>([
  ...tellingKinds.map((kind) => [kind, ofProcess] as const),
  [
    'process-started',
    (trace, seq) => [...ofProcess(trace, seq), subjects.start(trace.process(seq) ?? '')],
  ],
  // The coordinator does it, and the consumer may not know: it is what became of it.
  ['member-removed', (trace, seq) => [subjects.process(trace.text(seq, 'consumer') ?? '')]],
  ['partition-acquired', ofPartition],
  ['partition-released', ofPartition],
  ['topic-changed', (trace, seq) => [subjects.topic(trace.text(seq, 'topic') ?? '')]],
  ['link-changed', (trace, seq) => [subjects.link(trace.json(seq, 'peers') as [string, string])]],
]);

export class MomentIndex {
  /** The events of each subject, in order. */
  readonly #events = new Map<Subject, number[]>();
  #length = 0;

  /** Of a fork of the trace: what has been read of the events up to `last`, which both have. */
  fork(last: number): MomentIndex {
    const copy = new MomentIndex();
    copy.#length = Math.min(this.#length, last + 1);
    for (const [subject, events] of this.#events) {
      copy.#events.set(subject, events.slice(0, bisectRight(events, last)));
    }
    return copy;
  }

  /** Takes in what the trace has got since the last call; always the same trace. */
  readOn(trace: TraceReader): this {
    for (let seq = this.#length; seq < trace.length; seq++) {
      for (const subject of subjectsOf.get(trace.kind(seq))?.(trace, seq) ?? []) {
        const events = this.#events.get(subject);
        if (events) events.push(seq);
        else this.#events.set(subject, [seq]);
      }
    }
    this.#length = trace.length;
    return this;
  }

  /** The last event of a subject up to event `last`; null: there is none. */
  lastOf(subject: Subject, last: number): number | null {
    const events = this.#events.get(subject) ?? [];
    return events[bisectRight(events, last) - 1] ?? null;
  }

  /** The events of a subject from `first` to `last`. */
  between(subject: Subject, first: number, last: number): readonly number[] {
    const events = this.#events.get(subject) ?? [];
    return events.slice(bisectLeft(events, first), bisectRight(events, last));
  }
}

const indexOf = perTrace(
  () => new MomentIndex(),
  (index, last) => index.fork(last),
);

/** The index of a trace with all that has arrived of it. */
export function momentsOf(trace: TraceReader): MomentIndex {
  return indexOf(trace).readOn(trace);
}
