/** The space-time view and its table, loaded together when either is first shown. */
export { SpacetimeTable } from './spacetime-table.tsx';
export { SpacetimeView } from './spacetime-view.tsx';
