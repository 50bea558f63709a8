/** The pictures along the axis of time: each a view, and its twin as a table. */
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { LagView } from './lag/lag-view.tsx';
import { LagTable, OwnershipTable, SpacetimeTable, spacetimeView } from './loaded.ts';
import { OwnershipView } from './ownership/ownership-view.tsx';
import type { PictureTab } from './view-state.ts';

interface Picture {
  readonly View: ComponentType;
  readonly Table: ComponentType;
}

/** Stands in its place while it is loaded, so that nothing moves when it comes. */
const room = createElement('div', { className: 'axis-plot' });

export const pictures: Readonly<Record<PictureTab, Picture>> = {
  Lag: { View: LagView, Table: LagTable },
  'Space-time': { View: spacetimeView(room), Table: SpacetimeTable },
  Ownership: { View: OwnershipView, Table: OwnershipTable },
};
