/**
 * What brokers will make of a consumer's timing, before anybody registers with it: by the protocol's
 * own checks, so that the form says what will happen. Pure.
 */
import { fatalRefusal } from '../../protocol/register/coordinator/refusals.ts';
import { presumedOfVersion0 } from '../../protocol/register/coordinator/state.ts';
import type { GroupTiming } from '../../protocol/settings.ts';
import type { Scenario } from '../../trace/experiment.ts';
import type { WarningId } from '../../trace/timing.ts';

type Brokers = Pick<Scenario, 'broker' | 'wireVersion'>;

/** [REG-2] The refusal that stops a consumer which registers with this timing, in words; or null. */
export function refusalOf(timing: GroupTiming, { broker, wireVersion }: Brokers): string | null {
  const told = wireVersion === 0 ? { ...timing, ...presumedOfVersion0 } : timing;
  // Any strategy and group that are never refused: they are not what is asked about.
  const registration = { ...told, strategy: 'range' };
  const applying = { registration, groupId: 'any', group: undefined, settings: broker };
  const refusal = fatalRefusal(applying);
  if (!refusal) return null;
  return `Brokers refuse this for good (${refusal.error}): ${refusal.reason}. Whoever registers with it stops.`;
}

/** The built-in experiment that shows what a warning is about; of some there is none. */
export function shownBy(
  warning: WarningId,
  { heartbeatFrequency: F, failedHeartbeatThreshold: T }: GroupTiming,
): { readonly builtin?: string } {
  if (warning === 'windows-differ') return { builtin: T < F ? 'threshold-two' : 'threshold-four' };
  return warning === 'live-members-die' ? { builtin: 'storm' } : {};
}
