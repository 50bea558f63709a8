/** [CFG-1] [CFG-2] [CFG-3] [REG-2] What follows from S, F and T in this network. */
import type { GroupTiming } from '../../protocol/settings.ts';
import type { CommandAction } from '../../trace/experiment.ts';
import { activeRun } from '../../store/playground.ts';
import { circumstancesOf, timingInForce, warningsOf, windowsOf } from '../../trace/timing.ts';
import { ms } from '../amounts.ts';
import { usePlayground, useWorld } from '../context.tsx';
import { Consequences } from './consequences.tsx';
import type { Warning } from './consequences.tsx';
import { refusalOf, shownBy } from './expected.ts';

interface TimingConsequencesProps {
  /** Null: what is typed is no timing. */
  readonly timing: GroupTiming | null;
  readonly group: string;
  /** What was typed, as an action. */
  readonly action: CommandAction | null;
}

export function TimingConsequences({ timing, group, action }: TimingConsequencesProps) {
  const world = useWorld();
  const scenario = usePlayground((state) => activeRun(state).experiment.scenario);
  if (!timing) return null;
  const inForce = timingInForce(timing, scenario);
  const { heartbeatIntervalUs, deadAfterUs, coordinatorFailedUs } = windowsOf(inForce);
  const refusal = refusalOf(timing, scenario);
  const refused: readonly Warning[] =
    refusal === null
      ? []
      : [
          {
            id: 'refused',
            rule: 'REG-2',
            sentence: refusal,
            isFatal: true,
            builtin: 'refused-for-good',
          },
        ];
  const warned = warningsOf(inForce, circumstancesOf(scenario, world, group)).map(
    (warning): Warning => ({ ...warning, ...shownBy(warning.id, inForce) }),
  );
  const version = scenario.wireVersion === 0 ? ' (version 0: S)' : '';
  return (
    <Consequences
      figures={[
        { name: 'heartbeat interval S / F', value: ms(heartbeatIntervalUs) },
        { name: `coordinator\u2019s window T \u00b7 S / F${version}`, value: ms(deadAfterUs) },
        { name: 'consumer\u2019s window S', value: ms(coordinatorFailedUs) },
      ]}
      warnings={[...refused, ...warned]}
      action={action}
    />
  );
}
