/** What a selection is about in the trace: the event whose why is told, and what to call it. */
import type { Selection } from '../../store/selection.ts';
import type { TraceReader } from '../../trace/reader.ts';
import type { World } from '../../trace/world.ts';
import { messagesOf } from './message-index.ts';
import { momentsOf, subjects } from './moment-index.ts';

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
      return momentsOf(trace).lastOf(subjects.process(selection.process), last);
    case 'partition': {
      const { topic, partition } = selection;
      return momentsOf(trace).lastOf(subjects.partition(topic, partition), last);
    }
    case 'link':
      return momentsOf(trace).lastOf(subjects.link(selection.peers), last);
  }
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
