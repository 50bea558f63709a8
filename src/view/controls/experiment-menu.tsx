/** Which experiment runs; choosing another one replaces the run, so no key does it in passing. */
import { ChevronDown, Search } from 'lucide-react';
import { useState } from 'react';
import { builtinChapters } from '../../simulation/builtins.ts';
import type { BuiltinExperiment } from '../../simulation/builtins.ts';
import { openBuiltin } from '../../store/patterns.ts';
import { usePlaygroundStore, useRun } from '../context.tsx';
import { Choice, Menu } from './menu.tsx';

export function ExperimentMenu() {
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
      {(menu) => <Experiments menu={menu} current={title} />}
    </Menu>
  );
}

/** All words, in any order, in the title or the sentence. */
function matches({ sentence, title }: BuiltinExperiment, words: readonly string[]): boolean {
  const text = `${title} ${sentence}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function Experiments({ menu, current }: { menu: string; current: string }) {
  const store = usePlaygroundStore();
  const [asked, ask] = useState('');
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const found = builtinChapters
    .map(({ heading, builtins }) => ({
      heading,
      builtins: builtins.filter((builtin) => matches(builtin, words)),
    }))
    .filter(({ builtins }) => builtins.length > 0);
  return (
    <>
      <label className="find">
        <Search size={13} aria-hidden />
        <span className="visually-hidden">Find an experiment</span>
        <input
          type="text"
          value={asked}
          placeholder="find an experiment"
          onChange={(event) => ask(event.target.value)}
        />
      </label>
      {found.length === 0 ? <p className="hint">No experiment has these words.</p> : null}
      {found.map(({ heading, builtins }) => (
        <section key={heading} aria-label={heading}>
          <h2>{heading}</h2>
          <ul className="commands">
            {builtins.map((builtin) => (
              <Choice
                key={builtin.id}
                menu={menu}
                name={builtin.title}
                about={builtin.sentence}
                current={builtin.title === current}
                onChoose={() => void openBuiltin(store, builtin)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
