import { expect, test } from 'vitest';
import { playground } from './testing.ts';
import { branchTree } from './tree.ts';
import type { BranchNode } from './tree.ts';

function told(nodes: readonly BranchNode[], depth = 0): string[] {
  return nodes.flatMap(({ run, forkUs, children }) => [
    `${'-'.repeat(depth)}${run.name} ${forkUs}`,
    ...told(children, depth + 1),
  ]);
}

test('each branch stands under the nearest listed one that it left, with the moment', () => {
  const store = playground(9_000_000);
  const tree = () => told(branchTree(store.getState().runs));
  const at = (ms: number) => store.getState().seek(ms * 1000);
  at(5000);
  store.getState().act({ do: 'kill', target: 'c-1' });
  const killed = store.getState().runId;
  at(8000);
  store.getState().revise(0, { isOn: false });
  store.getState().switchBranch(killed);
  store.getState().act({ do: 'kill', target: 'c-2' });
  // Nothing that was seen lies beyond it: what it left is not listed, and is skipped.
  expect(tree()).toEqual(['test null', '-kill c-1 off 5000000', '-kill c-2, 8.00 s 5000000']);
});
