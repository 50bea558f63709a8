/** Where the help page opens: by `?`, by its button, or by its address. It is loaded when asked for. */
import { useEffect, useRef } from 'react';
import { onDemand } from '../on-demand.tsx';
import { pageMode } from '../page-mode.ts';
import { Region } from '../region.tsx';
import './help.css';
import { useHelpAddress } from './use-help-address.ts';

const HelpPage = onDemand(
  async () => (await import('./help-page.tsx')).HelpPage,
  <p className="help-loading">Loading …</p>,
);

/** The dialog gives the focus back by itself; to its button if nothing had it. */
function close(): void {
  pageMode.setState({ helping: false });
  if (document.activeElement === document.body) {
    document.querySelector<HTMLElement>('.help-button')?.focus();
  }
}

export function HelpDialog() {
  const helping = useHelpAddress();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!helping) return dialog.current?.close();
    dialog.current?.showModal();
    // Not its first field: the keys scroll it at once, and no phone shows its keyboard.
    dialog.current?.focus();
  }, [helping]);
  return (
    <dialog ref={dialog} tabIndex={-1} className="help" aria-label="Help" onClose={close}>
      {helping ? (
        <Region place="help-fault" name="the help page">
          <HelpPage close={() => dialog.current?.close()} />
        </Region>
      ) : null}
    </dialog>
  );
}
