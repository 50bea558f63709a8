/** What a person typed, and what is said about it. */

/** What a person typed as the schema is to see it: a number where it is one, else the text. */
export function numberOr(text: string): number | string {
  const trimmed = text.trim();
  const number = Number(trimmed);
  return trimmed === '' || Number.isNaN(number) ? text : number;
}

/** The message about a field, if there is one. */
export function errorAt(
  errors: readonly { readonly place: string; readonly message: string }[],
  place: string,
): string | undefined {
  return errors.find((error) => error.place === place)?.message;
}
