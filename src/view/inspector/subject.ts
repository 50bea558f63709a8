/** What a selection is about in the trace: the event whose why is told. */
import type { Selection } from '../../store/selection.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { linkKey } from '../../trace/world.ts';
import type { EventKind } from '../../trace/events.ts';
import { messagesOf } from './message-index.ts';

/** Kinds that a person asks about when a process is selected. */
const tellingKinds: ReadonlySet<EventKind> = new Set([
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
]);

/** The event up to `last` that made the selected thing what it is now, or null. */
export function subjectEvent(
  trace: TraceReader,
  last: number,
  selection: Selection,
): number | null {
  switch (selection.kind) {
    case 'event':
      return selection.seq;
    case 'message': {
      const [sent = Infinity] = messagesOf(trace).eventsOf(selection.message);
      return sent <= last ? sent : null;
    }
    case 'process':
      return findLast(last, (seq) => {
        return trace.process(seq) === selection.process && tellingKinds.has(trace.kind(seq));
      });
    case 'partition':
      return findLast(last, (seq) => {
        const kind = trace.kind(seq);
        if (kind !== 'partition-acquired' && kind !== 'partition-released') return false;
        const { topic, partition } = selection;
        return trace.text(seq, 'topic') === topic && trace.int(seq, 'partition') === partition;
      });
    case 'link': {
      const key = linkKey(...selection.peers);
      return findLast(last, (seq) => {
        if (trace.kind(seq) !== 'link-changed') return false;
        return linkKey(...(trace.json(seq, 'peers') as [string, string])) === key;
      });
    }
  }
}

function findLast(last: number, matches: (seq: number) => boolean): number | null {
  for (let seq = last; seq >= 0; seq--) if (matches(seq)) return seq;
  return null;
}
