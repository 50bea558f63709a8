/** What a selection can be asked about: itself, who is behind it, and its group. Pure. */
import type { Selection } from '../../../store/selection.ts';
import { questionsFor, whyNot } from '../../../trace/queries/waits.ts';
import type { Look, Wait, WaitSubject } from '../../../trace/queries/waits.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import type { World } from '../../../trace/world.ts';

/** In the order in which they are asked about; `group` is the one whose story is told. */
export function waitSubjects(
  selection: Selection | null,
  group: string,
  { processes }: World,
  trace: TraceReader,
): readonly WaitSubject[] {
  const ofGroup: WaitSubject = { kind: 'group', group };
  const ofProcess = (process: string): readonly WaitSubject[] => {
    const own = processes.get(process)?.consumer?.group ?? group;
    return [
      { kind: 'process', process },
      { kind: 'group', group: own },
    ];
  };
  switch (selection?.kind) {
    case 'process':
      return ofProcess(selection.process);
    case 'partition':
      return [{ ...selection, group }, ofGroup];
    case 'message':
      return [selection, ofGroup];
    case 'event': {
      const process = selection.seq < trace.length ? trace.process(selection.seq) : undefined;
      return process === undefined ? [ofGroup] : ofProcess(process);
    }
    default:
      return [ofGroup];
  }
}

export interface AnsweredQuestion {
  readonly key: string;
  readonly text: string;
  readonly wait: Wait;
}

/** The questions that have an answer at the moment that is looked at, each with it. */
export function answeredQuestions(
  look: Look,
  subjects: readonly WaitSubject[],
): readonly AnsweredQuestion[] {
  return subjects.flatMap((subject) =>
    questionsFor(look.world, subject).flatMap(({ question, text }) => {
      const wait = whyNot(look, question, subject);
      return wait ? [{ key: text, text, wait }] : [];
    }),
  );
}
