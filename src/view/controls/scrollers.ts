/** Where Home and End scroll, as everywhere in a browser, instead of going through the run. */

/** The stage and the palette are no texts to be read: there the keys are the run's. */
const notRead = '.stage, .palette';

/** Whether the element, or what it stands in, has more than is in view. */
export function standsInScroller(element: Element): boolean {
  for (let at: Element | null = element; at && !at.matches(notRead); at = at.parentElement) {
    const isLonger = at.scrollHeight > at.clientHeight;
    if (isLonger && /auto|scroll/.test(getComputedStyle(at).overflowY)) return true;
  }
  return false;
}
