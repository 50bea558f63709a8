/** How long a rebalance took, phase by phase, as bars on one scale. Pure. */
import { phasesAt } from '../../../trace/queries/ledger-row.ts';
import type { Phases, RebalanceRow } from '../../../trace/queries/ledger-row.ts';

export const phaseNames = ['detectUs', 'waitUs', 'writeUs', 'answerUs'] as const;
type PhaseName = (typeof phaseNames)[number];

interface PhaseBar {
  readonly phase: PhaseName;
  /** Of the whole bar. */
  readonly percent: number;
}

function totalUs(phases: Phases): number {
  return phaseNames.reduce((sum, name) => sum + (phases[name] ?? 0), 0);
}

/** What the whole bar stands for: the longest of the rows as they stood at a moment. */
export function scaleOf(rows: readonly RebalanceRow[], atUs: number): number {
  return rows.reduce((most, row) => Math.max(most, totalUs(phasesAt(row, atUs))), 0);
}

/** The phases that had begun, in order, one after the other. */
export function phaseBars(row: RebalanceRow, atUs: number, scaleUs: number): readonly PhaseBar[] {
  const phases = phasesAt(row, atUs);
  return phaseNames.flatMap((phase) => {
    const us = phases[phase] ?? 0;
    return us > 0 ? [{ phase, percent: (100 * us) / scaleUs }] : [];
  });
}
