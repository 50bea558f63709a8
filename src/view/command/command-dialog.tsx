/** Where the list of all commands opens, by its key or its button. It is loaded when asked for. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { onDemand } from '../on-demand.tsx';
import { pageMode } from '../page-mode.ts';
import { Region } from '../region.tsx';
import './command.css';

const CommandList = onDemand(async () => (await import('./command-list.tsx')).CommandList);

/** The dialog gives the focus back by itself; to its button if nothing had it. */
function closed(): void {
  pageMode.setState({ commanding: false });
  if (document.activeElement === document.body) {
    document.querySelector<HTMLElement>('.commands-button')?.focus();
  }
}

export function CommandDialog() {
  const commanding = useStore(pageMode, (state) => state.commanding);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (commanding) dialog.current?.showModal();
    else dialog.current?.close();
  }, [commanding]);
  return (
    <dialog ref={dialog} className="command-dialog" aria-label="Commands" onClose={closed}>
      {commanding ? (
        <Region place="command-fault" name="the list of commands">
          <CommandList close={() => dialog.current?.close()} />
        </Region>
      ) : null}
    </dialog>
  );
}
