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
    <>
      <p className="hint">What has not happened at this moment, and what it waits for.</p>
      <ul className="waits">
        {questions.map(({ key, text, wait }) => (
          <li key={key}>
            <WaitCard question={text} wait={wait} />
          </li>
        ))}
      </ul>
    </>
  );
}

function nothingWaited(selection: Selection | null): string {
  const whose = selection ? 'It, and its group, wait' : 'The group waits';
  return `${whose} for nothing at this moment. Freeze or kill something, and look here again.`;
}
