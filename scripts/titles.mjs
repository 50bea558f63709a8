// The titles in the source of a test: every string that begins with a rule's id in brackets, since
// a title may stand in a table of cases too. Told by the syntax, so that a comment is none.
import { parseSync } from 'vite';

function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map((one) => one.value.raw).join('');
  return undefined;
}

function* nodesBelow(node) {
  if (node === null || typeof node !== 'object') return;
  yield node;
  for (const child of Object.values(node)) yield* nodesBelow(child);
}

export function titlesIn(path, source) {
  return [...nodesBelow(parseSync(path, source).program)]
    .map(textOf)
    .filter((text) => text !== undefined && /^\[[A-Z]+-\d+\]/.test(text));
}
