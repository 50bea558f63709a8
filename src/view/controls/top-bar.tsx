/** Region: top-bar. */
export function TopBar() {
  return <header className="top-bar" />;
}
