/** Where the clipboard is refused: the text, selected, to be copied by hand. */
import { useEffect, useRef } from 'react';

interface CopyByHandProps {
  /** Null: nothing is to be copied. */
  readonly text: string | null;
  readonly close: () => void;
}

export function CopyByHand({ text, close }: CopyByHandProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (text === null) return dialog.current?.close();
    dialog.current?.showModal();
    field.current?.select();
  }, [text]);
  return (
    <dialog ref={dialog} className="copy-by-hand" aria-label="Copy by hand" onClose={close}>
      <p>This browser does not let the page copy. The text is selected: copy it with your keys.</p>
      <textarea ref={field} readOnly aria-label="The ledger as text" value={text ?? ''} rows={10} />
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
