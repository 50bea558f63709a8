/** What the log is asked for; it stays while other views are shown. */
import type { LogQuery } from '../../../trace/queries/log-filter.ts';

/** What is asked for: of all groups, or only of the one that is shown; of the chain that is lit. */
export type Asked = Omit<LogQuery, 'about' | 'among'> & {
  readonly allGroups: boolean;
  /** Only the why-chain, while one is lit. */
  readonly onlyChain: boolean;
};

export const everything: Asked = {
  process: '',
  group: '',
  rule: '',
  text: '',
  allGroups: false,
  onlyChain: false,
};

export interface FilterParts {
  readonly query: Asked;
  readonly ask: (query: Asked) => void;
  /** The filter was asked for by key: it takes the focus, and answers that it has. */
  readonly summoned: boolean;
  readonly answer: () => void;
}
