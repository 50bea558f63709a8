/** The help page: marks, keys, the protocol in ten sentences, which design this is. It can be printed. */
import { Printer, Search, X } from 'lucide-react';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { LegendContents } from '../stage/legend.tsx';
import { plural } from '../words/text.ts';
import {
  About,
  BadIdeas,
  FirstMinute,
  Keys,
  Privacy,
  TenSentences,
  ThisDesign,
  WhatKafkaShips,
} from './help-parts.tsx';
import { TimeHelp } from './time-help.tsx';

interface Part {
  readonly id: string;
  readonly title: string;
  readonly Contents: ComponentType;
}

const parts: readonly Part[] = [
  { id: 'first-minute', title: 'The first minute', Contents: FirstMinute },
  { id: 'sentences', title: 'The protocol in ten sentences', Contents: TenSentences },
  { id: 'time', title: 'When, why, what if', Contents: TimeHelp },
  { id: 'marks', title: 'Marks', Contents: LegendContents },
  { id: 'keys', title: 'Keys', Contents: Keys },
  { id: 'design', title: 'Which design this is', Contents: ThisDesign },
  { id: 'kafka', title: 'What Kafka ships instead', Contents: WhatKafkaShips },
  { id: 'bad-ideas', title: 'Bad ideas to take from here', Contents: BadIdeas },
  { id: 'privacy', title: 'Privacy', Contents: Privacy },
  { id: 'about', title: 'Version and licence', Contents: About },
];

export function HelpPage({ close }: { close: () => void }) {
  const [asked, setAsked] = useState('');
  const [found, setFound] = useState(all);
  const ask = (text: string) => {
    setAsked(text);
    setFound(partsWith(text));
  };
  return (
    <>
      <header className="help-head">
        <h1>Help</h1>
        <label className="find">
          <Search size={14} aria-hidden />
          <span className="visually-hidden">Find in the help</span>
          <input
            type="search"
            value={asked}
            placeholder="find in the help"
            onChange={(event) => ask(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="plain icon"
          aria-label="Print the help"
          title="Print"
          onClick={() => window.print()}
        >
          <Printer size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="plain icon"
          aria-label="Close"
          title="Close (Escape)"
          onClick={close}
        >
          <X size={18} aria-hidden />
        </button>
      </header>
      <nav className="help-contents" aria-label="Parts of the help">
        {parts.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className="plain"
            disabled={!found.has(id)}
            onClick={() => goTo(id)}
          >
            {title}
          </button>
        ))}
      </nav>
      <div className="help-body">
        {parts.map(({ id, title, Contents }) => (
          <section
            key={id}
            id={`help-${id}`}
            aria-labelledby={`help-${id}-title`}
            hidden={!found.has(id)}
          >
            <h2 id={`help-${id}-title`} tabIndex={-1}>
              {title}
            </h2>
            <Contents />
          </section>
        ))}
        {/* The page behind the dialog is silent. */}
        <output className="visually-hidden">
          {asked === '' ? '' : plural(found.size, 'part')}
        </output>
        {found.size === 0 ? <p>No part of the help has these words.</p> : null}
      </div>
    </>
  );
}

function goTo(id: string): void {
  const heading = document.querySelector<HTMLElement>(`#help-${id}-title`);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

const all: ReadonlySet<string> = new Set(parts.map(({ id }) => id));

/** The parts that have all the words, in any order; read from the page, so that nothing is missed. */
function partsWith(asked: string): ReadonlySet<string> {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ id }: Part) => {
    const text = document.querySelector(`#help-${id}`)?.textContent?.toLowerCase() ?? '';
    return words.every((word) => text.includes(word));
  };
  return new Set(parts.filter(has).map(({ id }) => id));
}
