/** What the user did, in order of time. */
import type { EventKind } from '../events.ts';
import type { Command } from '../experiment.ts';
import type { TraceReader } from '../reader.ts';

export interface UserAction {
  readonly seq: number;
  readonly atUs: number;
  readonly command: Command;
  /** Whom it hit, where the command names somebody by role. */
  readonly targets: readonly string[];
}

export class ActionCollector {
  readonly actions: UserAction[] = [];

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    if (kind !== 'command') return;
    const command = trace.json(seq, 'command') as Command;
    const targets = (trace.json(seq, 'targets') ?? []) as readonly string[];
    this.actions.push({ seq, atUs: trace.atUs(seq), command, targets });
  }
}
