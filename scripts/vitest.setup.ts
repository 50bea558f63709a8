import fc from 'fast-check';
import '../src/lib/pattern-engine.ts';

// A random seed would turn the same commit green on one day and red on the next.
// FC_SEED=… looks elsewhere, FC_RUNS=… looks longer.
fc.configureGlobal({
  seed: Number(process.env['FC_SEED'] ?? 20131),
  ...(process.env['FC_RUNS'] === undefined ? {} : { numRuns: Number(process.env['FC_RUNS']) }),
});
