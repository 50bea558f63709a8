/** What can be done with a thing of the stage at this moment, and why the rest cannot. */
import { toolNames } from '../../store/actions.ts';
import type { Proposal } from '../../store/actions.ts';
import { dropProposal } from '../../store/drops.ts';
import type { Carried } from '../../store/drops.ts';
import { activeRun, currentWorld } from '../../store/playground.ts';
import type { Playground, PlaygroundStore } from '../../store/playground.ts';
import { processTarget, sameSelection } from '../../store/selection.ts';
import type { Remedy, Target, Tool } from '../../store/selection.ts';
import { linkKey, partitionKey } from '../../trace/world.ts';
import { messagesOf } from '../inspector/message-index.ts';
import { applyTool, meantBy, proposalAt, situationOf } from '../stage/use-tool.ts';
import type { Thing } from './hand.ts';
import { openPanel } from './open-panel.ts';
import { capital } from '../words/text.ts';

export interface Entry {
  readonly label: string;
  /** The key that does it while the thing is selected. */
  readonly keys?: string;
  /** Why it cannot be done now. */
  readonly why?: string;
  readonly run: (store: PlaygroundStore) => void;
}

/** Groups of entries, with a line between them; those that change the experiment come first. */
type Sections = readonly (readonly Entry[])[];

export function menuOf(state: Playground, thing: Thing): Sections {
  switch (thing.kind) {
    case 'process':
      return processMenu(state, thing.process);
    case 'link':
      return [linkDeeds(state, thing.peers), looks(state, thing, 'Why', 'Settings')];
    case 'partition':
      return partitionMenu(state, thing);
    case 'topic':
      return [topicDeeds(state, thing.topic), looks(state, thing, 'Why')];
    case 'message':
      return messageMenu(state, thing.message);
  }
}

type AnyTool = Tool | Remedy;

const keysOf: Readonly<Partial<Record<AnyTool, string>>> = {
  kill: 'K',
  'power-off': 'P',
  freeze: 'Z',
  thaw: 'Z',
  stop: 'S',
  restart: 'R',
  'cut-link': 'X',
  'restore-link': 'X',
  'slow-link': 'L',
};

function whyNot(proposed: Proposal): Pick<Entry, 'why'> {
  return proposed.ok ? {} : { why: proposed.why };
}

function deed(state: Playground, tool: AnyTool, target: Target, label?: string): Entry {
  const keys = keysOf[tool];
  return {
    label: label ?? capital(toolNames[tool]),
    ...(keys === undefined ? {} : { keys }),
    ...whyNot(proposalAt(state, tool, target)),
    run: (store) => applyTool(store, tool, target),
  };
}

type PanelName = Parameters<typeof openPanel>[0];

/** Panels that answer a question are asked for with it. */
const panelLabels: Readonly<Partial<Record<PanelName, string>>> = {
  Why: 'Why?',
  Waits: 'What does it wait for?',
};

/** Selecting it, and the panels that tell of it. */
function looks({ selection }: Playground, thing: Thing, ...panels: PanelName[]): readonly Entry[] {
  const select = (store: PlaygroundStore) => store.getState().select(thing);
  const selecting = { label: 'Select', keys: 'Enter', run: select };
  return [
    ...(sameSelection(selection, thing) ? [] : [selecting]),
    ...panels.map((panel) => ({
      label: panelLabels[panel] ?? panel,
      run: (store: PlaygroundStore) => {
        select(store);
        openPanel(panel);
      },
    })),
  ];
}

function selects(process: string, label: string): Entry {
  return { label, run: (store) => store.getState().select(processTarget(process)) };
}

function processMenu(state: Playground, process: string): Sections {
  const target = processTarget(process);
  const { status, consumer } = currentWorld(state).processes.get(process) ?? {};
  const deeds = [
    deed(state, status === 'frozen' ? 'thaw' : 'freeze', target),
    deed(state, 'kill', target),
    deed(state, 'power-off', target),
    deed(state, 'stop', target),
    deed(state, 'restart', target),
  ];
  const sights = looks(state, { kind: 'process', process }, 'Why', 'Waits', 'State', 'Settings');
  return consumer ? [deeds, itsLink(state, process), sights] : [deeds, sights];
}

/** A consumer talks to one broker at a time: that line is meant. */
function itsLink(state: Playground, process: string): readonly Entry[] {
  const world = currentWorld(state);
  return (['cut-link', 'slow-link'] as const).map((tool) => {
    const meant = meantBy(tool, processTarget(process), world);
    const verb = tool === 'cut-link' ? 'Cut' : 'Slow';
    if (meant.kind === 'link') {
      const peer = meant.peers.find((name) => name !== process) ?? '';
      return deed(state, tool, meant, `${verb} the link to ${peer}`);
    }
    const why = `${process} has no connection now, or more than one: choose a line.`;
    return { label: `${verb} its link`, why, run: () => {} };
  });
}

function linkDeeds(state: Playground, peers: readonly [string, string]): readonly Entry[] {
  const target: Target = { kind: 'link', peers };
  const link = currentWorld(state).links.get(linkKey(...peers));
  const [a, b] = peers;
  return [
    deed(state, link?.cut ? 'restore-link' : 'cut-link', target),
    deed(state, 'slow-link', target, 'Slow it ten times'),
    deed(state, 'usual-speed', target),
    corruption(a, b),
    corruption(b, a),
  ];
}

function corruption(from: string, to: string): Entry {
  return {
    label: `Corrupt the next message to ${to}`,
    run: (store) => store.getState().act({ do: 'corrupt-message', target: [from, to] }),
  };
}

function partitionMenu(state: Playground, tile: Extract<Carried, { kind: 'partition' }>): Sections {
  const situation = situationOf(state);
  const { processes } = situation.world;
  const { topic } = tile;
  const key = partitionKey(topic, tile.partition);
  const readers = [...processes.values()].filter(({ consumer }) => consumer?.held.has(key));
  const someConsumer = [...processes.values()].find(
    ({ consumer }) => consumer?.group === state.group,
  );
  const deeds = [...topicDeeds(state, topic)];
  if (someConsumer) {
    const handed = dropProposal(tile, processTarget(someConsumer.name), situation);
    deeds.push({ label: 'Hand it to a consumer', ...whyNot(handed), run: () => {} });
  }
  const owners = readers.map(({ name }) => selects(name, `Select ${name}, who reads it`));
  const whole: Entry = {
    label: `Select topic ${topic}`,
    run: (store) => store.getState().select({ kind: 'topic', topic }),
  };
  return [deeds, [...looks(state, tile, 'Why', 'Waits'), whole, ...owners]];
}

/** [TRIG-3] [TRIG-4] What can be done with a topic. */
function topicDeeds(state: Playground, topic: string): readonly Entry[] {
  const partitions = currentWorld(state).topics.get(topic)?.partitions ?? 0;
  const gone = partitions === 0 ? { why: `There is no topic ${topic} now.` } : {};
  return [
    {
      label: `Add a partition to ${topic}`,
      ...gone,
      run: (store) =>
        store.getState().act({ do: 'add-partitions', topic, partitions: partitions + 1 }),
    },
    {
      label: `Delete topic ${topic}`,
      keys: 'Delete',
      ...gone,
      run: (store) => store.getState().act({ do: 'delete-topic', topic }),
    },
  ];
}

function messageMenu(state: Playground, message: number): Sections {
  const { trace, seenUs } = activeRun(state);
  const events = messagesOf(trace).eventsOf(message);
  const seen = events.filter((seq) => trace.atUs(seq) <= seenUs);
  const sent = events[0];
  const delivered = seen.find((seq) => trace.kind(seq) === 'message-delivered');
  const moments: Entry[] = [
    moment('Go to the moment it was sent', sent, 'It was sent before this run.'),
    moment('Go to the moment it was delivered', delivered, 'It has not been delivered so far.'),
  ];
  const now = currentWorld(state).messages.get(message);
  const ends = now
    ? [selects(now.from, `Select ${now.from}, its sender`), selects(now.to, `Select ${now.to}`)]
    : [];
  return [
    moments,
    [...looks(state, { kind: 'message', message }, 'Why', 'Waits', 'Bytes'), ...ends],
  ];
}

function moment(label: string, seq: number | undefined, otherwise: string): Entry {
  return {
    label,
    ...(seq === undefined ? { why: otherwise } : {}),
    run: (store) => {
      if (seq !== undefined) store.getState().seekToEvent(seq);
    },
  };
}
