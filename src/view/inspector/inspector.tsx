/** Region: inspector. */
export function Inspector() {
  return <aside className="inspector" />;
}
