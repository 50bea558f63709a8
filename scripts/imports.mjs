// Checks which folder of src/ imports which, and which packages each may use.
// Own code because dependency-cruiser reads TypeScript only through compilers before 7, or through
// a parser that stops at JSX. The parsing is Vite's. Cycles between files are oxlint's import/no-cycle.
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { filesBelow, readText } from './files.mjs';

const core = ['lib', 'wire', 'protocol', 'trace', 'simulation'];
const corePackages = ['@noble/hashes', 'valibot', 'jsonc-parser', 're2js'];
const viewPackages = ['react', 'react-dom', 'd3', '@dnd-kit/core', 'lucide-react'];

const mayImport = {
  lib: [],
  wire: ['lib'],
  protocol: ['lib', 'wire'],
  trace: ['lib', 'wire', 'protocol'],
  simulation: ['lib', 'wire', 'protocol', 'trace'],
  export: ['lib', 'wire', 'protocol', 'trace'],
  lessons: ['lib', 'wire', 'protocol', 'trace'],
  worker: core,
  library: [...core, 'export'],
  store: [...core, 'worker', 'export', 'lessons', 'library'],
  view: [...core, 'worker', 'export', 'lessons', 'library', 'store'],
  cli: [...core, 'export', 'lessons'],
  main: [...core, 'worker', 'export', 'lessons', 'library', 'store', 'view'],
};

const problems = [];

/** `src/trace/world.ts` is of folder trace, `src/main.tsx` of main. */
function folderOf(path) {
  return path.split('/')[1].replace(/\.tsx?$/, '');
}

/** Static, re-exported and dynamic imports, types too, and files named by URL (workers). */
function importsOf(path) {
  const source = readText(path);
  const { module, errors } = parseSync(path, source);
  // The compiler says what is wrong with it; here it only must not pass unseen.
  if (errors.length > 0) problems.push(`${path}: cannot be parsed`);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => {
    return source.slice(start + 1, end - 1);
  });
  const byUrl = [...source.matchAll(/new URL\(\s*'([^']+)',\s*import\.meta\.url/g)];
  return [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) => one.entries.map((e) => e.moduleRequest?.value)),
    ...dynamic,
    ...byUrl.map((match) => match[1]),
  ].filter((name) => name !== undefined);
}

/** Says why `path` may not import `name`, or undefined. */
function refusal(path, name) {
  const from = folderOf(path);
  if (name.startsWith('.')) {
    const target = normalize(join(dirname(path), name));
    if (!target.startsWith('src/')) return 'lies outside src/';
    if (/\.test\.tsx?$/.test(target)) return 'is a test';
    const to = folderOf(target);
    return to === from || mayImport[from].includes(to) ? undefined : `${from} may not import ${to}`;
  }
  if (isBuiltin(name)) return from === 'cli' ? undefined : 'is Node: only cli/ may';
  const isOf = (packages) => packages.some((one) => name === one || name.startsWith(`${one}/`));
  if (core.includes(from) && !isOf(corePackages)) return `is not one of ${corePackages.join(', ')}`;
  if (!['view', 'main'].includes(from) && isOf(viewPackages)) return 'belongs to the view';
  return undefined;
}

// A test may set its subject up with anything; only what is shipped has a direction.
const files = filesBelow('src', /(?<!\.test)\.tsx?$/);
for (const path of files) {
  if (!Object.hasOwn(mayImport, folderOf(path))) {
    problems.push(`${path}: no rule says what ${folderOf(path)} may import`);
    continue;
  }
  for (const name of new Set(importsOf(path))) {
    const why = refusal(path, name);
    if (why !== undefined) problems.push(`${path}: ${name} ${why}`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} imports against the direction`);
process.exitCode = problems.length === 0 ? 0 : 1;
