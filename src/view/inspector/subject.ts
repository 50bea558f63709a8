/** What a selection is about in the trace: the event whose why is told. */
import type { Selection } from '../../store/selection.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { messagesOf } from './message-index.ts';
import { momentsOf, subjects } from './moment-index.ts';

/** The event up to `last` that made the selected thing what it is now for `group`, or null. */
export function subjectEvent(
  trace: TraceReader,
  last: number,
  selection: Selection,
  group: string,
): number | null {
  switch (selection.kind) {
    case 'event':
      return selection.seq;
    case 'message': {
      const [sent = Infinity] = messagesOf(trace).eventsOf(selection.message);
      return sent <= last ? sent : null;
    }
    case 'process':
      return momentsOf(trace).lastOf(subjects.process(selection.process), last);
    case 'partition': {
      const { topic, partition } = selection;
      return momentsOf(trace).lastOf(subjects.partition(group, topic, partition), last);
    }
    case 'topic':
      return momentsOf(trace).lastOf(subjects.topic(selection.topic), last);
    case 'link':
      return momentsOf(trace).lastOf(subjects.link(selection.peers), last);
  }
}
