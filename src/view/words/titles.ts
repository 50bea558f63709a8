/** What a thing is called that can be selected: the heading of the inspector, the title of its menu. */
import type { Selection } from '../../store/selection.ts';
import type { TraceReader } from '../../trace/reader.ts';
import type { World } from '../../trace/world.ts';
import { messagesOf } from '../inspector/message-index.ts';
import { messageName } from './messages.ts';

export function titleOf(selection: Selection, world: World, trace: TraceReader): string {
  switch (selection.kind) {
    case 'process':
      return selection.process;
    case 'link':
      return selection.peers.join(' – ');
    case 'partition':
      return `${selection.topic} ${selection.partition}`;
    case 'topic':
      return `Topic ${selection.topic}`;
    case 'event':
      return `Event ${selection.seq}`;
    case 'message':
      return ofMessage(selection.message, world, trace);
  }
}

/** Also of one that has arrived. */
function ofMessage(message: number, { messages }: World, trace: TraceReader): string {
  const underWay = messages.get(message);
  if (underWay) return messageName(underWay);
  const [sent] = messagesOf(trace).eventsOf(message);
  if (sent === undefined) return `Message ${message}`;
  const api = trace.text(sent, 'api') ?? 'Message';
  return messageName({ api, direction: trace.text(sent, 'direction') ?? '' });
}
