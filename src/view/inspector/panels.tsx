/** The tabs of the inspector. What the first look does not need is loaded with its tab. */
import type { ReactNode } from 'react';
import type { Selection } from '../../store/selection.ts';
import { NowPanel } from './now/now-panel.tsx';
import { Picks } from './picks.tsx';
import { onDemand } from '../on-demand.tsx';
import { waiting } from './part.tsx';

const WhyPanel = onDemand(async () => (await import('./why/why-panel.tsx')).WhyPanel, waiting);

const WaitsPanel = onDemand(
  async () => (await import('./why/waits-panel.tsx')).WaitsPanel,
  waiting,
);

const BytesPanel = onDemand(
  async () => (await import('./bytes/bytes-panel.tsx')).BytesPanel,
  waiting,
);

const StatePanel = onDemand(
  async () => (await import('./machine/state-panel.tsx')).StatePanel,
  waiting,
);

const SettingsPanel = onDemand(
  async () => (await import('../settings/settings-panel.tsx')).SettingsPanel,
  waiting,
);

/** What is looked at, and the event that made it what it is; null: there is none yet. */
export interface Looked {
  readonly selection: Selection;
  readonly subject: number | null;
}

type Kind = Selection['kind'];

interface Panel {
  /** Kinds of selection that have it; `nothing`: without one. */
  readonly of: ReadonlySet<Kind | 'nothing'>;
  /** Null: nothing is selected. */
  readonly show: (looked: Looked | null) => ReactNode;
}

const everything: readonly Kind[] = ['process', 'link', 'message', 'partition', 'topic', 'event'];

export const panels = {
  Now: {
    of: new Set([...everything, 'nothing']),
    show: (looked) => (looked ? <NowPanel {...looked} /> : <Picks />),
  },
  Why: {
    of: new Set(everything),
    show: () => <WhyPanel />,
  },
  Waits: {
    of: new Set([...everything, 'nothing']),
    show: (looked) => <WaitsPanel selection={looked?.selection ?? null} />,
  },
  Bytes: {
    of: new Set(['message', 'event']),
    show: (looked) => <BytesPanel subject={looked?.subject ?? null} />,
  },
  State: {
    of: new Set(['process', 'nothing']),
    show: (looked) => <StatePanel selection={looked?.selection ?? null} />,
  },
  Settings: {
    of: new Set([...everything, 'nothing']),
    show: (looked) => <SettingsPanel process={processOf(looked)} />,
  },
} as const satisfies Readonly<Record<string, Panel>>;

export type PanelName = keyof typeof panels;

/** The tabs of a kind of selection, in order. */
export function panelsOf(kind: Kind | 'nothing'): readonly PanelName[] {
  const names = Object.keys(panels) as PanelName[];
  return names.filter((name) => (panels[name] as Panel).of.has(kind));
}

function processOf(looked: Looked | null): string | null {
  return looked?.selection.kind === 'process' ? looked.selection.process : null;
}
