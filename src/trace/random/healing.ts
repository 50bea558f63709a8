/**
 * What ends the faults of random commands: links are restored, the frozen thawed, and a broker runs.
 * Some faults may stay for ever, those that a group has to live with (OWN-5).
 */
import type { RandomStream } from '../../lib/random.ts';
import type { Command, CommandAction, Scenario } from '../experiment.ts';
import { once } from './draw.ts';

/** The commands, with keys where whom they hit has to be known later, and those that heal. */
export function healing(
  stream: RandomStream,
  scenario: Scenario,
  commands: readonly Command[],
  atMs: number,
): Command[] {
  const stays = { frozen: once(stream, 3), cutOff: once(stream, 3) };
  const heals: CommandAction[] = [];
  const keyed = commands.map((command, index) => {
    const cure = cureOf(command, scenario);
    if (!cure || mayStay(command, stays)) return command;
    const key = `fault-${index}`;
    heals.push({ ...cure, key, recall: true });
    return { ...command, key };
  });
  // [DISC-1] One at least of those that consumers know from the start has to run.
  heals.push({ do: 'thaw', target: 'broker-1' }, { do: 'start-broker', name: 'broker-1' });
  return [...keyed, ...heals.map((heal): Command => ({ atMs, ...heal }))];
}

type Cure = Extract<CommandAction, { readonly key?: string }>;

function cureOf(command: Command, { network }: Scenario): Cure | null {
  switch (command.do) {
    case 'freeze':
      return { do: 'thaw', target: command.target };
    case 'cut-link':
      return { do: 'restore-link', target: command.target };
    case 'slow-link':
      return { do: 'slow-link', target: command.target, latencyMs: network.latencyMs };
    default:
      return null;
  }
}

/** A frozen process counts as dead; a consumer that is cut off from a broker finds the others. */
function mayStay(
  command: Command,
  stays: { readonly frozen: boolean; readonly cutOff: boolean },
): boolean {
  if (command.do === 'freeze') return stays.frozen;
  return command.do === 'cut-link' && stays.cutOff && command.target[0].startsWith('c-');
}
