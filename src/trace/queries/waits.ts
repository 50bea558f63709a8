/**
 * Why not: questions about what has not happened, and the condition that is not yet met, whom it
 * waits for, and which timer ends the wait and when. Read from the world at one moment by the rules
 * of docs/protocol.md; nothing that comes later shows. Where one condition is met, asking again
 * tells the next.
 */
import type { ProcessWorld, World } from '../world.ts';
import { notCommitting, notFetching, ownsNothing } from './waits/consumer.ts';
import { noCoordinator } from './waits/coordinator.ts';
import { deathUnnoticed } from './waits/death.ts';
import { notStable } from './waits/group.ts';
import { notArrived, unread } from './waits/things.ts';
import type { Look, Wait } from './waits/wait.ts';

export type { Look, Wait } from './waits/wait.ts';

/** What a question is about. */
export type WaitSubject =
  | { readonly kind: 'process'; readonly process: string }
  | { readonly kind: 'group'; readonly group: string }
  | {
      readonly kind: 'partition';
      readonly group: string;
      readonly topic: string;
      readonly partition: number;
    }
  | { readonly kind: 'message'; readonly message: number };

export type WaitQuestion =
  | 'owns-nothing'
  | 'not-fetching'
  | 'not-committing'
  | 'death-unnoticed'
  | 'not-stable'
  | 'no-coordinator'
  | 'unread'
  | 'not-arrived';

type Answer<S> = (look: Look, subject: S) => Wait | null;
type SubjectOf<K extends WaitSubject['kind']> = Extract<WaitSubject, { kind: K }>;

interface Row<K extends WaitSubject['kind']> {
  readonly question: WaitQuestion;
  readonly text: (subject: SubjectOf<K>) => string;
  readonly answer: Answer<SubjectOf<K>>;
}

type Rows = { readonly [K in WaitSubject['kind']]: readonly Row<K>[] };

function ofProcess(answer: (look: Look, process: ProcessWorld) => Wait | null) {
  return (look: Look, { process: name }: SubjectOf<'process'>): Wait | null => {
    const process = look.world.processes.get(name);
    return process ? answer(look, process) : notStarted(name);
  };
}

/** Before its start the world does not know it; a subject without a process is asked for all the same. */
function notStarted(name: string): Wait {
  return {
    condition: `${name} has not started.`,
    waitsFor: [name],
    timer: null,
    endsAtUs: null,
    ending: 'No timer ends this wait: it has to be started.',
    rules: [],
    sinceSeq: null,
  };
}

function ofGroup(
  answer: (look: Look, group: NonNullable<ReturnType<typeof groupOf>>) => Wait | null,
) {
  return (look: Look, { group: id }: SubjectOf<'group'>): Wait | null => {
    const group = groupOf(look.world, id);
    return group ? answer(look, group) : null;
  };
}

const groupOf = (world: World, id: string) => world.groups.get(id);

/** By the kind of subject, in the order in which they are offered. */
const rows: Rows = {
  process: [
    {
      question: 'owns-nothing',
      text: ({ process }) => `Why does ${process} own no partition?`,
      answer: ofProcess(ownsNothing),
    },
    {
      question: 'death-unnoticed',
      text: ({ process }) => `Why has it not been noticed that nothing is heard of ${process}?`,
      answer: (look, subject) =>
        look.world.processes.has(subject.process) ? ofProcess(deathUnnoticed)(look, subject) : null,
    },
    {
      question: 'not-fetching',
      text: ({ process }) => `Why does ${process} not fetch?`,
      answer: ofProcess(notFetching),
    },
    {
      question: 'not-committing',
      text: ({ process }) => `Why does ${process} not commit?`,
      answer: ofProcess(notCommitting),
    },
  ],
  group: [
    {
      question: 'no-coordinator',
      text: ({ group }) => `Why does nobody coordinate ${group}?`,
      answer: ofGroup(noCoordinator),
    },
    {
      question: 'not-stable',
      text: ({ group }) => `Why is ${group} not stable?`,
      answer: ofGroup(notStable),
    },
  ],
  partition: [
    {
      question: 'unread',
      text: ({ topic, partition }) => `Why does nobody read ${topic}/${partition}?`,
      answer: (look, { group: id, topic, partition }) => {
        const group = groupOf(look.world, id);
        return group ? unread(look, group, topic, partition) : null;
      },
    },
  ],
  message: [
    {
      question: 'not-arrived',
      text: () => 'Why has this message not arrived?',
      answer: (look, { message }) => notArrived(look, message),
    },
  ],
};

function rowsOf(subject: WaitSubject): readonly Row<never>[] {
  return rows[subject.kind] as readonly unknown[] as readonly Row<never>[];
}

export interface OfferedQuestion {
  readonly question: WaitQuestion;
  readonly text: string;
}

/** The questions about a subject that have an answer in this world. */
export function questionsFor(world: World, subject: WaitSubject): readonly OfferedQuestion[] {
  const look: Look = { world, trace: null };
  return rowsOf(subject)
    .filter(({ answer }) => answer(look, subject as never) !== null)
    .map(({ question, text }) => ({ question, text: text(subject as never) }));
}

/** What is not yet met; null where the question is not one: it has happened, or cannot. */
export function whyNot(look: Look, question: WaitQuestion, subject: WaitSubject): Wait | null {
  const row = rowsOf(subject).find((one) => one.question === question);
  return row ? row.answer(look, subject as never) : null;
}
