/**
 * How the page is read at this moment: presenting, help open, the stage as a table. Outside the
 * playground: nothing of it belongs to a run, and leaving it leaves everything as it was.
 */
import { createStore } from 'zustand/vanilla';

export interface PageMode {
  /** Large captions, no panels. */
  readonly presenting: boolean;
  /** The help page is open. */
  readonly helping: boolean;
  /** The list of everything that can be done is open. */
  readonly commanding: boolean;
  /** The stage is shown as its table twin. */
  readonly stageAsTable: boolean;
  /** Many consumers are shown as cards, on a stage that scrolls. */
  readonly closer: boolean;
}

export const pageMode = createStore<PageMode>(() => ({
  presenting: false,
  helping: false,
  commanding: false,
  stageAsTable: false,
  closer: false,
}));

export function togglePresenting(): void {
  pageMode.setState(({ presenting }) => ({ presenting: !presenting }));
}

export function toggleStageTable(): void {
  pageMode.setState(({ stageAsTable }) => ({ stageAsTable: !stageAsTable }));
}

export function toggleCloser(): void {
  pageMode.setState(({ closer }) => ({ closer: !closer }));
}

export function showHelp(): void {
  pageMode.setState({ helping: true });
}

export function showCommands(): void {
  pageMode.setState({ commanding: true });
}
