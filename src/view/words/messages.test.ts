/** Names of messages: what a list of them says of each. */
import { expect, it } from 'vitest';
import { known } from '../../lib/assert.ts';
import { builtins } from '../../simulation/builtins.ts';
import { run } from '../../simulation/testing.ts';
import { emptyWorld } from '../../trace/fold/empty.ts';
import { applyEvent } from '../../trace/fold/fold.ts';
import { messageFullName, messageTitle } from './messages.ts';

it('tells messages apart that say the same at the same time', () => {
  const opening = known(
    builtins.find(({ id }) => id === 'first-minute'),
    'first-minute',
  );
  const { trace } = run(opening.experiment, 10_000);
  const world = emptyWorld();
  let hadTwins = false;
  for (let seq = 0; seq < trace.length; seq++) {
    applyEvent(world, trace.event(seq));
    const underWay = [...world.messages.values()];
    hadTwins ||= new Set(underWay.map(messageTitle)).size < underWay.length;
    expect(new Set(underWay.map(messageFullName)).size).toBe(underWay.length);
  }
  expect(hadTwins).toBe(true);
});
