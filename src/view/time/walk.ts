/** Arrow keys in a list of buttons that is one stop for the tab key. */
import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus to the button above or below, inside the nearest `within`. */
export function walkButtons(event: KeyboardEvent<HTMLButtonElement>, within: string): void {
  const by = steps[event.key];
  const buttons = event.currentTarget.closest(within)?.querySelectorAll('button');
  if (by === undefined || !buttons) return;
  event.preventDefault();
  const own = [...buttons].indexOf(event.currentTarget);
  buttons[Math.min(buttons.length - 1, Math.max(0, own + by))]?.focus();
}
