/**
 * A colour for each consumer, by its slot, the same in every view. The set starts with the
 * colour-blind-safe one of Okabe and Ito, adapted to both themes; the name always stands beside it.
 */
const hues = [
  { dark: '#5aa5ff', light: '#1c64d1' },
  { dark: '#f29b3f', light: '#a85a00' },
  { dark: '#c58fd0', light: '#8a3f9b' },
  { dark: '#5cc58a', light: '#12734a' },
  { dark: '#f0dc5a', light: '#7a6700' },
  { dark: '#ee7f93', light: '#b8294a' },
  { dark: '#66d3e0', light: '#0b7285' },
  { dark: '#b6a6ff', light: '#5b46c9' },
  { dark: '#d2a679', light: '#7d5426' },
  { dark: '#a9d46a', light: '#4b6f12' },
  { dark: '#ff9ad5', light: '#a92f7b' },
  { dark: '#9fb3c8', light: '#4c6178' },
] as const;

export type Theme = 'dark' | 'light';

/** Text on a tile of that colour. */
export const inkOn: Readonly<Record<Theme, string>> = { dark: '#0b111c', light: '#ffffff' };

export function hueOf(slot: number, theme: Theme): string {
  const hue = hues[slot % hues.length] ?? hues[0];
  return hue[theme];
}
