/** Whether what is selected is there at the moment that is shown; if not, where it is. Pure. */
import type { Selection } from '../../store/selection.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { linkKey } from '../../trace/world.ts';
import type { World } from '../../trace/world.ts';
import { messagesOf } from './message-index.ts';

export interface Absence {
  /** In a sentence. */
  readonly says: string;
  /** The event that makes it be there; null: none that has been seen. */
  readonly beginsAt: number | null;
}

interface Moment {
  readonly world: World;
  readonly trace: TraceReader;
  /** The last event shown, and the last that has been seen. */
  readonly last: number;
  readonly seen: number;
}

/** Null: it is there. */
export function absenceOf(selection: Selection, moment: Moment): Absence | null {
  const { world, trace, last } = moment;
  switch (selection.kind) {
    case 'process': {
      const { process } = selection;
      if (world.processes.has(process)) return null;
      const starts = (seq: number) =>
        trace.kind(seq) === 'process-started' && trace.process(seq) === process;
      return absent(`${process} has not started at this moment`, moment, starts);
    }
    case 'link': {
      const key = linkKey(...selection.peers);
      if (world.links.has(key)) return null;
      const begins = (seq: number) =>
        trace.kind(seq) === 'link-changed' &&
        linkKey(...(trace.json(seq, 'peers') as [string, string])) === key;
      return absent(`${selection.peers.join(' and ')} have no link at this moment`, moment, begins);
    }
    case 'partition': {
      const { topic, partition } = selection;
      if (partition < (world.topics.get(topic)?.partitions ?? 0)) return null;
      const begins = (seq: number) =>
        trace.kind(seq) === 'topic-changed' &&
        trace.text(seq, 'topic') === topic &&
        (trace.int(seq, 'partitions') ?? 0) > partition;
      return absent(`${topic} ${partition} does not exist at this moment`, moment, begins);
    }
    case 'message': {
      const sent = messagesOf(trace).eventsOf(selection.message)[0];
      if (sent === undefined) return { says: 'This branch has no such message.', beginsAt: null };
      if (sent <= last) return null;
      return absent('The message has not been sent at this moment', moment, (seq) => seq === sent);
    }
    case 'event': {
      const { seq } = selection;
      if (seq >= trace.length) return { says: 'This branch has no such event.', beginsAt: null };
      if (seq <= last) return null;
      return absent('The event lies ahead of this moment', moment, (other) => other === seq);
    }
  }
}

function absent(
  says: string,
  { trace, last, seen }: Moment,
  begins: (seq: number) => boolean,
): Absence {
  for (let seq = last + 1; seq <= seen; seq++) {
    if (!begins(seq)) continue;
    return {
      says: `${says}. That comes at ${(trace.atUs(seq) / 1e6).toFixed(3)} s.`,
      beginsAt: seq,
    };
  }
  return { says: `${says}.`, beginsAt: null };
}
