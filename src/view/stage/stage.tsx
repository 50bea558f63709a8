/** Region: stage. */
export function Stage() {
  return <main className="stage" />;
}
