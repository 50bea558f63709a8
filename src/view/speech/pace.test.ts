import { describe, expect, test } from 'vitest';
import { createSpeech, leastGapMs, restMs } from './pace.ts';

function setUp() {
  let nowMs = 10_000;
  let due: { readonly atMs: number; readonly call: () => void } | null = null;
  const said: string[] = [];
  const clock = {
    nowMs: () => nowMs,
    after: (ms: number, call: () => void) => {
      due = { atMs: nowMs + ms, call };
      return () => {
        due = null;
      };
    },
  };
  const pass = (ms: number) => {
    nowMs += ms;
    if (!due || due.atMs > nowMs) return;
    const { call } = due;
    due = null;
    call();
  };
  const paced = createSpeech(clock, ({ text }) => said.push(text));
  const of = (text: () => string, key?: string) => () => ({ text: text(), key: key ?? text() });
  const speech = {
    say: (text: () => string) => paced.say(of(text)),
    sayDone: (text: () => string) => paced.sayDone(of(text)),
    sayAtRest: (text: () => string, key?: string) => paced.sayAtRest(of(text, key)),
    hush: paced.hush,
  };
  return { speech, said, pass };
}

describe('what a listener hears', () => {
  test('the first words come at once, the next after a while, and the last of those wins', () => {
    const { speech, said, pass } = setUp();
    speech.say(() => 'one');
    pass(0);
    speech.say(() => 'two');
    pass(200);
    speech.say(() => 'three');
    expect(said).toEqual(['one']);
    pass(leastGapMs - 200);
    expect(said).toEqual(['one', 'three']);
  });

  test('the same words are not said twice in a row', () => {
    const { speech, said, pass } = setUp();
    speech.say(() => 'one');
    pass(leastGapMs);
    speech.say(() => 'one');
    pass(leastGapMs);
    expect(said).toEqual(['one']);
  });

  test('words are asked for when they are due, not in every frame', () => {
    const { speech, said, pass } = setUp();
    let asked = 0;
    for (let frame = 0; frame <= 60; frame++) {
      speech.say(() => {
        asked += 1;
        return 'the same';
      });
      pass(leastGapMs / 30);
    }
    expect(said).toEqual(['the same']);
    // Once for the words and once for what they are about.
    expect(asked).toBeLessThanOrEqual(6);
  });

  test('a fault in the words is none of whoever has them said', () => {
    const { speech, pass } = setUp();
    const broken = () => {
      throw new Error('no words');
    };
    expect(() => speech.say(broken)).not.toThrow();
    expect(() => pass(0)).toThrow('no words');
  });

  test('while a hand scrubs nothing is said but where it ends', () => {
    const { speech, said, pass } = setUp();
    for (const place of ['1 s', '2 s', '3 s']) {
      speech.sayAtRest(() => place);
      pass(restMs - 1);
    }
    expect(said).toEqual([]);
    pass(1);
    expect(said).toEqual(['3 s']);
  });

  test('scrubbing takes back what still waits', () => {
    const { speech, said, pass } = setUp();
    speech.say(() => 'one');
    pass(0);
    speech.say(() => 'two');
    speech.sayAtRest(() => '5 s');
    pass(leastGapMs);
    expect(said).toEqual(['one', '5 s']);
  });

  test('the same words about something else are said again', () => {
    const { speech, said, pass } = setUp();
    for (const key of ['event 7', 'event 8', 'event 8']) {
      speech.sayAtRest(() => '3.10 s: a heartbeat', key);
      pass(leastGapMs);
    }
    expect(said).toEqual(['3.10 s: a heartbeat', '3.10 s: a heartbeat']);
  });

  test('what a hand did is not taken back by what the run does', () => {
    const { speech, said, pass } = setUp();
    speech.sayDone(() => 'Playing');
    speech.say(() => 'one');
    pass(0);
    expect(said).toEqual(['Playing']);
    speech.say(() => 'two');
    pass(leastGapMs);
    expect(said).toEqual(['Playing', 'two']);
  });

  test('of several things that a hand did the first is said at once, then the last', () => {
    const { speech, said, pass } = setUp();
    speech.sayDone(() => 'Speed 1');
    pass(0);
    for (const speed of ['Speed 2', 'Speed 5']) {
      speech.sayDone(() => speed);
      pass(100);
    }
    pass(leastGapMs);
    expect(said).toEqual(['Speed 1', 'Speed 5']);
  });

  test('what is hushed is not said', () => {
    const { speech, said, pass } = setUp();
    speech.sayAtRest(() => '5 s');
    speech.hush();
    pass(leastGapMs);
    expect(said).toEqual([]);
  });
});
