/** Where a form that is refused leads: to the first field that is wrong. */

/** Gives it the focus; which one it is, and why. */
export function focusWrong(form: Element | null): string {
  const field = form?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
  const label = field?.labels?.[0]?.textContent;
  if (!field || label === undefined) return 'A field is wrong, and says why.';
  field.focus();
  const why = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  return `${label}: ${why ?? 'it is wrong.'}`;
}
