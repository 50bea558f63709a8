/**
 * What the inspector owes to those who do not see all of the page at once: what is selected stays in
 * sight above the sheet that tells of it on a phone, and the focus goes back there from inside.
 */
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Selection } from '../../store/selection.ts';

/** As in the style sheets: one column, and the selection in a sheet at its foot. */
const onPhone = '(width <= 760px)';

/** `sheet` holds the look at the selection. */
export function useSheet(sheet: RefObject<HTMLElement | null>, selection: Selection | null): void {
  const before = useRef<Element | null>(null);
  const shown = useRef<Selection | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const isWithin = sheet.current?.contains(activeElement) === true;
    const left = shown.current;
    shown.current = selection;
    if (selection) {
      if (!isWithin) before.current = activeElement;
      if (matchMedia(onPhone).matches) keepInSight();
    } else if (left && (isWithin || activeElement === body)) giveBack(before.current, left);
  }, [sheet, selection]);
}

/** Who chose it in a list goes on reading there. */
function keepInSight(): void {
  const { activeElement } = document;
  const list = activeElement?.closest('.time-views') ? activeElement : null;
  const onStage =
    document.querySelector('.stage .lit') ?? document.querySelector('.stage .touched');
  (list ?? onStage)?.scrollIntoView({ block: 'nearest' });
}

function giveBack(before: Element | null, selection: Selection): void {
  const isThere =
    before instanceof HTMLElement && before !== document.body && before.checkVisibility();
  const back = isThere ? before : faceOf(selection);
  if (back) back.focus();
  // Nobody asked to see the bar: it only has room for the focus.
  else document.querySelector<HTMLElement>('.group-bar')?.focus({ preventScroll: true });
}

function faceOf(selection: Selection): HTMLElement | null {
  if (selection.kind !== 'process') return null;
  const name = CSS.escape(selection.process);
  return document.querySelector(`.process-card[data-process="${name}"] > .card-face`);
}
