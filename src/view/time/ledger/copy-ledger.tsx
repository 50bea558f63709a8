/** Takes the ledger along as text, as it stands at the playhead and in the order shown. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { Playground } from '../../../store/playground.ts';
import { rowsAt } from '../../../trace/queries/ledger-row.ts';
import { ledgerCsv, ledgerMarkdown } from '../../../trace/queries/ledger-text.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { plural } from '../../words/text.ts';
import { timeView } from '../view-state.ts';
import { CopyByHand } from './copy-by-hand.tsx';
import { orderedRows } from './order.ts';
import { ledgerNow } from './use-ledger.ts';

const formats = { Markdown: ledgerMarkdown, CSV: ledgerCsv } as const;
type Format = keyof typeof formats;

function textOf(state: Playground, format: Format) {
  const { rows, atUs, seenUs } = ledgerNow(state);
  const ordered = orderedRows(rows, timeView.getState().ledgerSort, { atUs, seenUs });
  return { text: formats[format](ordered, atUs), count: rowsAt(ordered, atUs).length };
}

export function CopyLedger() {
  const store = usePlaygroundStore();
  const [copied, setCopied] = useState<Format | null>(null);
  const [byHand, setByHand] = useState<string | null>(null);
  const copy = (format: Format) => {
    const { text, count } = textOf(store.getState(), format);
    write(text).then(
      () => {
        setCopied(format);
        const words = `Copied ${plural(count, 'rebalance')} as ${format}.`;
        store.getState().say({ tone: 'info', text: words, passing: true });
      },
      () => setByHand(text),
    );
  };
  return (
    <>
      {(['Markdown', 'CSV'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className="plain"
          aria-label={`Copy as ${format}`}
          title={`Copy as ${format}`}
          onClick={() => copy(format)}
          onBlur={() => setCopied(null)}
        >
          {copied === format ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
          <span className="copy-word">Copy as </span>
          {format}
        </button>
      ))}
      <CopyByHand text={byHand} close={() => setByHand(null)} />
    </>
  );
}

/** Pages that are not served safely have no clipboard, and a browser may refuse it. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
