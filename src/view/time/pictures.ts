/** The pictures along the axis of time: each a view, and its twin as a table. */
import type { ComponentType } from 'react';
import { OwnershipTable } from './ownership/ownership-table.tsx';
import { OwnershipView } from './ownership/ownership-view.tsx';
import type { PictureTab } from './view-state.ts';

interface Picture {
  readonly View: ComponentType;
  readonly Table: ComponentType;
}

export const pictures: Readonly<Record<PictureTab, Picture>> = {
  Ownership: { View: OwnershipView, Table: OwnershipTable },
};
