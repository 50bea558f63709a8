/**
 * One event in one plain sentence: for the transcript, the page's log and announcements. Names stand
 * as they are; a sentence has no line breaks, whatever an imported trace holds.
 */
import { describeFact } from './describe-fact.ts';
import type { Describers } from './describe-words.ts';
import {
  listed,
  messageName,
  plural,
  range,
  seconds,
  timerRanUs,
  topicsOf,
  what,
} from './describe-words.ts';
import { describeCommand, namedIn } from './describe-command.ts';
import type { Command } from './experiment.ts';
import type { EventOf, TraceEvent } from './events.ts';
import type { TraceReader } from './reader.ts';

/** With the trace at hand, silences also say how long they were. */
export function describe(event: TraceEvent, trace?: TraceReader): string {
  const told = event.process === undefined ? { ...event, process: 'somebody' } : event;
  const describer = simulation[event.kind as keyof typeof simulation] as
    | ((event: TraceEvent, trace?: TraceReader) => string)
    | undefined;
  const sentence = describer ? describer(told, trace) : describeFact(told, trace);
  return sentence.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\u00b7');
}

type SimulationKind =
  | 'command'
  | 'group-configured'
  | 'process-started'
  | 'process-stopped'
  | 'process-crashed'
  | 'process-frozen'
  | 'process-thawed'
  | 'link-changed'
  | 'connection-opened'
  | 'connection-closed'
  | 'message-sent'
  | 'message-corrupted'
  | 'message-held'
  | 'message-released'
  | 'message-delivered'
  | 'message-dropped'
  | 'timer-started'
  | 'timer-cancelled'
  | 'timer-fired';

const simulation: Describers<SimulationKind> = {
  command: ({ command, targets }) => `you: ${describeCommand(command)}${hits(command, targets)}`,
  'group-configured': (event) =>
    `group ${event.group} is set up: session timeout ${event.sessionTimeoutMs} ms, ` +
    `${plural(event.heartbeatFrequency, 'heartbeat')} in that time, ` +
    `dead after ${event.failedHeartbeatThreshold} without one, strategy ${event.strategy}`,
  'process-started': (event) => {
    const again = event.incarnation > 1 ? ` again (incarnation ${event.incarnation})` : '';
    if (event.role !== 'consumer') return `${event.process} starts${again}`;
    const { group = '', host } = event;
    return `${event.process} starts${again}: a consumer of ${group} on ${host}, ${topicsOf(event)}`;
  },
  'process-stopped': ({ process, reason }) =>
    reason === 'stop' ? `${process} stops in good order` : `${process} ends: ${reason}`,
  'process-crashed': ({ process, reason }) => `${process} ${ends[reason] ?? `ends: ${reason}`}`,
  'process-frozen': ({ process }) => `${process} freezes`,
  'process-thawed': ({ process }) => `${process} thaws`,
  'link-changed': ({ peers: [a, b], cut, latencyMs }) =>
    cut ? `the link ${a} - ${b} is cut` : `the link ${a} - ${b} takes ${range(latencyMs)} ms`,
  'connection-opened': ({ process, peer }) => `${process} is connected to ${peer}`,
  'connection-closed': ({ process, peer, reason }) =>
    `${process}'s connection to ${peer} ${closings[reason] ?? `ends: ${reason}`}`,
  'message-sent': describeSent,
  'message-corrupted': ({ seq, message }, trace) =>
    `${messageName(trace, seq, message)} is damaged on its way`,
  'message-held': ({ seq, message, reason }, trace) =>
    `${messageName(trace, seq, message)} waits: ${what(reason)}`,
  'message-released': ({ seq, message, arrivesAtUs }, trace) =>
    `${messageName(trace, seq, message)} goes on and arrives at ${seconds(arrivesAtUs)} s`,
  'message-delivered': ({ process, from, api, direction }) =>
    direction === 'request'
      ? `${process} gets ${api} from ${from}`
      : `${process} gets ${from}'s answer to ${api}`,
  'message-dropped': ({ seq, message, reason }, trace) =>
    `${messageName(trace, seq, message)} is lost: ${what(reason)}`,
  'timer-started': ({ process, deadlineUs, ...timer }) =>
    `${process} sets its ${timerName(timer)} timer to ${seconds(deadlineUs)} s`,
  'timer-cancelled': ({ process, ...timer }) => `${process} stops its ${timerName(timer)} timer`,
  'timer-fired': (event, trace) => {
    const member = event.subject.slice(event.subject.indexOf('/') + 1);
    const heard = { 'dead-after': member, 'coordinator-failed': 'its coordinator' };
    const silent = heard[event.timer as keyof typeof heard];
    if (silent === undefined) return `${event.process}'s ${timerName(event)} timer runs out`;
    const ranUs = trace ? timerRanUs(trace, event.seq) : null;
    const time = ranUs === null ? '' : ` for ${seconds(ranUs)} s`;
    return `${event.process} has heard nothing from ${silent}${time}`;
  },
};

const ends: Readonly<Record<string, string>> = {
  kill: 'is killed',
  'power-off': 'loses its power',
  'fatal-error': 'ends: a fatal error',
};

const closings: Readonly<Record<string, string>> = {
  closed: 'is closed',
  reset: 'is reset',
  refused: 'is refused',
  timeout: 'is given up: nothing came through for too long',
};

function timerName({ timer, subject }: { timer: string; subject: string }): string {
  const name = timer.replaceAll('-', ' ');
  return subject === '' ? name : `${name} (${subject})`;
}

function describeSent(event: EventOf<'message-sent'>): string {
  const { process, to, api, direction, error, generation } = event;
  const known = generation === undefined ? '' : `, generation ${generation}`;
  if (direction === 'request') return `${process} sends ${api} to ${to}${known}`;
  const result = error === undefined || error === 'None' ? '' : `: ${error}`;
  return `${process} answers ${to}'s ${api}${result}${known}`;
}

/** Says whom it hit where the words of the command do not. */
function hits(command: Command, targets: readonly string[]): string {
  if (targets.length === 0) return ' (it hits nobody)';
  return namedIn(command).some((name) => name.startsWith('@')) ? ` (${listed(targets)})` : '';
}
