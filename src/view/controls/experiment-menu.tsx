/** Which experiment runs; choosing another one replaces the run, so no key does it in passing. */
import { ChevronDown, Search } from 'lucide-react';
import { useState } from 'react';
import { builtinChapters } from '../../simulation/builtins.ts';
import type { BuiltinExperiment } from '../../simulation/builtins.ts';
import { openBuiltin } from '../../store/patterns.ts';
import { usePlaygroundStore, useRun } from '../context.tsx';
import { sayAside } from '../speech/asides.ts';
import { Choice, Menu } from './menu.tsx';
import { plural } from '../words/text.ts';

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

/** Chapters that have such experiments, with those alone. */
function chaptersWith(asked: string) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  return builtinChapters
    .map(({ heading, builtins }) => ({
      heading,
      builtins: builtins.filter((builtin) => matches(builtin, words)),
    }))
    .filter(({ builtins }) => builtins.length > 0);
}

const nothingFound = 'No experiment has these words.';

function Experiments({ menu, current }: { menu: string; current: string }) {
  const store = usePlaygroundStore();
  const [asked, setAsked] = useState('');
  const found = chaptersWith(asked);
  const ask = (text: string) => {
    setAsked(text);
    const count = chaptersWith(text).reduce((sum, { builtins }) => sum + builtins.length, 0);
    sayAside(count === 0 ? nothingFound : `${plural(count, 'experiment')} found.`);
  };
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
      {found.length === 0 ? <p className="hint">{nothingFound}</p> : null}
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
