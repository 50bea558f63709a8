/** [WIRE-0] The fields of a frame: all of its bytes, folded and walked; what is in a node's content. */
import { describe, expect, it } from 'vitest';
import { known } from '../../../lib/assert.ts';
import { activeRun } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import { messagesOf } from '../message-index.ts';
import { around, frameOf, leafAt, leavesOf, shownFields, walkFrom } from './fields.ts';
import { differences, pairOf } from './pair.ts';

const store = playground(5_000_000);
const { trace } = activeRun(store.getState());
const index = messagesOf(trace);

function firstOf(api: string, direction: string): number {
  for (let seq = 0; seq < trace.length; seq++) {
    if (trace.kind(seq) !== 'message-sent' || trace.text(seq, 'api') !== api) continue;
    if (trace.text(seq, 'direction') === direction) return known(trace.int(seq, 'message'), 'id');
  }
  throw new Error(`no ${api} ${direction}`);
}

function frameWith(api: string, direction: string) {
  const pair = pairOf(trace, index, firstOf(api, direction), trace.length);
  return frameOf(known(direction === 'request' ? pair.request : pair.response, 'frame').bytes);
}

it('every byte of every message belongs to exactly one leaf, contents of nodes included', () => {
  for (let seq = 0; seq < trace.length; seq++) {
    const bytes = trace.kind(seq) === 'message-sent' ? trace.bytes(seq, 'bytes') : null;
    if (!bytes) continue;
    const { fields, problem } = frameOf(bytes);
    expect(problem).toBeNull();
    let at = 0;
    for (const leaf of leavesOf(fields)) {
      expect(leaf.offset, `${seq} ${leaf.path}`).toBe(at);
      at += leaf.length;
    }
    expect(at).toBe(bytes.length);
  }
});

describe('a registration', () => {
  const { fields } = frameWith('RegisterConsumer', 'request');
  const topics = known(
    fields.find(({ name }) => name === 'Topics'),
    'Topics',
  );

  it('is folded at first; each field has its value and a sentence', () => {
    expect(shownFields(fields, new Set())).toEqual(fields);
    expect(fields.map(({ name }) => name).slice(0, 4)).toEqual([
      'Size',
      'ApiKey',
      'Version',
      'CorrelationId',
    ]);
    expect(fields.filter(({ about }) => about === '')).toEqual([]);
    expect(topics.value).toBe('1 item');
  });

  it('is walked as a tree', () => {
    const open = new Set([topics.path]);
    const shown = shownFields(fields, open);
    const [first] = topics.children;
    const walk = (key: string, isOpen = true) => walkFrom(topics, key, shown, isOpen);
    expect(walk('ArrowRight', false)).toEqual({ to: topics, open: true });
    expect(walk('ArrowRight')).toEqual({ to: first });
    expect(walk('ArrowDown')).toEqual({ to: first });
    expect(walk('ArrowLeft')).toEqual({ to: topics, open: false });
    expect(walkFrom(known(first, 'Count'), 'ArrowLeft', shown, false)?.to).toBe(topics);
    expect(walk('Home')?.to).toBe(fields[0]);
    expect(walk('End')?.to).toBe(shown.at(-1));
    expect(walk('x')).toBeNull();
  });

  it('leads from a byte to its field, and to those around it', () => {
    const leaf = known(leafAt(fields, topics.offset + 5), 'leaf');
    expect(leaf.path.startsWith('topics')).toBe(true);
    expect(around(leaf)).toEqual([topics]);
    expect(leafAt(fields, 100_000)).toBeNull();
  });
});

it('[META-3] shows what a coordinator writes into a node, field by field', () => {
  const { fields } = frameWith('ZooKeeperMulti', 'request');
  const names = leavesOf(fields).map(({ path }) => path);
  expect(names.some((path) => /\.data\.\w/.test(path))).toBe(true);
});

describe('a request and its answer', () => {
  it('are found from either', () => {
    const request = firstOf('RegisterConsumer', 'request');
    const pair = pairOf(trace, index, request, trace.length);
    const response = known(pair.response, 'response');
    expect(pair.request?.message).toBe(request);
    expect(pairOf(trace, index, response.message, trace.length)).toEqual(pair);
    expect(response.fate).toMatch(/^arrived at /);
  });

  it('are there from when they were sent', () => {
    const request = firstOf('RegisterConsumer', 'request');
    const { response } = pairOf(trace, index, request, trace.length);
    const before = pairOf(trace, index, request, known(response, 'response').seq - 1);
    expect(before.response).toBeNull();
    expect(before.request?.message).toBe(request);
  });
});

it('[WIRE-0] of a damaged message both versions are there, and where they differ', () => {
  const damaged = playground(5_000_000);
  damaged.getState().act({ do: 'corrupt-message', target: ['c-1', 'broker-1'] });
  damaged.getState().seek(8_000_000);
  const run = activeRun(damaged.getState());
  const changed = Array.from({ length: run.trace.length }, (_, seq) => seq).find(
    (seq) => run.trace.kind(seq) === 'message-corrupted',
  );
  const message = known(run.trace.int(known(changed, 'corrupted'), 'message'), 'message');
  const pair = pairOf(run.trace, messagesOf(run.trace), message, run.trace.length);
  const { bytes, arrived } = known(pair.request, 'request');
  expect(differences(bytes, known(arrived, 'arrived')).length).toBeGreaterThan(0);
  expect(frameOf(bytes).problem).toBeNull();
  expect(frameOf(known(arrived, 'arrived')).problem).not.toBeNull();
});
