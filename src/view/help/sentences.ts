/** The protocol in ten sentences, each with the rules of docs/protocol.md that it stands for. */
import type { RuleId } from '../../protocol/rules.ts';

interface Sentence {
  readonly text: string;
  readonly rules: readonly [RuleId, ...RuleId[]];
}

export const sentences: readonly Sentence[] = [
  {
    text: 'A consumer knows a few brokers; it asks one of them who coordinates its group.',
    rules: ['DISC-1'],
  },
  {
    text: 'It registers with that coordinator: its topics, its timing settings and, if it has one, its id.',
    rules: ['REG-1', 'REG-4'],
  },
  {
    text: 'A newcomer, a death or a change of topics starts a rebalance: the coordinator waits until every live member has registered again.',
    rules: ['TRIG-1', 'TRIG-2', 'TRIG-3', 'TRIG-4', 'TRIG-5', 'RB-4'],
  },
  {
    text: 'Then it raises the generation by one, shares out the partitions and writes everything to ZooKeeper at once; only after that it answers.',
    rules: ['RB-5', 'RB-6', 'META-3'],
  },
  {
    text: 'Each member reads its partitions from the committed offsets on, and sends a heartbeat every S / F.',
    rules: ['RB-7', 'HB-1'],
  },
  {
    text: 'A member that is not heard from for T × S / F is declared dead; that its connection has closed tells the coordinator nothing.',
    rules: ['HB-3', 'HB-6'],
  },
  {
    text: 'The others learn of the rebalance from the answer to their next heartbeat: IllegalGeneration.',
    rules: ['RB-2', 'HB-2'],
  },
  {
    text: 'Whoever learns of it stops reading, commits its offsets and registers again; it sends no heartbeat until it is answered.',
    rules: ['RB-3', 'HB-7'],
  },
  {
    text: 'A commit is accepted only under the current id and generation: one that is declared dead and does not know it may read on, but it spoils no offsets.',
    rules: ['OFF-1', 'OWN-4', 'OWN-6'],
  },
  {
    text: 'When the coordinator dies and its ZooKeeper session has ended, the controller elects another broker; that one loads the group from ZooKeeper, and members that find it in time go on without a rebalance.',
    rules: ['COORD-4', 'COORD-5', 'FO-1'],
  },
];
