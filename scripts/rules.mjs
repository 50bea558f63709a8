// Names every rule that lacks what its kind asks for (scripts/traceability.mjs says what), and every
// id in code, tests or documents that is no rule.
import { runnerImport } from 'vite';
import { filesBelow, readText } from './files.mjs';
import { mutants } from './mutants/table.mjs';
import { titlesIn } from './titles.mjs';
import { familyOf, idsIn, idsInTitle, untraced } from './traceability.mjs';

const { module: source } = await runnerImport('./scripts/rules-source.ts', { logLevel: 'warn' });
const { rules, builtins, runToEnd } = source;

const kinds = Object.fromEntries(Object.entries(rules).map(([id, { kind }]) => [id, kind]));
const families = new Set(Object.keys(rules).map(familyOf));

const isRuleText = (path) => /^src\/protocol\/rules(\/|\.ts)/.test(path);
const isTest = (path) => /\.(test|spec)\.(tsx?|mjs)$/.test(path);
/** What only tests use does nothing of what a rule says. */
const isAside = (path) => /(^|\/)testing\/|(harness|testing|fixture|told|kit)\.ts$/.test(path);
/** Nor do experiments, but a row of a table may be made to happen there. */
const isExperiment = (path) => /\/(builtins|lessons)\//.test(path);

const sources = [...filesBelow('src', /\.(tsx?|css)$/), ...filesBelow('e2e', /\.ts$/)];
const documents = ['README.md', ...filesBelow('docs', /\.md$/), ...filesBelow('src', /\.md$/)];
const scripts = filesBelow('scripts', /\.(mjs|ts)$/).filter((path) => !isTest(path));
const named = new Map(
  [...sources, ...scripts, ...documents].map((path) => [path, idsIn(readText(path), families)]),
);

function idsOf(isMeant) {
  return new Set([...named].flatMap(([path, ids]) => (isMeant(path) ? [...ids] : [])));
}

const isCode = (path) =>
  path.startsWith('src/') && !path.endsWith('.md') && !isRuleText(path) && !isTest(path);

function idsInTitles() {
  const paths = sources.filter(isTest);
  const titles = paths.flatMap((path) => titlesIn(path, readText(path)));
  return new Set(titles.flatMap(idsInTitle));
}

function idsInEvents() {
  const ids = new Set();
  for (const { experiment } of builtins) {
    const { trace } = runToEnd(experiment, { untilMs: experiment.untilMs, check: false });
    for (let seq = 0; seq < trace.length; seq++) for (const id of trace.rules(seq)) ids.add(id);
  }
  return ids;
}

const evidence = {
  code: idsOf((path) => isCode(path) && !isAside(path) && !isExperiment(path)),
  data: idsOf((path) => isCode(path) && !isAside(path)),
  titles: idsInTitles(),
  events: idsInEvents(),
  checkers: idsOf((path) => isCode(path) && path.startsWith('src/trace/invariants/')),
  mutants: new Set(mutants.flatMap(({ caughtBy }) => caughtBy.invariant ?? [])),
  queries: idsOf((path) => isCode(path) && !isAside(path) && path.startsWith('src/trace/')),
};

const problems = untraced(kinds, evidence, named);
for (const problem of problems) console.error(problem);
console.log(`${Object.keys(rules).length} rules, ${problems.length} gaps`);
process.exitCode = problems.length === 0 ? 0 : 1;
