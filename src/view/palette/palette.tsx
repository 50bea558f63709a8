/** Region: palette. */
export function Palette() {
  return <nav className="palette" />;
}
