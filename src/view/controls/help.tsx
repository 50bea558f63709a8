/** One key away: what the marks mean, which keys there are, what is simulated. */
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { preferences } from '../preferences.ts';
import { LegendContents } from '../stage/legend.tsx';
import './help.css';
import { keyList } from './key-list.ts';

interface Help {
  readonly open: boolean;
  readonly show: () => void;
  readonly hide: () => void;
}

/** Opened by its button or by the key `?`, which other parts announce with an event. */
export const helpEvent = 'regroup-help';

export function useHelp(): Help {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    document.addEventListener(helpEvent, show);
    return () => document.removeEventListener(helpEvent, show);
  }, []);
  return { open, show: () => setOpen(true), hide: () => setOpen(false) };
}

export function HelpDialog({ help }: { help: Help }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (help.open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [help.open]);
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={help.hide}>
      {help.open ? <HelpContents hide={help.hide} /> : null}
    </dialog>
  );
}

function HelpContents({ hide }: { hide: () => void }) {
  return (
    <>
      <div className="head">
        <h2 id="help-title">What you see</h2>
        <button type="button" className="plain icon" aria-label="Close" onClick={hide}>
          <X size={16} aria-hidden />
        </button>
      </div>
      <p>
        This page runs Kafka&rsquo;s consumer-group rebalancing as its consumer rewrite design of
        2013-14 proposed it: a broker coordinates the group, silence means death, a death or a
        newcomer means a rebalance and a new generation. It is not what Kafka ships today. Reading
        records is not simulated beyond who reads which partition.
      </p>
      <h3>Marks</h3>
      <LegendContents />
      <h3>Keys</h3>
      <dl className="keys">
        {keyList.map(({ keys, does }) => (
          <div key={keys}>
            <dt className="mono">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysSwitch />
    </>
  );
}

function SingleKeysSwitch() {
  const singleKeys = useStore(preferences, (state) => state.singleKeys);
  return (
    <label className="switch">
      <input
        type="checkbox"
        checked={singleKeys}
        onChange={(event) => preferences.setState({ singleKeys: event.target.checked })}
      />
      Single-letter keys
    </label>
  );
}
