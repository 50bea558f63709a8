/** Which experiment runs; choosing another one replaces the run, so no key does it in passing. */
import { ChevronDown } from 'lucide-react';
import { builtins } from '../../simulation/builtins.ts';
import { usePlaygroundStore, useRun } from '../context.tsx';
import { Choice, Menu } from './menu.tsx';

export function ExperimentMenu() {
  const store = usePlaygroundStore();
  const { title } = useRun().experiment;
  return (
    <Menu
      label={`Experiment: ${title}`}
      name="Experiments"
      title={title}
      className="experiments"
      face={
        <>
          <span className="chosen">{title}</span>
          <ChevronDown size={14} aria-hidden />
        </>
      }
    >
      {(menu) => (
        <ul className="commands">
          {builtins.map(({ id, sentence, experiment }) => (
            <Choice
              key={id}
              menu={menu}
              name={experiment.title}
              about={sentence}
              current={experiment.title === title}
              onChoose={() => store.getState().open(experiment, { play: true })}
            />
          ))}
        </ul>
      )}
    </Menu>
  );
}
