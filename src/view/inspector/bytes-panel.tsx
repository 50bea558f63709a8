/** Bytes: the frame of a message field by field, as it crossed the link. */
import { catalogue } from '../../protocol/register/catalogue.ts';
import { explain } from '../../wire/explain.ts';
import type { ExplainedField } from '../../wire/explain.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { useRun } from '../context.tsx';

export function BytesPanel({ subject }: { subject: number | null }) {
  const { trace } = useRun();
  const bytes = subject === null ? null : bytesOf(trace, subject);
  if (!bytes) return <p className="hint">This event carries no message.</p>;
  const { schema, fields, problem } = explain(bytes, catalogue);
  return (
    <>
      <p className="hint">{schema ? schema.about : 'No known message.'}</p>
      {problem ? <p className="bad">{problem.reason}</p> : null}
      <table className="bytes">
        <caption className="visually-hidden">{bytes.length} bytes, field by field</caption>
        <thead>
          <tr>
            <th scope="col">at</th>
            <th scope="col">field</th>
            <th scope="col">value</th>
          </tr>
        </thead>
        <tbody>
          {fields.flatMap(leaves).map((field) => (
            <tr key={`${field.offset} ${field.path}`} title={field.about}>
              <td className="mono">{field.offset}</td>
              <td>
                {field.name} <span className="type">{field.type}</span>
              </td>
              <td className="mono">
                <span className="value">{valueText(field)}</span>
                <span className="hex">{hexOf(bytes, field)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The bytes of the message that an event is about. */
function bytesOf(trace: TraceReader, subject: number): Uint8Array | null {
  const message = trace.int(subject, 'message');
  if (typeof message !== 'number') return null;
  for (let seq = subject; seq >= 0; seq--) {
    if (trace.kind(seq) !== 'message-sent' || trace.int(seq, 'message') !== message) continue;
    return trace.bytes(seq, 'bytes') ?? null;
  }
  return null;
}

function leaves(field: ExplainedField): readonly ExplainedField[] {
  return field.children.length > 0 ? field.children.flatMap(leaves) : [field];
}

function valueText({ value, note }: ExplainedField): string {
  const text = value instanceof Uint8Array ? `${value.length} bytes` : JSON.stringify(value);
  return note ? `${text} ${note}` : text;
}

const shownBytes = 12;

function hexOf(bytes: Uint8Array, { offset, length }: ExplainedField): string {
  const shown = bytes.subarray(offset, offset + Math.min(length, shownBytes));
  const hex = [...shown].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return length > shownBytes ? `${hex} …` : hex;
}
