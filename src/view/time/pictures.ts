/** The pictures along the axis of time: each a view, and its twin as a table. */
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { LagView } from './lag/lag-view.tsx';
import { LagTable, OwnershipTable } from './loaded.ts';
import { OwnershipView } from './ownership/ownership-view.tsx';
import { onDemand } from '../on-demand.tsx';
import type { PictureTab } from './view-state.ts';

interface Picture {
  readonly View: ComponentType;
  readonly Table: ComponentType;
}

const spacetime = () => import('./spacetime/spacetime.ts');

/** Stands in its place while it is loaded, so that nothing moves when it comes. */
const room = createElement('div', { className: 'axis-plot' });

export const pictures: Readonly<Record<PictureTab, Picture>> = {
  Lag: { View: LagView, Table: LagTable },
  'Space-time': {
    View: onDemand(async () => (await spacetime()).SpacetimeView, room),
    Table: onDemand(async () => (await spacetime()).SpacetimeTable),
  },
  Ownership: { View: OwnershipView, Table: OwnershipTable },
};
