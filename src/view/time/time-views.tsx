/** Region: time-views. */
export function TimeViews() {
  return <section className="time-views" />;
}
