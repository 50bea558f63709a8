/** The answer to a registration: id, generation, partitions (RB-6, REG-5). */
import { errorCodes } from '../../../wire/errors.ts';
import type { RuleId } from '../../rules.ts';
import { registerConsumerResponse } from '../messages.ts';
import type { CoordinatorContext } from './context.ts';
import type { Group, Member, Registration } from './state.ts';

export function answerRegistration(
  context: CoordinatorContext,
  { id: group, generation }: Group,
  member: Member,
  { connection, correlationId, version }: Registration,
  rules: readonly RuleId[],
): void {
  const value = {
    version,
    correlationId,
    errorCode: errorCodes.None,
    groupGenerationId: generation,
    groupId: group,
    consumerId: member.id,
    partitionsToOwn: member.partitions.flatMap(({ topic, partitions }) =>
      partitions.map((partition) => ({ topic, partition })),
    ),
  };
  const about = { correlationId, group, generation };
  context.reply(connection, registerConsumerResponse, value, about, rules);
}
