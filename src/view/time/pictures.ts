/** The pictures along the axis of time: each a view, and its twin as a table. */
import type { ComponentType } from 'react';
import { LagView } from './lag/lag-view.tsx';
import { LagTable, OwnershipTable } from './loaded.ts';
import { OwnershipView } from './ownership/ownership-view.tsx';
import type { PictureTab } from './view-state.ts';

interface Picture {
  readonly View: ComponentType;
  readonly Table: ComponentType;
}

export const pictures: Readonly<Record<PictureTab, Picture>> = {
  Lag: { View: LagView, Table: LagTable },
  Ownership: { View: OwnershipView, Table: OwnershipTable },
};
