/** The steps of a chain: one stop of the Tab key, which the arrow keys walk; Enter goes there. */
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { WhyStep } from '../../../trace/why.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { Breakable } from '../../words/breakable.tsx';
import { RuleTag } from '../rule-tag.tsx';

interface ChainListProps {
  /** The event that the chain begins with. */
  readonly root: number;
  readonly steps: readonly WhyStep[];
}

export function ChainList({ root, steps }: ChainListProps) {
  const here = usePlayground(({ selection }) =>
    selection?.kind === 'event' ? selection.seq : root,
  );
  const [entered, enter] = useState(here);
  const stop = [entered, here, root].find((seq) => steps.some((step) => step.seq === seq));
  return (
    // Its buttons have the focus; their arrow keys are those of the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol className="why" aria-label="Steps back to what set it off" onKeyDown={walk}>
      {steps.map((step, index) => (
        <Step
          key={step.seq}
          step={step}
          isHere={step.seq === here}
          isStop={step.seq === stop}
          isLast={index === steps.length - 1}
          enter={() => enter(step.seq)}
        />
      ))}
    </ol>
  );
}

/** Up and down from step to step, right and left among what is on one. */
function walk(event: KeyboardEvent<HTMLOListElement>): void {
  const { activeElement } = document;
  const item = activeElement?.closest('li');
  if (!item || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.children];
  const own = [...item.querySelectorAll('button')];
  const place = items.indexOf(item);
  const steps: Readonly<Record<string, Element | undefined>> = {
    ArrowDown: items[place + 1] ?? item,
    ArrowUp: items[place - 1] ?? item,
    Home: items[0],
    End: items.at(-1),
    ArrowRight: own[own.findIndex((button) => button === activeElement) + 1] ?? own.at(-1),
    ArrowLeft: own[own.findIndex((button) => button === activeElement) - 1] ?? own[0],
  };
  const to = steps[event.key];
  if (!to) return;
  event.preventDefault();
  const button = to instanceof HTMLButtonElement ? to : to.querySelector('button');
  button?.focus();
}

function toneOf({ kind }: WhyStep): string {
  if (kind === 'command') return 'yours';
  if (kind.startsWith('process-')) return 'process';
  if (kind === 'timer-fired' || kind === 'request-refused' || kind === 'member-removed')
    return 'bad';
  if (kind.startsWith('rebalance-') || kind === 'group-state') return 'group';
  return 'other';
}

/** What a chain ends with, beside an action: nothing in the run came before it. */
const beginnings: Readonly<Record<string, string>> = {
  'group-configured': 'a setting',
  'process-started': 'set in the experiment',
  'topic-changed': 'set in the experiment',
};

interface StepProps {
  readonly step: WhyStep;
  /** It is the selected one. */
  readonly isHere: boolean;
  /** The Tab key comes here. */
  readonly isStop: boolean;
  readonly isLast: boolean;
  readonly enter: () => void;
}

function Step({ step, isHere, isStop, isLast, enter }: StepProps) {
  const store = usePlaygroundStore();
  const go = () => {
    const state = store.getState();
    // In this order: a tile whose past is looked at would have another chain.
    state.select({ kind: 'event', seq: step.seq });
    state.seekToEvent(step.seq);
  };
  const beginning =
    step.kind === 'command' ? 'your action' : isLast ? beginnings[step.kind] : undefined;
  return (
    <li className={toneOf(step)} aria-current={isHere ? 'step' : undefined}>
      <button
        type="button"
        className="plain"
        title={step.text}
        tabIndex={isStop ? 0 : -1}
        onFocus={enter}
        onClick={go}
      >
        <Breakable text={step.text} />
      </button>
      <span className="where">
        <span className="mono">{inSeconds(step.atUs)}</span>
        {beginning === undefined ? null : <strong>{beginning}</strong>}
        {step.rules.slice(0, 3).map((rule) => (
          <RuleTag key={rule} rule={rule} isStop={false} />
        ))}
      </span>
    </li>
  );
}
