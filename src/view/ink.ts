/** The colours of the tokens as a canvas wants them, read once for a theme. */
const tokens = {
  ground: '--ground',
  panel: '--panel',
  card: '--card',
  raised: '--raised',
  line: '--line',
  lineStrong: '--line-strong',
  text: '--text',
  textSoft: '--text-soft',
  textFaint: '--text-faint',
  coordinator: '--coordinator',
  accent: '--accent',
  good: '--good',
  bad: '--bad',
  warn: '--warn',
  note: '--note',
  heart: '--heart',
  font: '--font',
} as const;

export type Inks = Readonly<Record<keyof typeof tokens, string>>;

export function readInks(): Inks {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(tokens).map(([name, token]) => [
    name,
    style.getPropertyValue(token).trim(),
  ]);
  return Object.fromEntries(entries) as Inks;
}
