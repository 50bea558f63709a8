/** The mark: two rings that overlap, as two consumers' beliefs may. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 34 22" width="34" height="22" aria-hidden>
      <circle cx="11" cy="11" r="8.5" fill="none" className="one" strokeWidth="3" />
      <circle cx="23" cy="11" r="8.5" fill="none" className="two" strokeWidth="3" />
    </svg>
  );
}
