/** Why a member owns nothing, or is not counted any more as a member (ASG-1, OFF-4, OWN-6). */
import { plural } from '../../describe-words.ts';
import { isCut, timerOf } from '../../trouble.ts';
import { hasPatterns } from '../../world.ts';
import { sinceState } from './subject.ts';
import type { Subject } from './subject.ts';
import { arriving, lastEvent, timed, underWay, untimed } from './wait.ts';
import type { Look, Wait } from './wait.ts';

/** The coordinator does not have it as a member, and it does not know that yet. */
export function isUnknown({ consumer, group }: Subject): boolean {
  const { member, state } = consumer;
  const isIn = state === 'PartOfGroup' || state === 'Rediscovering';
  const isKnown = member !== null && group.members.has(member);
  const isLoaded = group.coordinated && group.state !== 'Down' && group.state !== 'CatchUp';
  return isIn && isLoaded && !isKnown;
}

/** [OWN-6] A zombie: it believes that it owns partitions, and its group has struck it off. */
export function removed(look: Look, subject: Subject): Wait {
  const { process, consumer, group } = subject;
  const { name, status } = process;
  const member = consumer.member ?? '';
  const sinceSeq = lastEvent(look, 'member-removed', { group: group.group, member });
  const owned =
    consumer.held.size === 0 ? '' : ` and owns ${plural(consumer.held.size, 'partition')}`;
  const believes = `${name} believes that it is a member${owned}, but its group has declared it dead`;
  const common = { rules: ['OWN-6', 'HB-5'] as const, sinceSeq };
  if (status !== 'running') {
    const condition = `${believes} and it is frozen, so it does not know.`;
    return { ...common, condition, waitsFor: [name], ...untimed('it has to be thawed') };
  }
  const [timer, then] = learnsBy(look, subject);
  const end = timer
    ? timed(look, timer, then)
    : untimed('it learns it from the answer to a heartbeat');
  const waitsFor = group.coordinator === null ? [] : [group.coordinator];
  return { ...common, condition: `${believes}. It does not know yet.`, waitsFor, ...end };
}

/** [HB-4] What makes it find out: its next step in the search, or that nobody answers. */
function learnsBy({ world }: Look, { process, consumer, group }: Subject) {
  const { name } = process;
  const coordinator = group.coordinator ?? '';
  const timer = (id: string) => timerOf(world, name, id);
  if (consumer.state === 'Rediscovering') {
    const next = timer('backoff') ?? timer('request') ?? timer('coordinator-failed');
    return [next, `${name} takes the next step in looking for its coordinator`] as const;
  }
  if (isCut(world, name, coordinator)) {
    const then = `${name} has heard nothing for its session timeout and looks for its coordinator`;
    return [timer('coordinator-failed'), then] as const;
  }
  return [timer('heartbeat'), `${name} sends its next heartbeat, and the answer tells it`] as const;
}

/** [ASG-1] [OFF-4] [REG-9] It is part of the group and holds nothing. */
export function givenNothing(look: Look, subject: Subject): Wait | null {
  const { process, consumer, group } = subject;
  if (consumer.state !== 'PartOfGroup' || consumer.held.size > 0) return null;
  if (isUnknown(subject)) return removed(look, subject);
  const entry = group.assignment.find(({ member }) => member === consumer.member);
  const count = entry?.partitions.reduce((sum, one) => sum + one.partitions.length, 0) ?? 0;
  if (count > 0) return askingOffsets(look, subject, count);
  const topics = entry?.topics ?? consumer.topics;
  const existing = topics.filter((topic) => (look.world.topics.get(topic)?.partitions ?? 0) > 0);
  if (existing.length === 0) return noTopics(look, subject, topics);
  const members = group.assignment.filter((one) => one.topics.some((t) => existing.includes(t)));
  const partitions = existing.reduce(
    (sum, topic) => sum + (look.world.topics.get(topic)?.partitions ?? 0),
    0,
  );
  const shared = `${plural(members.length, 'member')} share ${plural(partitions, 'partition')}`;
  return {
    condition: `${process.name} is a member, but every partition of its topics belongs to another: ${shared}.`,
    waitsFor: [],
    ...untimed('a member has to leave, or partitions have to be added'),
    rules: [group.strategy === 'roundrobin' ? 'ASG-2' : 'ASG-1'],
    sinceSeq: lastEvent(look, 'rebalance-completed', { group: group.group }),
  };
}

/** [OFF-4] It has partitions, and asks from where to read them. */
function askingOffsets(look: Look, subject: Subject, count: number): Wait {
  const { process, group } = subject;
  const { name } = process;
  const again = timerOf(look.world, name, 'request');
  const answer = underWay(look, { to: name, api: 'OffsetFetch', direction: 'response' });
  const end =
    answer && answer.held === null
      ? arriving(answer, 'the answer')
      : again
        ? timed(look, again, `${name} asks again`)
        : untimed('it has to be told the committed offsets');
  return {
    condition: `${name} was given ${plural(count, 'partition')} and waits to be told the committed offsets from which it reads on.`,
    waitsFor: group.coordinator === null ? [] : [group.coordinator],
    ...end,
    rules: ['OFF-4', 'RB-7'],
    sinceSeq: sinceState(look, subject),
  };
}

/** [REG-9] [TOP-1] [WILD-2] There is nothing yet that it subscribes to. */
function noTopics(look: Look, subject: Subject, topics: readonly string[]): Wait {
  const { process, consumer } = subject;
  const { name } = process;
  const refresh = timerOf(look.world, name, 'metadata-refresh');
  const sinceSeq = sinceState(look, subject);
  if (hasPatterns(consumer) && refresh) {
    const condition = `No topic that ${name} knows of matches its patterns, so it is a member without partitions.`;
    const end = timed(look, refresh, `${name} asks for the topics again`);
    return { condition, waitsFor: [], ...end, rules: ['REG-9', 'WILD-2'], sinceSeq };
  }
  const condition = `None of the topics that ${name} subscribes to exists (${topics.join(', ')}).`;
  const end = untimed('one of them has to be created');
  return { condition, waitsFor: [], ...end, rules: ['TOP-1'], sinceSeq };
}
