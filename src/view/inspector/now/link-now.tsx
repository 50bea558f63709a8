/** A link at the cursor: how long messages take on it, and what is on it. */
import { linkKey } from '../../../trace/world.ts';
import type { MessageWorld } from '../../../trace/world.ts';
import { msRange } from '../../amounts.ts';
import { usePlaygroundStore, useRun, useWorld } from '../../context.tsx';
import { Facts } from '../facts.tsx';
import { messageFullName, messageTitle } from '../../words/messages.ts';
import { plural } from '../../words/text.ts';

export function LinkNow({ peers }: { peers: readonly [string, string] }) {
  const world = useWorld();
  const { trace } = useRun();
  const link = world.links.get(linkKey(...peers));
  if (!link) return null;
  const isBetween = (a: string, b: string) => linkKey(a, b) === linkKey(...peers);
  const open = [...world.connections.values()].filter((c) => isBetween(c.opener, c.peer));
  const underWay = [...world.messages.values()].filter((m) => isBetween(m.from, m.to));
  const bytes = underWay.reduce((sum, { sentSeq }) => {
    return sum + (trace.int(sentSeq, 'byteCount') ?? 0);
  }, 0);
  return (
    <>
      <Facts
        rows={[
          { name: 'state', value: link.cut ? 'cut: nothing passes' : 'passes' },
          { name: 'one-way latency', value: msRange(link.latencyMs) },
          ...(link.slowed
            ? [{ name: 'the network has', value: msRange(link.usualLatencyMs) }]
            : []),
          {
            name: 'connections',
            value:
              open.map(({ openAt }) => (openAt.size < 2 ? 'half open' : 'open')).join(', ') ||
              'none',
          },
          {
            name: 'under way',
            value: `${plural(underWay.length, 'message')}, ${plural(bytes, 'byte')}`,
          },
        ]}
      />
      <UnderWay messages={underWay} />
    </>
  );
}

function UnderWay({ messages }: { messages: readonly MessageWorld[] }) {
  const store = usePlaygroundStore();
  return (
    <ul className="picks column">
      {messages.map((message) => (
        <li key={message.message}>
          <button
            type="button"
            aria-label={messageFullName(message)}
            onClick={() => store.getState().select({ kind: 'message', message: message.message })}
          >
            {messageTitle(message)}
          </button>
        </li>
      ))}
    </ul>
  );
}
