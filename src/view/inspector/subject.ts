/** What a selection is about in the trace: the event whose why is told, and what to call it. */
import type { Selection } from '../../store/selection.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { linkKey } from '../../trace/world.ts';
import type { EventKind } from '../../trace/events.ts';
import type { World } from '../../trace/world.ts';
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

/** The heading of the inspector. */
export function titleOf(selection: Selection, world: World, trace: TraceReader): string {
  switch (selection.kind) {
    case 'process':
      return selection.process;
    case 'link':
      return selection.peers.join(' – ');
    case 'partition':
      return `${selection.topic} ${selection.partition}`;
    case 'event':
      return `Event ${selection.seq}`;
    case 'message':
      return messageTitle(selection.message, world, trace);
  }
}

/** [WIRE-0] As the protocol names it: `HeartbeatRequest`. */
function messageTitle(message: number, { messages }: World, trace: TraceReader): string {
  const underWay = messages.get(message);
  if (underWay) return titled(underWay.api, underWay.direction);
  const [sent] = messagesOf(trace).eventsOf(message);
  if (sent === undefined) return `Message ${message}`;
  return titled(trace.text(sent, 'api') ?? 'Message', trace.text(sent, 'direction') ?? '');
}

function titled(api: string, direction: string): string {
  return `${api} ${direction}`;
}
