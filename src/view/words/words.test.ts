import { describe, expect, it } from 'vitest';
import { asSentence, capital, humps, listed, namesOr, sentenceCase } from './text.ts';
import { generationLabel, messageName, messageTitle, messageWords } from './messages.ts';
import type { MessageWorld } from '../../trace/world.ts';

const refused: MessageWorld = {
  message: 7,
  connection: 'x',
  from: 'broker-1',
  to: 'c-1',
  api: 'Heartbeat',
  direction: 'response',
  correlationId: 3,
  request: 6,
  group: 'g',
  generation: 2,
  error: 'IllegalGeneration',
  reason: 'stale',
  sentAtUs: 0,
  arrivesAtUs: 1,
  held: 'link-cut',
  heldAtUs: 0,
  sentSeq: 0,
  corrupted: false,
};

describe('a message', () => {
  it('is called the same in short, in a table and in full', () => {
    expect(messageName(refused)).toBe('Heartbeat response');
    expect(messageWords(refused)).toBe('Heartbeat response: IllegalGeneration');
    expect(messageTitle(refused)).toBe(
      'Heartbeat response, broker-1 to c-1, IllegalGeneration, generation 2, waits: the link is cut',
    );
  });
});

describe('the shortest label of a message', () => {
  it('says that its number is a generation, and that it is old in a word, not by colour alone', () => {
    expect(generationLabel(2, 2)).toBe('g2');
    expect(generationLabel(1, 2)).toBe('g1 stale');
  });
});

describe('a sentence', () => {
  it('begins with a capital where its first word is ours, and keeps a name as it is spelled', () => {
    expect(sentenceCase('topic orders was deleted')).toBe('Topic orders was deleted');
    expect(sentenceCase('the lease of broker-1 is over')).toBe('The lease of broker-1 is over');
    expect(sentenceCase('c-1 is dead')).toBe('c-1 is dead');
    expect(capital('cut link')).toBe('Cut link');
  });

  it('ends with one full stop, whoever wrote it', () => {
    expect(asSentence('out of memory')).toBe('Out of memory.');
    expect(asSentence('out of memory. ')).toBe('Out of memory.');
  });

  it('lists names', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
    expect(namesOr([], 'nobody')).toBe('nobody');
  });
});

it('breaks a word where a reader would, and loses nothing of it', () => {
  const refusal = 'c-1: UnknownPartitionAssignmentStrategy at 0.5 s';
  expect(humps(refusal)).toEqual(['c-1: Unknown', 'Partition', 'Assignment', 'Strategy at 0.5 s']);
  expect(humps('ZooKeeperPing of eu.orders_old')).toEqual([
    'Zoo',
    'Keeper',
    'Ping of eu.',
    'orders_',
    'old',
  ]);
  expect(humps('')).toEqual(['']);
});
