/** One frame: its bytes and its fields, linked both ways; where it was damaged, both versions. */
import { useId, useState } from 'react';
import { inSeconds } from '../../amounts.ts';
import { FieldTree } from './field-tree.tsx';
import { around, fieldAt, frameOf, leafAt, leavesOf } from './fields.ts';
import type { FieldNode, Frame } from './fields.ts';
import { HexView } from './hex-view.tsx';
import { differences, hexByte } from './pair.ts';
import type { Sent } from './pair.ts';

interface FrameViewProps {
  readonly sent: Sent;
  /** It is what was selected, not its counterpart. */
  readonly isChosen: boolean;
}

export function FrameView({ sent, isChosen }: FrameViewProps) {
  const { bytes, arrived, api, direction, from, to, atUs, fate } = sent;
  const [asSent, setAsSent] = useState(false);
  const shown = arrived && !asSent ? arrived : bytes;
  const changed = arrived ? differences(bytes, arrived) : [];
  return (
    <section
      className={`frame ${isChosen ? 'chosen' : ''}`}
      aria-label={`Bytes of the ${direction}`}
    >
      <h3>
        {api} {direction}
      </h3>
      <p className="hint">
        {from} → {to}, sent at {inSeconds(atUs)}, {fate}. {bytes.length} bytes.
      </p>
      {arrived ? (
        <Damage sent={bytes} arrived={arrived} changed={changed} asSent={asSent} show={setAsSent} />
      ) : null}
      <LinkedFrame key={asSent ? 'sent' : 'arrived'} bytes={shown} changed={changed} />
    </section>
  );
}

interface DamageProps {
  readonly sent: Uint8Array;
  readonly arrived: Uint8Array;
  readonly changed: readonly number[];
  readonly asSent: boolean;
  readonly show: (asSent: boolean) => void;
}

const listedAtMost = 4;

function Damage({ sent, arrived, changed, asSent, show }: DamageProps) {
  const name = useId();
  const words = changed
    .slice(0, listedAtMost)
    .map((at) => `byte ${at}: ${hexByte(sent[at])} was sent, ${hexByte(arrived[at])} arrived`);
  const more = changed.length > listedAtMost ? `, and ${changed.length - listedAtMost} more` : '';
  return (
    <div className="damage">
      <p className="bad">
        Damaged on its way. {words.join('; ')}
        {more}.
      </p>
      <div role="radiogroup" aria-label="Which bytes" className="choice">
        {[false, true].map((isSent) => (
          <label key={String(isSent)} className="tick">
            <input
              type="radio"
              name={name}
              checked={asSent === isSent}
              onChange={() => show(isSent)}
            />
            {isSent ? 'as sent' : 'as it arrived'}
          </label>
        ))}
      </div>
    </div>
  );
}

interface LinkedFrameProps {
  readonly bytes: Uint8Array;
  readonly changed: readonly number[];
}

/** Another branch has other bytes under the same number: what was read belongs to its bytes. */
function useFrameOf(bytes: Uint8Array): Frame {
  const [seen, see] = useState(() => ({ bytes, frame: frameOf(bytes) }));
  if (differences(seen.bytes, bytes).length === 0) return seen.frame;
  const frame = frameOf(bytes);
  see({ bytes, frame });
  return frame;
}

/** Hovering shows for a moment, the focus and a click stay: one field is lit at a time. */
function LinkedFrame({ bytes, changed }: LinkedFrameProps) {
  const frame = useFrameOf(bytes);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set<string>());
  const [activePath, setActive] = useState<string | null>(null);
  const [hoveredPath, setHovered] = useState<string | null>(null);
  const active = fieldAt(frame.fields, activePath);
  const lit = fieldAt(frame.fields, hoveredPath) ?? active;
  const hover = (field: FieldNode | null) => setHovered(field?.path ?? null);
  // The pointer may rest on something else meanwhile.
  const choose = (field: FieldNode) => {
    setActive(field.path);
    hover(null);
  };
  const openAround = (field: FieldNode) =>
    setOpen(new Set([...open, ...around(field).map(({ path }) => path)]));
  return (
    <>
      <Verdict frame={frame} />
      <HexView
        bytes={bytes}
        leaves={leavesOf(frame.fields)}
        lit={lit}
        active={active}
        changed={changed}
        hoverByte={(byte) => hover(byte === null ? null : leafAt(frame.fields, byte))}
        chooseByte={(byte) => {
          const field = leafAt(frame.fields, byte);
          if (!field) return;
          openAround(field);
          choose(field);
        }}
      />
      <FieldTree
        fields={frame.fields}
        open={open}
        setOpen={(path, isOpen) => {
          const others = [...open].filter((other) => other !== path);
          setOpen(new Set(isOpen ? [...others, path] : others));
        }}
        active={active}
        setActive={choose}
        lit={lit}
        hover={hover}
      />
    </>
  );
}

/** What the message is for; and what decoding said, where it does not decode. */
function Verdict({ frame: { schema, problem } }: { frame: Frame }) {
  return (
    <>
      <p className="hint">{schema ? schema.about : 'Its head names no known message.'}</p>
      {problem ? (
        <p className="bad">
          It does not decode. At byte {problem.offset}: {problem.reason}.
        </p>
      ) : null}
    </>
  );
}
