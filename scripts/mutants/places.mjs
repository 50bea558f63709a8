// Where faults are planted, and what catches them.

const protocol = 'src/protocol/register';
export const coordinator = `${protocol}/coordinator`;
export const broker = `${protocol}/broker`;
export const consumer = `${protocol}/consumer`;

/** Random experiments of a mode, and the invariant whose checker has to see it. */
export const swarm = (mode, seeds, invariant) => ({ mode, seeds, invariant });
/** One that is found so soon that it is looked for each time. */
export const quickSwarm = (mode, seeds, invariant) => ({
  ...swarm(mode, seeds, invariant),
  isQuick: true,
});
export const inQuick = ({ test, isQuick = false }) => test !== undefined || isQuick;
/** The tests of a file whose title has the rule in it. */
export const rule = (test, title) => ({ test, title });
/** One of the small experiments that defeated a naive reading. */
export const naive = (title) => ({ test: 'src/simulation/naive.test.ts', title });
