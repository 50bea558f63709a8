/** Why a consumer is not part of its group: it looks for its coordinator, or waits for an answer. */
import type { RuleId } from '../../../protocol/rules.ts';
import { isCut, peerOf, timerOf } from '../../trouble.ts';
import { hasPatterns, timerKey } from '../../world.ts';
import { noCoordinator } from './coordinator.ts';
import { notStable } from './group.ts';
import { sinceState } from './subject.ts';
import type { Subject } from './subject.ts';
import { arriving, earlier, storeOf, timed, underWay, untimed } from './wait.ts';
import type { Ending, Look, Wait } from './wait.ts';

/** It looks for its coordinator, or waits for its registration to be answered; null: it is in. */
export function notInGroup(look: Look, subject: Subject): Wait | null {
  switch (subject.consumer.state) {
    case 'Down':
    case 'Discovering':
    case 'Rediscovering':
      return searching(look, subject);
    case 'Registering':
      return registering(look, subject);
    case 'PartOfGroup':
      return null;
  }
}

/** [DISC-1] The group may have no coordinator, or one that loads; else it is its own next step. */
function searching(look: Look, subject: Subject): Wait {
  const { world } = look;
  const { process, group } = subject;
  const looks = `${process.name} looks for the coordinator of ${group.group}`;
  const sinceSeq = sinceState(look, subject);
  const blocked =
    noCoordinator(look, group) ?? (group.state === 'CatchUp' ? notStable(look, group) : null);
  if (blocked) {
    const rules: readonly RuleId[] = ['DISC-1', ...blocked.rules];
    return { ...blocked, condition: `${looks}. ${blocked.condition}`, rules };
  }
  const peer = peerOf(world, process.name);
  const waitsFor = peer === null ? [] : [peer];
  const [end, rules] = searchStep(look, subject, peer);
  const cut =
    peer !== null && isCut(world, process.name, peer) ? `; its link to ${peer} is cut` : '';
  const what = peer === null ? '' : ` and waits for ${peer}${cut}`;
  return { condition: `${looks}${what}.`, waitsFor, ...end, rules, sinceSeq };
}

/** [DISC-2] The limit of the step that it is at. */
function searchStep(
  look: Look,
  { process, consumer }: Subject,
  peer: string | null,
): readonly [Ending, readonly RuleId[]] {
  const { name } = process;
  const steps: readonly (readonly [string, string, readonly RuleId[]])[] = [
    ['backoff', `${name} asks the next broker`, ['DISC-1', 'DISC-2']],
    [
      'request',
      `${name} gives up waiting for ${peer ?? 'an answer'} and backs off before it tries the next broker`,
      hasPatterns(consumer) ? ['DISC-2', 'WILD-1'] : ['DISC-1', 'DISC-2'],
    ],
    [
      'coordinator-failed',
      `${name} gives up waiting for the answer to its first heartbeat`,
      ['HB-8'],
    ],
  ];
  for (const [timer, then, rules] of steps) {
    const running = timerOf(look.world, name, timer);
    if (running) return [timed(look, running, then), rules];
  }
  return [untimed(`the next step of ${name} follows at once`), ['DISC-1']];
}

/** [REG-7] It waits for the answer to its registration, but not for ever. */
function registering(look: Look, subject: Subject): Wait {
  const { world } = look;
  const { process, group } = subject;
  const { name } = process;
  const own = world.timers.get(timerKey(name, 'registration', ''));
  const limit = own
    ? timed(look, own, `${name} gives up waiting and looks for its coordinator again`)
    : untimed('its registration has to be answered');
  const found = registrationAt(look, subject);
  const end = earlier(limit, found);
  const rules: readonly RuleId[] = end === limit ? [...found.rules, 'REG-7'] : found.rules;
  const sinceSeq = found.sinceSeq ?? sinceState(look, subject);
  const condition = `${name} has registered with ${group.group} and waits for the answer. ${found.condition}`;
  return { ...found, condition, ...pickEnd(end), rules, sinceSeq };
}

const pickEnd = ({ timer, endsAtUs, ending }: Ending): Ending => ({ timer, endsAtUs, ending });

/** Where its registration is: on its way, parked, answered, or lost. */
function registrationAt(look: Look, { process, group }: Subject): Wait {
  const { world } = look;
  const { name } = process;
  const api = 'RegisterConsumer';
  const common = { rules: ['REG-1'] as const, sinceSeq: null };
  const sent = underWay(look, { from: name, api, direction: 'request' });
  if (sent) {
    const held = sent.held === 'link-cut' ? ', but the link is cut' : `, but ${sent.to} is frozen`;
    const condition = `Its registration is on its way to ${sent.to}${sent.held === null ? '' : held}.`;
    const end =
      sent.held === null ? arriving(sent, 'its registration') : untimed('it has to arrive');
    return { ...common, condition, waitsFor: [sent.to], ...end, sinceSeq: sent.sentSeq };
  }
  const answer = underWay(look, { to: name, api, direction: 'response' });
  if (answer) {
    const condition = `The answer of ${answer.from} is on its way.`;
    const end =
      answer.held === null ? arriving(answer, 'the answer') : untimed('the answer has to arrive');
    return { ...common, condition, waitsFor: [answer.from], ...end, sinceSeq: answer.sentSeq };
  }
  const parked = group.parked.get(name);
  const blocked = parked || !group.coordinated ? notStable(look, group) : null;
  if (blocked) {
    const late = parked?.late ? 'It came too late for this attempt and waits for the next. ' : '';
    return { ...blocked, condition: `${late}${blocked.condition}` };
  }
  const coordinator = group.coordinator ?? storeOf(world);
  const condition = 'Nothing on its way is the answer to its registration.';
  return { ...common, condition, waitsFor: [coordinator], ...untimed('it has to be answered') };
}
