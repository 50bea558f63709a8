/** What the user did, in order of time. */
import type { EventKind } from '../events.ts';
import type { Command } from '../experiment.ts';
import type { TraceReader } from '../reader.ts';

export interface UserAction {
  readonly seq: number;
  readonly atUs: number;
  readonly command: Command;
}

export class ActionCollector {
  readonly actions: UserAction[] = [];

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    if (kind !== 'command') return;
    const command = trace.json(seq, 'command') as Command;
    this.actions.push({ seq, atUs: trace.atUs(seq), command });
  }
}
