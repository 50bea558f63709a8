/** The nodes that ZooKeeper holds at the cursor, its sessions, and who waits for changes of what. */
import { memo, useState } from 'react';
import type { ExplainedField } from '../../../wire/explain.ts';
import { activeRun } from '../../../store/playground.ts';
import { usePlayground, useRun } from '../../context.tsx';
import { storeTree } from './nodes.ts';
import type { StoreNode } from './nodes.ts';
import { replayOf } from './replay.ts';
import './store-tree.css';
import { plural } from '../../words/text.ts';

export function StoreTree({ store }: { store: string }) {
  const { trace } = useRun();
  const scenario = usePlayground((state) => activeRun(state).experiment.scenario);
  const last = usePlayground(({ cursor }) => cursor.seq);
  const replay = replayOf(trace, store, scenario);
  const state = replay.stateAt(last);
  const { inputs } = replay;
  // Most events never reach the store: its nodes are the same then.
  const [seen, see] = useState(() => ({ trace, inputs, tree: storeTree(state) }));
  const isSame = seen.trace === trace && seen.inputs === inputs;
  const tree = isSame ? seen.tree : storeTree(state);
  if (!isSame) see({ trace, inputs, tree });
  const sessions = [...state.sessions.values()];
  const watches = [...state.watches].filter(([, waiting]) => waiting.size > 0);
  return (
    <>
      <section aria-label="Nodes">
        <h3>Nodes</h3>
        <ul className="store">
          {tree.map((node) => (
            <NodeRow key={node.path} node={node} />
          ))}
        </ul>
      </section>
      <section aria-label="Sessions">
        <h3>Sessions</h3>
        <p className="hint">Who is silent for its session&rsquo;s timeout loses it (COORD-4).</p>
        <ul className="store">
          {sessions.map(({ id, client, connection, ephemerals }) => (
            <li key={id}>
              <strong className="mono">{id}</strong> of {client}
              {connection === null ? ', not connected' : ''}, holds{' '}
              {[...ephemerals].join(', ') || 'nothing'}
            </li>
          ))}
        </ul>
      </section>
      <details className="store-part">
        <summary>{plural(watches.length, 'watch').replace('watchs', 'watches')}</summary>
        <p className="hint">Each is told once, at the next change of the node (TOP-1).</p>
        <ul className="store">
          {watches.map(([path, waiting]) => (
            <li key={path}>
              <span className="mono">{path}</span> for {[...waiting].join(', ')}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Few enough to be read at once. */
const openUpTo = 4;

const NodeRow = memo(function NodeRow({ node }: { node: StoreNode }) {
  const { path, name, children, fields, count: nodes } = node;
  const hasMore = children.length > 0 || fields.some((field) => field.children.length > 0);
  if (!hasMore) {
    return (
      <li className="leaf">
        <NodeWords node={node} />
      </li>
    );
  }
  const isOpen = children.length > 0 && nodes <= openUpTo;
  return (
    <li>
      <details open={isOpen}>
        <summary>
          {children.length > 0 ? (
            <>
              <strong className="mono">/{name}</strong>{' '}
              <span className="hint">{plural(nodes, 'node')}</span>
            </>
          ) : (
            <NodeWords node={node} />
          )}
        </summary>
        <ul className="store">
          {children.map((child) => (
            <NodeRow key={child.path} node={child} />
          ))}
          {fields.map((field) => (
            <FieldRow key={`${path} ${field.path}`} field={field} />
          ))}
        </ul>
      </details>
    </li>
  );
});

function NodeWords({ node: { path, name, version, owner, value } }: { node: StoreNode }) {
  return (
    <span title={path}>
      <strong className="mono">{name}</strong>
      {version === '' ? null : <span className="version">{version}</span>}
      {owner === '' ? null : <span className="owner">ephemeral, session {owner}</span>}
      <span className="held">{value}</span>
    </span>
  );
}

function FieldRow({ field: { name, value, about, children } }: { field: ExplainedField }) {
  if (children.length === 0) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return (
      <li className="leaf" title={about}>
        {name} <span className="mono">{text}</span>
      </li>
    );
  }
  return (
    <li>
      <details>
        <summary title={about}>
          {name} <span className="hint">{Math.max(0, children.length - 1)}</span>
        </summary>
        <ul className="store">
          {children
            .filter((child) => child.name !== 'Count')
            .map((child) => (
              <FieldRow key={child.path} field={child} />
            ))}
        </ul>
      </details>
    </li>
  );
}
