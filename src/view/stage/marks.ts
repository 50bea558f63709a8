/**
 * The vocabulary of the stage: which word, tone and icon a state has, which shape a message, which
 * letters a topic. Tables only; the legend is drawn from the same ones.
 */
import type { ConsumerStateName } from '../../protocol/facts.ts';
import type { PartitionKey, ProcessWorld, World } from '../../trace/world.ts';

export type Tone = 'good' | 'warn' | 'note' | 'bad' | 'calm';

export type IconName =
  | 'heart'
  | 'pencil'
  | 'search'
  | 'retry'
  | 'freeze'
  | 'kill'
  | 'power-off'
  | 'stop'
  | 'refused'
  | 'load'
  | 'lease'
  | 'wait';

export interface Condition {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: IconName;
  /** Told apart without colour: solid, dashed or dotted outline. */
  readonly outline: 'solid' | 'dashed' | 'dotted';
}

const consumerConditions: Readonly<Record<ConsumerStateName, Condition>> = {
  Down: { word: 'Down', tone: 'calm', icon: 'wait', outline: 'dotted' },
  Discovering: { word: 'Discovering', tone: 'note', icon: 'search', outline: 'solid' },
  Registering: { word: 'Registering', tone: 'warn', icon: 'pencil', outline: 'solid' },
  PartOfGroup: { word: 'Part of group', tone: 'good', icon: 'heart', outline: 'solid' },
  Rediscovering: { word: 'Rediscovering', tone: 'note', icon: 'retry', outline: 'solid' },
};

const running: Condition = { word: 'Running', tone: 'good', icon: 'heart', outline: 'solid' };

/** How a process fares, in one word; its status goes before its state. */
export function conditionOf(process: ProcessWorld): Condition {
  const { status, statusReason, consumer } = process;
  if (status === 'frozen') {
    return { word: 'Frozen', tone: 'bad', icon: 'freeze', outline: 'dashed' };
  }
  if (consumer?.failure || statusReason === 'fatal-error') {
    return { word: 'Refused', tone: 'bad', icon: 'refused', outline: 'dotted' };
  }
  if (status === 'stopped') {
    return { word: 'Stopped', tone: 'calm', icon: 'stop', outline: 'dotted' };
  }
  if (status === 'crashed') {
    return statusReason === 'power-off'
      ? { word: 'No power', tone: 'bad', icon: 'power-off', outline: 'dotted' }
      : { word: 'Killed', tone: 'bad', icon: 'kill', outline: 'dotted' };
  }
  return consumer ? consumerConditions[consumer.state] : running;
}

export type ShapeName = 'dot' | 'diamond' | 'triangle' | 'square' | 'hexagon';

const shapes: Readonly<Record<string, ShapeName>> = {
  Heartbeat: 'dot',
  RegisterConsumer: 'diamond',
  ConsumerMetadata: 'triangle',
  TopicMetadata: 'triangle',
  OffsetCommit: 'square',
  OffsetFetch: 'square',
};

/** ZooKeeper, the controller, and whatever another protocol may bring, are hexagons. */
export function shapeOf(api: string): ShapeName {
  return shapes[api] ?? 'hexagon';
}

/** Corners of each shape round (0, 0) for a radius of 1; the dot is a circle. */
export const corners: Readonly<Record<Exclude<ShapeName, 'dot'>, readonly [number, number][]>> = {
  diamond: [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  triangle: [
    [0, -1.25],
    [1.2, 0.9],
    [-1.2, 0.9],
  ],
  square: [
    [-0.95, -0.95],
    [0.95, -0.95],
    [0.95, 0.95],
    [-0.95, 0.95],
  ],
  hexagon: [
    [-0.55, -0.95],
    [0.55, -0.95],
    [1.1, 0],
    [0.55, 0.95],
    [-0.55, 0.95],
    [-1.1, 0],
  ],
};

/** Through a damaged message, from above to below it. */
export const crack: readonly (readonly [number, number])[] = [
  [3, -10],
  [-3, -2],
  [3, 1],
  [-2, 10],
];

/** The shortest beginning of each topic's name that no other topic shares. */
export function topicLetters(topics: readonly string[]): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const topic of topics) {
    let length = 1;
    const isShared = (start: string) =>
      topics.some((other) => other !== topic && other.startsWith(start));
    while (length < topic.length && isShared(topic.slice(0, length))) length++;
    // A long common beginning says nothing: its number among the topics is shorter.
    letters.set(topic, length <= 2 ? topic.slice(0, length) : initialAndNumber(topic, topics));
  }
  return letters;
}

function initialAndNumber(topic: string, topics: readonly string[]): string {
  const alike = topics.filter((other) => other[0] === topic[0]);
  return `${topic[0] ?? ''}${alike.indexOf(topic) + 1}`;
}

/** What stands on the tile of a partition: topic letter and number. */
export function tileLabel(
  letters: ReadonlyMap<string, string>,
  topic: string,
  partition: number,
): string {
  const start = letters.get(topic) ?? topic.slice(0, 1);
  return /\d$/.test(start) ? `${start}.${partition}` : `${start}${partition}`;
}

let lastLetters: { readonly of: string; readonly letters: ReadonlyMap<string, string> } | null =
  null;

/** Asked for at every event, and changes with the topics only: the last one is kept. */
export function lettersOf(world: World): ReadonlyMap<string, string> {
  const of = [...world.topics.keys()].join('\n');
  if (lastLetters?.of !== of) lastLetters = { of, letters: topicLetters([...world.topics.keys()]) };
  return lastLetters.letters;
}

export interface PartitionName {
  readonly topic: string;
  readonly partition: number;
}

const named = new Map<PartitionKey, PartitionName>();

/** The parts of a partition's key, taken apart once; topics have no slash in their names. */
export function namedPartition(key: PartitionKey): PartitionName {
  const known = named.get(key);
  if (known) return known;
  const slash = key.lastIndexOf('/');
  const name = { topic: key.slice(0, slash), partition: Number(key.slice(slash + 1)) };
  named.set(key, name);
  return name;
}
