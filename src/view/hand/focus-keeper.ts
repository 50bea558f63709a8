/**
 * The focus never falls to the page itself. Where what had it goes away (a form that was sent, a card
 * that time has taken off the stage) or is put out of use, what stands nearest to its place gets it.
 */

// A tab that is not chosen has -1: the arrow keys reach it, and it is nobody's neighbour.
const focusable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex="-1"])';

/** Where an element stood, from the inside out: in which parents, and as which child of each. */
type Place = readonly { readonly parent: Element; readonly index: number }[];

function placeOf(element: Element): Place {
  const place: { parent: Element; index: number }[] = [];
  for (let at = element; at.parentElement; at = at.parentElement) {
    place.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  }
  return place;
}

function canHaveFocus(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.matches(':enabled, [tabindex], a, summary')
    ? element.checkVisibility({ visibilityProperty: true }) && !element.ariaHidden
    : false;
}

function firstIn(element: Element | undefined): HTMLElement | undefined {
  if (!element) return undefined;
  return [element, ...element.querySelectorAll(focusable)].find(
    (found): found is HTMLElement => found.matches(focusable) && canHaveFocus(found),
  );
}

/**
 * Where the focus rests from a card that is gone. Its neighbours are buttons that act, and the next
 * Space or Enter was meant for something else.
 */
function restOf(parent: Element): HTMLElement | null {
  return parent.matches('.stage-ground') ? parent.querySelector<HTMLElement>('.group-bar') : null;
}

/** What stands in its place, or after that, or before it; else what is nearest around it. */
function nearest(place: Place): HTMLElement | undefined {
  for (const { parent, index } of place) {
    if (!parent.isConnected) continue;
    const rest = restOf(parent);
    if (rest) return rest;
    const children = [...parent.children];
    const byDistance = [...children.slice(index), ...children.slice(0, index).toReversed()];
    const found = byDistance.map(firstIn).find(Boolean);
    if (found) return found;
  }
  return undefined;
}

/** Begins to keep the focus; the returned function ends it. */
export function keepFocus(): () => void {
  let held: { readonly element: Element; readonly place: Place } | null = null;
  const isGone = (element: Element) => !element.isConnected || element.matches(':disabled');
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof Element) held = { element: target, place: placeOf(target) };
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // A blur comes before the removal that brings it about. One that stays was left on purpose.
    // By then what was removed may have given the focus on, which is held in its turn.
    queueMicrotask(() => {
      if (held?.element === target && !isGone(held.element)) held = null;
    });
  };
  const onChange = () => {
    if (!held || !isGone(held.element)) return;
    const { activeElement } = document;
    const { element, place } = held;
    held = null;
    if (activeElement === element || activeElement === document.body) nearest(place)?.focus();
  };
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
}
