/** Why a group has no coordinator that answers (COORD-2, COORD-4, COORD-8, COORD-9). */
import type { RuleId } from '../../../protocol/rules.ts';
import { listed } from '../../describe-words.ts';
import {
  coordinatorTrouble,
  electionNext,
  isCut,
  leftSessionOf,
  sessionTimerOf,
  timerOf,
  troubleKind,
} from '../../trouble.ts';
import type { TroubleKind } from '../../trouble.ts';
import type { GroupWorld, ProcessWorld, World } from '../../world.ts';
import { lastEvent, silenceTimed, sinceStatus, storeOf, timed, untimed } from './wait.ts';
import type { Look, Wait } from './wait.ts';

/** Why nobody coordinates the group at this moment; null where somebody does. */
export function noCoordinator(look: Look, group: GroupWorld): Wait | null {
  const { world } = look;
  const kind = troubleKind(world, group);
  if (group.coordinator === null) return noElectionYet(look, group);
  if (kind === null) return null;
  const process = world.processes.get(group.coordinator);
  const why = coordinatorTrouble(world, group) ?? '';
  const trouble = `${why.replace(/^the /, 'The ')}, so nobody answers group ${group.group}`;
  const session = process && leftSessionOf(world, process);
  if (!process || !session)
    return { ...election(look), condition: `${trouble}. ${electionNext(world)}.` };
  return {
    condition: `${trouble}. Another coordinator is elected when ZooKeeper has ended the session of ${process.name}.`,
    waitsFor: process.status === 'frozen' ? [process.name, session.process] : [session.process],
    ...silenceTimed(look, session, process.name, sessionEnds(process)),
    rules: troubleRules[kind],
    sinceSeq: process.status === 'running' ? session.startedSeq : sinceStatus(look, process),
  };
}

const troubleRules: Readonly<Record<TroubleKind, readonly RuleId[]>> = {
  ended: ['COORD-4'],
  frozen: ['COORD-4', 'COORD-8'],
  lease: ['COORD-8'],
  session: ['COORD-8'],
  'handed-over': ['COORD-7'],
  restarted: ['COORD-9'],
};

function sessionEnds({ name }: ProcessWorld): string {
  return `ZooKeeper ends the session of ${name}, and the controller learns it`;
}

/** The first election has not been. */
function noElectionYet(look: Look, { group }: GroupWorld): Wait {
  const condition = `No coordinator was elected for group ${group} yet. ${electionNext(look.world)}.`;
  return { ...election(look), condition };
}

/** Who is to elect, and what that waits for. */
function election(look: Look): Omit<Wait, 'condition'> {
  const { world } = look;
  const brokers = [...world.processes.values()].filter(({ role }) => role === 'broker');
  const running = brokers.filter(({ status }) => status === 'running');
  const store = storeOf(world);
  const common = { rules: ['COORD-2'] as const, sinceSeq: null };
  if (running.length === 0) {
    const names = brokers.map(({ name }) => name);
    return { ...common, waitsFor: names, ...untimed('a broker has to be started, or thawed') };
  }
  if (running.every(({ name }) => isCut(world, name, store))) {
    const names = listed(running.map(({ name }) => name));
    const instead = `a link of ${names} to ${store} has to be restored`;
    return { ...common, waitsFor: [store], ...untimed(instead) };
  }
  const controller = lastController(look);
  if (controller?.status === 'running' && world.controller !== null)
    return electing(look, controller);
  const session = controller && leftSessionOf(world, controller);
  if (!session) {
    const waitsFor = running.map(({ name }) => name);
    return {
      ...common,
      waitsFor,
      ...untimed('it lasts as long as their requests to ZooKeeper take'),
    };
  }
  return {
    ...common,
    waitsFor: [store],
    ...silenceTimed(
      look,
      session,
      controller.name,
      `ZooKeeper ends the session of ${controller.name}, and another broker becomes the controller`,
    ),
    sinceSeq: sinceStatus(look, controller),
  };
}

/** [COORD-2] The controller elects at once, but for the first time: then it waits for all brokers. */
function electing(look: Look, { name }: ProcessWorld): Omit<Wait, 'condition'> {
  const { world } = look;
  const store = storeOf(world);
  const placement = timerOf(world, name, 'placement');
  const sinceSeq = lastEvent(look, 'controller-elected', { process: name });
  if (placement) {
    const then = `${name} holds the first elections, whoever is there by then`;
    return { waitsFor: [name], ...timed(look, placement, then), rules: ['COORD-2'], sinceSeq };
  }
  if (isCut(world, name, store)) {
    const session = sessionTimerOf(world, name);
    const then = `ZooKeeper ends the session of ${name}, and another broker becomes the controller`;
    const end = session
      ? silenceTimed(look, session, name, then)
      : untimed('the link has to be restored');
    return { waitsFor: [store], ...end, rules: ['COORD-2', 'COORD-8'], sinceSeq };
  }
  const end = untimed(`it lasts as long as the requests of ${name} to ${store} take`);
  return { waitsFor: [name, store], ...end, rules: ['COORD-2'], sinceSeq };
}

/** The controller, or the last one, whose node may still be in ZooKeeper. */
function lastController(look: Look): ProcessWorld | undefined {
  const { world, trace } = look;
  const elected = world.controller === null ? lastEvent(look, 'controller-elected', {}) : null;
  const name = elected === null ? world.controller : trace?.process(elected);
  return knownProcess(world, name);
}

function knownProcess(world: World, name: string | null | undefined): ProcessWorld | undefined {
  return world.processes.get(name ?? '');
}
