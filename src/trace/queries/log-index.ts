/**
 * The log's index: what can be searched of each event, kept once for all events that read alike. A
 * text is looked for in some thousand different sentences instead of in every event's own. Numbers
 * that only count on (offsets, message numbers, times) are not part of what is searched.
 */
import type { RecordShape } from '../../lib/shape.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { describe } from '../describe.ts';
import { eventShapes } from '../events.ts';
import type { EventKind } from '../events.ts';
import { eventKinds } from '../layout.ts';
import type { TraceReader } from '../reader.ts';
import { logGroupOf } from './log-groups.ts';
import type { LogGroup } from './log-groups.ts';

/** What some events have in common: where, of what group, and the words of their sentence. */
export interface LogEntry {
  /** Empty where it is nobody's. */
  readonly process: string;
  readonly group: LogGroup;
  /** The consumer group that it is about; empty where it is about none. */
  readonly about: string;
  readonly rules: readonly RuleId[];
  /** In lower case. */
  readonly words: string;
}

/** Numbers that a sentence keeps; others differ from event to event. */
const toldNumbers = new Set(['generation', 'epoch', 'rebalance', 'partition', 'subset']);
/** Texts that are only names of names. */
const untold = new Set(['connection', 'session']);

/** The fields that decide how an event reads, or null where each reads differently. */
const fieldsOf = new Map(eventKinds.map((kind) => [kind, decidingFields(kind)]));

function decidingFields(kind: EventKind): readonly { name: string; isInt: boolean }[] | null {
  const shape: RecordShape = eventShapes[kind];
  const entries = Object.entries(shape);
  if (entries.some(([, field]) => field.kind === 'json')) return null;
  // Their sentences name the message's sender and receiver, which are found in another event.
  if (['message-held', 'message-released', 'message-dropped'].includes(kind)) return null;
  return entries
    .filter(([name, field]) => {
      if (field.kind === 'int') return toldNumbers.has(name);
      return (field.kind === 'text' || field.kind === 'bool') && !untold.has(name);
    })
    .map(([name, field]) => ({ name, isInt: field.kind === 'int' }));
}

const separator = '\u0000';
const countingNumbers =
  /(?<![-/\w.]|generation |epoch |rebalance |subset |incarnation )\d+(?:\.\d+)?(?![\w/-])/g;

export class LogIndex {
  readonly entries: LogEntry[] = [];
  /** Names of processes in order of their first event. */
  readonly processes: string[] = [];
  /** Rules that events are instances of, in order of the first. */
  readonly rules = new Set<RuleId>();
  readonly #byKey = new Map<string, number>();
  readonly #groupOf = new Map<string, string>();
  #entryOf = new Uint32Array(1024);
  #length = 0;

  /** Events that are in. */
  get length(): number {
    return this.#length;
  }

  /** Takes in up to `atMost` more events; always of the same trace. */
  readOn(trace: TraceReader, atMost: number): void {
    const end = Math.min(trace.length, this.#length + atMost);
    if (end > this.#entryOf.length) {
      const grown = new Uint32Array(Math.max(2 * this.#entryOf.length, end));
      grown.set(this.#entryOf);
      this.#entryOf = grown;
    }
    for (let seq = this.#length; seq < end; seq++) this.#entryOf[seq] = this.#entry(trace, seq);
    this.#length = end;
  }

  /** The number of the entry that event `seq` is one of. */
  entryOf(seq: number): number {
    return this.#entryOf[seq] ?? 0;
  }

  #entry(trace: TraceReader, seq: number): number {
    const key = keyOf(trace, seq);
    const found = this.#byKey.get(key);
    if (found !== undefined) return found;
    const number = this.entries.length;
    this.#byKey.set(key, number);
    const kind = trace.kind(seq);
    const process = trace.process(seq) ?? '';
    if (process !== '' && !this.processes.includes(process)) this.processes.push(process);
    const own = trace.text(seq, 'group');
    if (kind === 'process-started' && typeof own === 'string') this.#groupOf.set(process, own);
    const about = own ?? this.#groupOf.get(process) ?? '';
    const told = describe(trace.event(seq), trace);
    const sentence = fieldsOf.get(kind) ? told.replaceAll(countingNumbers, '') : told;
    const rules = trace.rules(seq);
    for (const rule of rules) this.rules.add(rule);
    const words = [sentence, kind, process, ...rules].join(' ').toLowerCase();
    this.entries.push({ process, group: logGroupOf[kind], about, rules, words });
    return number;
  }
}

/** Equal for events that read alike. */
function keyOf(trace: TraceReader, seq: number): string {
  const kind = trace.kind(seq);
  const fields = fieldsOf.get(kind) ?? null;
  if (fields === null) return String(seq);
  let key = kind + separator + (trace.process(seq) ?? '');
  for (const { name, isInt } of fields) {
    key += separator + String(isInt ? trace.int(seq, name) : trace.text(seq, name));
  }
  for (const rule of trace.rules(seq)) key += separator + rule;
  return key;
}
