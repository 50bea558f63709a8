/** Asks the inspector for one of its panels, wherever on the page that is wanted. */

/** Its detail is the name of the panel. */
export const panelEvent = 'regroup-panel';

export function openPanel(name: 'Why' | 'Waits' | 'Bytes' | 'State' | 'Settings'): void {
  document.dispatchEvent(new CustomEvent(panelEvent, { detail: name }));
}
