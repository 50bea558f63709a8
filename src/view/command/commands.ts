/**
 * Everything that can be done at this moment, from the tables that the page itself is made of: its
 * keys, its menus, its views, its experiments. Nothing has words of its own here that stand elsewhere.
 */
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { builtins } from '../../simulation/builtins.ts';
import { openBuiltin } from '../../store/patterns.ts';
import { speeds } from '../../store/playback.ts';
import type { Speed } from '../../store/playback.ts';
import { currentWorld } from '../../store/playground.ts';
import type { Playground, PlaygroundStore } from '../../store/playground.ts';
import { sameSelection } from '../../store/selection.ts';
import type { Selection } from '../../store/selection.ts';
import { limits } from '../../trace/experiment-fields.ts';
import { breakpointIds, parametersOf, sayBreakpoint } from '../../trace/queries/breakpoint.ts';
import type { Breakpoint } from '../../trace/queries/breakpoint.ts';
import { keyCommands } from '../controls/key-commands.ts';
import type { Thing } from '../hand/hand.ts';
import { deed, menuOf } from '../hand/menu-entries.ts';
import type { Entry } from '../hand/menu-entries.ts';
import { changeWindow } from '../time/axis/time-axis.ts';
import { following } from '../time/axis/window-buttons.tsx';
import { showTab, timeTabs, timeView } from '../time/view-state.ts';
import { arm, armed, disarm } from './arm.ts';
import { stepName, waysNow } from './stops.ts';
import { matching, timeTyped } from './match.ts';

export interface Command {
  /** What is done; with `subject`, to what. Both together are its name, and no other has it. */
  readonly label: string;
  readonly subject?: string;
  /** Other words that people look for it by. */
  readonly also?: string;
  readonly keys?: string;
  /** Why it cannot be done now. */
  readonly why?: string;
  readonly run: (store: PlaygroundStore) => void;
}

type Source = (state: Playground) => readonly Command[];

const byKey: Source = () =>
  keyCommands
    .filter(({ keyOnly }) => !keyOnly)
    .map(({ words, shown, run, also = '' }) => ({
      label: words,
      also,
      keys: shown,
      run: (store) => run(store.getState(), store),
    }));

const steps: Source = (state) =>
  waysNow(state).flatMap((way) =>
    ([1, -1] as const).map((direction) => ({
      label: stepName(way, direction),
      run: (store: PlaygroundStore) => way.step(store.getState(), direction),
    })),
  );

const allSpeeds: Source = () =>
  (['adaptive', ...speeds] as readonly Speed[]).map((speed) => ({
    label: speed === 'adaptive' ? 'Speed: adaptive' : `Speed: ${speed}×`,
    run: (store) => store.getState().setSpeed(speed),
  }));

const views: Source = () => {
  const { asTable, ownershipBy, isTall } = timeView.getState();
  const by = ownershipBy === 'consumer' ? 'partition' : 'consumer';
  return [
    ...timeTabs.map((tab) => ({ label: `View: ${tab}`, run: () => showTab(tab) })),
    {
      label: asTable ? 'Views over time as pictures' : 'Views over time as tables',
      run: () => timeView.setState({ asTable: !asTable }),
    },
    {
      label: `Ownership by ${by}`,
      run: () => {
        timeView.setState({ ownershipBy: by });
        showTab('Ownership');
      },
    },
    {
      label: isTall ? 'Show the stage again' : 'Views over time large',
      run: () => timeView.setState({ isTall: !isTall }),
    },
    {
      label: 'Follow the playhead on the axis of time',
      run: (store) => changeWindow(store.getState(), following),
    },
  ];
};

/**
 * What the menu of a thing offers, and what it offers at other times, which says why not now. A deed
 * that names its thing already needs no subject.
 */
function ofThing(state: Playground, thing: Thing, subject: string): Command[] {
  return [...menuOf(state, thing).flat(), ...otherDeeds(state, thing)].map(
    ({ label, keys, why, run }) => ({
      label,
      ...(label.includes(subject) ? {} : { subject }),
      ...(keys !== undefined && sameSelection(state.selection, thing) ? { keys } : {}),
      ...(why === undefined ? {} : { why }),
      run,
    }),
  );
}

function otherDeeds(state: Playground, thing: Thing): readonly Entry[] {
  if (thing.kind === 'process') {
    return (['freeze', 'thaw'] as const).map((tool) => deed(state, tool, thing));
  }
  if (thing.kind !== 'link') return [];
  return (['cut-link', 'restore-link'] as const).map((tool) => deed(state, tool, thing));
}

const things: Source = (state) => {
  const { processes, links, topics } = currentWorld(state);
  return [
    ...[...processes.keys()].flatMap((process) =>
      ofThing(state, { kind: 'process', process }, process),
    ),
    ...[...links.values()].flatMap(({ peers }) =>
      ofThing(state, { kind: 'link', peers }, peers.join(' \u2013 ')),
    ),
    ...[...topics.keys()].flatMap((topic) => ofThing(state, { kind: 'topic', topic }, topic)),
    ...[...topics].flatMap(([topic, { partitions }]) =>
      Array.from({ length: partitions }, (_, partition) =>
        selecting(`${topic} ${partition}`, { kind: 'partition', topic, partition }),
      ),
    ),
  ];
};

function selecting(subject: string, selection: Selection): Command {
  return { label: 'Select', subject, run: (store) => store.getState().select(selection) };
}

const experiments: Source = () =>
  builtins.map((builtin) => ({
    label: 'Open experiment',
    subject: builtin.title,
    run: (store) => void openBuiltin(store, builtin),
  }));

const branches: Source = ({ runs, runId }) => {
  const listed = [...runs.values()].filter((run) => run.listed && run.id !== runId);
  return listed.map(({ id, name }) => ({
    label: 'Go to branch',
    subject: name,
    run: (store) => store.getState().switchBranch(id),
  }));
};

/** Arms it, or disarms it where it is armed. */
function stopAt(state: Playground, breakpoint: Breakpoint): Command {
  const { breakpoints } = state;
  const { id } = breakpoint;
  const isArmed = JSON.stringify(armed(breakpoints, id)) === JSON.stringify(breakpoint);
  return {
    label: isArmed ? 'Do not stop any more when' : 'Stop when',
    subject: sayBreakpoint(breakpoint),
    run: (store) => {
      const { setBreakpoints } = store.getState();
      setBreakpoints(isArmed ? disarm(breakpoints, id) : arm(breakpoints, breakpoint));
    },
  };
}

const breakpointList: Source = (state) => [
  ...breakpointIds
    .filter((id) => parametersOf(id).must.length === 0)
    .map((id) => stopAt(state, { id })),
  ...[...currentWorld(state).processes.keys()].map((process) =>
    stopAt(state, { id: 'process', process }),
  ),
  ...(Object.keys(rules) as RuleId[]).map((rule) => stopAt(state, { id: 'rule', rule })),
];

const sources: readonly Source[] = [
  byKey,
  steps,
  things,
  views,
  allSpeeds,
  breakpointList,
  experiments,
  branches,
];

export function nameOf({ label, subject }: Command): string {
  return subject === undefined ? label : `${label} ${subject}`;
}

/** What these words mean now, the best first; without any, all, those used lately before the others. */
export function commandsFor(
  state: Playground,
  query: string,
  recent: readonly string[],
): Command[] {
  const named = commandsNow(state).map((command) => {
    const name = nameOf(command);
    return { command, words: `${name} ${command.also ?? ''}`, recency: recent.indexOf(name) };
  });
  const found = matching(named, query, ({ recency }) => recency >= 0);
  if (query.trim() === '') {
    const lately = found.filter(({ recency }) => recency >= 0);
    lately.sort((a, b) => a.recency - b.recency);
    const others = found.filter(({ recency }) => recency < 0);
    return [...lately, ...others].map(({ command }) => command);
  }
  const going = goingTo(query);
  return [...(going ? [going] : []), ...found.map(({ command }) => command)];
}

/** All commands of this moment; where two have one name, the first. */
function commandsNow(state: Playground): Command[] {
  const byName = new Map<string, Command>();
  for (const source of sources) {
    for (const command of source(state)) {
      const name = nameOf(command);
      if (!byName.has(name)) byName.set(name, command);
    }
  }
  return [...byName.values()];
}

/** The command that a typed time is; null: none was typed. */
function goingTo(query: string): Command | null {
  const atUs = timeTyped(query);
  if (atUs === null) return null;
  const label = `Go to ${atUs / 1e6} s`;
  const run = (store: PlaygroundStore) => store.getState().seek(atUs);
  if (atUs <= limits.ms * 1000) return { label, run };
  return { label, run, why: `No experiment goes on for longer than ${limits.ms / 1000} s.` };
}
