/** Why a consumer owns nothing, does not fetch or does not commit: the first thing that is missing. */
import { timerOf } from '../../trouble.ts';
import type { ProcessWorld } from '../../world.ts';
import { notInGroup } from './joining.ts';
import { givenNothing, isUnknown, removed } from './owning.ts';
import { subjectOf } from './subject.ts';
import type { Subject } from './subject.ts';
import { arriving, sinceStatus, storeOf, timed, underWay, untimed } from './wait.ts';
import type { Look, Wait } from './wait.ts';

/** Why it owns no partition; null where it owns one by its own belief and the coordinator's. */
export function ownsNothing(look: Look, process: ProcessWorld): Wait | null {
  const subject = subjectOf(look, process);
  if (!subject) return null;
  const { consumer } = subject;
  const isRemoved = isUnknown(subject);
  if (consumer.held.size > 0 && !isRemoved) return null;
  if (consumer.held.size > 0) return removed(look, subject);
  return notRunning(look, process) ?? notInGroup(look, subject) ?? givenNothing(look, subject);
}

/** Why it does not fetch; null where it does. */
export function notFetching(look: Look, process: ProcessWorld): Wait | null {
  const subject = subjectOf(look, process);
  if (!subject) return null;
  const { consumer } = subject;
  const idle = notRunning(look, process);
  if (idle) return idle;
  if (consumer.fetching && consumer.held.size > 0) return null;
  return notInGroup(look, subject) ?? givenNothing(look, subject);
}

/** Why it commits nothing at this moment: it has to be part of the group, and to own something. */
export function notCommitting(look: Look, process: ProcessWorld): Wait | null {
  const subject = subjectOf(look, process);
  if (!subject) return null;
  const missing = notRunning(look, process) ?? notInGroup(look, subject);
  if (missing) return missing;
  if (subject.consumer.held.size === 0) return givenNothing(look, subject);
  return commitDue(look, subject);
}

/** [REG-2] It has failed for good, is dead, has stopped, or is frozen. */
function notRunning(look: Look, process: ProcessWorld): Wait | null {
  const { name, status, consumer } = process;
  if (status === 'running') return null;
  const sinceSeq = sinceStatus(look, process);
  const common = { waitsFor: [name], sinceSeq };
  if (consumer?.failure) {
    const { error, text } = consumer.failure;
    const condition = `${name} was refused for good (${error}: ${text}), so it has stopped and does not try again.`;
    const end = untimed('it has to be started again, with settings that are accepted');
    return { condition, ...common, ...end, rules: ['REG-2'] };
  }
  if (status === 'frozen') {
    const condition = `${name} is frozen: it does nothing, and what arrives waits.`;
    return { condition, ...common, ...untimed('it has to be thawed'), rules: [] };
  }
  const what = status === 'crashed' ? 'is dead' : 'has stopped';
  const end = untimed('it has to be started again');
  return { condition: `${name} ${what}.`, ...common, ...end, rules: [] };
}

/** [OFF-1] [OFF-3] It commits every commit interval; a commit is answered when ZooKeeper has it. */
function commitDue(look: Look, { process, group }: Subject): Wait {
  const { world } = look;
  const { name } = process;
  const sent = underWay(look, { from: name, api: 'OffsetCommit', direction: 'request' });
  if (sent) {
    const end =
      sent.held === null ? arriving(sent, 'the commit') : untimed('the commit has to arrive');
    const condition = `A commit of ${name} is on its way to ${sent.to}; it counts when ZooKeeper has taken it.`;
    const waitsFor = [sent.to, storeOf(world)];
    return { condition, waitsFor, ...end, rules: ['OFF-1', 'OFF-3'], sinceSeq: sent.sentSeq };
  }
  const timer = timerOf(world, name, 'commit');
  const waitsFor = group.coordinator === null ? [] : [group.coordinator];
  // Its timer has run out, and the commit is sent in the same moment.
  if (!timer) {
    const condition = `${name} commits every commit interval, and the next one is due.`;
    const end = untimed(`the commit of ${name} follows at once`);
    return { condition, waitsFor, ...end, rules: ['OFF-1'], sinceSeq: null };
  }
  return {
    condition: `${name} commits every commit interval, and the next one is not due yet.`,
    waitsFor,
    ...timed(look, timer, `${name} commits`),
    rules: ['OFF-1'],
    sinceSeq: timer.startedSeq,
  };
}
