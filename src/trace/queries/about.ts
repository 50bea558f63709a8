/** Which events are about a thing that a person looks at. */
import type { TraceReader } from '../reader.ts';
import { linkKey } from '../world.ts';

/** A process, a link, a message, a partition or a topic, as a selection names it. */
export type Subject =
  | { readonly kind: 'process'; readonly process: string }
  | { readonly kind: 'link'; readonly peers: readonly [string, string] }
  | { readonly kind: 'message'; readonly message: number }
  | { readonly kind: 'partition'; readonly topic: string; readonly partition: number }
  | { readonly kind: 'topic'; readonly topic: string };

/** Whether event `seq` says something of `subject`. */
export function isAbout(trace: TraceReader, seq: number, subject: Subject): boolean {
  switch (subject.kind) {
    case 'process':
      return trace.process(seq) === subject.process || trace.text(seq, 'to') === subject.process;
    case 'message':
      return trace.int(seq, 'message') === subject.message;
    case 'partition':
      return (
        trace.int(seq, 'partition') === subject.partition &&
        trace.text(seq, 'topic') === subject.topic
      );
    case 'topic':
      return isAboutTopic(trace, seq, subject.topic);
    case 'link':
      return linkOf(trace, seq) === linkKey(...subject.peers);
  }
}

function isAboutTopic(trace: TraceReader, seq: number, topic: string): boolean {
  if (trace.kind(seq) === 'command') return isCommandAbout(trace, seq, topic);
  return trace.text(seq, 'topic') === topic || isTriggeredBy(trace, seq, topic);
}

/** It names the topic; one that creates it has its size beside the name. */
function isCommandAbout(trace: TraceReader, seq: number, topic: string): boolean {
  const command = trace.json(seq, 'command') as { readonly topic?: string | { name: string } };
  return (typeof command.topic === 'object' ? command.topic.name : command.topic) === topic;
}

/** [TRIG-3] [TRIG-4] A rebalance that a change of the topic has set off or joined. */
function isTriggeredBy(trace: TraceReader, seq: number, topic: string): boolean {
  const trigger = trace.text(seq, 'trigger');
  return (trigger === 'TRIG-3' || trigger === 'TRIG-4') && trace.text(seq, 'subject') === topic;
}

/** The link that an event is on; null: it is on none. */
function linkOf(trace: TraceReader, seq: number): string | null {
  if (trace.kind(seq) === 'link-changed') {
    return linkKey(...(trace.json(seq, 'peers') as [string, string]));
  }
  const other = trace.text(seq, 'to') ?? trace.text(seq, 'from') ?? trace.text(seq, 'peer');
  const process = trace.process(seq);
  return process && other ? linkKey(process, other) : null;
}
