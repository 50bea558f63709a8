/** Whether what is selected is there at the moment that is shown; if not, where it is. Pure. */
import type { Selection } from '../../store/selection.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { linkKey } from '../../trace/world.ts';
import type { World } from '../../trace/world.ts';
import { inSeconds } from '../amounts.ts';
import { messagesOf } from './message-index.ts';
import { momentsOf, subjects } from './moment-index.ts';

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
  const { world, trace, last, seen } = moment;
  const ahead = (subject: string) => momentsOf(trace).between(subject, last + 1, seen);
  switch (selection.kind) {
    case 'process': {
      const { process } = selection;
      if (world.processes.has(process)) return null;
      const [start] = ahead(subjects.start(process));
      return absent(`${process} has not started at this moment`, moment, start);
    }
    case 'link': {
      const { peers } = selection;
      if (world.links.has(linkKey(...peers))) return null;
      const [change] = ahead(subjects.link(peers));
      return absent(`${peers.join(' and ')} have no link at this moment`, moment, change);
    }
    case 'partition': {
      const { topic, partition } = selection;
      if (partition < (world.topics.get(topic)?.partitions ?? 0)) return null;
      const begins = ahead(subjects.topic(topic)).find(
        (seq) => (trace.int(seq, 'partitions') ?? 0) > partition,
      );
      return absent(`${topic} ${partition} does not exist at this moment`, moment, begins);
    }
    case 'topic': {
      const { topic } = selection;
      if (world.topics.has(topic)) return null;
      const begins = ahead(subjects.topic(topic)).find(
        (seq) => (trace.int(seq, 'partitions') ?? 0) > 0,
      );
      return absent(`Topic ${topic} does not exist at this moment`, moment, begins);
    }
    case 'message': {
      const sent = messagesOf(trace).eventsOf(selection.message)[0];
      if (sent === undefined) return { says: 'This branch has no such message.', beginsAt: null };
      if (sent <= last) return null;
      return absent('The message has not been sent at this moment', moment, sent);
    }
    case 'event': {
      const { seq } = selection;
      if (seq >= trace.length) return { says: 'This branch has no such event.', beginsAt: null };
      if (seq <= last) return null;
      return absent('The event lies ahead of this moment', moment, seq);
    }
  }
}

function absent(says: string, { trace, seen }: Moment, begins: number | undefined): Absence {
  if (begins === undefined || begins > seen) return { says: `${says}.`, beginsAt: null };
  return { says: `${says}. That comes at ${inSeconds(trace.atUs(begins))}.`, beginsAt: begins };
}
