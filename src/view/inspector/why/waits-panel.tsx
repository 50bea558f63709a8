/** Waits: what has not happened yet, and why not: whom or what it waits for, and until when. */
import type { Selection } from '../../../store/selection.ts';
import { usePlayground, useRun, useWorld } from '../../context.tsx';
import { WaitCard } from './wait-card.tsx';
import { answeredQuestions, waitSubjects } from './wait-subjects.ts';
import './why.css';

export function WaitsPanel({ selection }: { selection: Selection | null }) {
  const world = useWorld();
  const { trace } = useRun();
  const group = usePlayground((state) => state.group);
  const subjects = waitSubjects(selection, group, world, trace);
  const questions = answeredQuestions({ world, trace }, subjects);
  if (questions.length === 0) return <p className="hint">{nothingWaited(selection)}</p>;
  return (
    <ul className="waits">
      {questions.map(({ key, text, wait }) => (
        <li key={key}>
          <WaitCard question={text} wait={wait} />
        </li>
      ))}
    </ul>
  );
}

function nothingWaited(selection: Selection | null): string {
  const nobody = selection
    ? 'it waits for nothing, and neither does its group'
    : 'the group waits for nothing';
  return `At this moment ${nobody}. Freeze or kill something, and look here again.`;
}
