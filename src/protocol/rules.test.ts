import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../wire/errors.ts';
import { pascalCase, typeText } from '../wire/explain.ts';
import type { Field, Fields, MessageSchema } from '../wire/schema.ts';
import { registerMessages } from './register/messages.ts';
import { rules } from './rules.ts';
import { zooKeeperMessages } from './zookeeper/messages.ts';

const text = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
const ids = Object.keys(rules);
const messages: readonly MessageSchema[] = [...registerMessages, ...zooKeeperMessages];

/** The text's own headings, by what they are about. */
const headings: Readonly<Record<string, readonly string[]>> = {
  '2. Ownership': ['ownership'],
  '3. Coordinators': ['coordinators'],
  '4. Finding the coordinator, registering': ['discovery', 'registration'],
  '5. Heartbeats and failure detection': ['heartbeats'],
  '6. Rebalance': ['rebalance', 'offsets'],
  '7. Strategies, topics, wildcards': ['strategies', 'topics'],
  '8. Coordinator failover': ['failover'],
  '9. Wire formats': ['wire'],
  '10. User actions and faults': ['faults'],
};

interface Definition {
  readonly id: string;
  readonly heading: string;
  /** As the text marks it: `(table)`; a step is not marked, and neither is a row of a table. */
  readonly mark: string | undefined;
  readonly inTable: boolean;
}

/** Where the text defines a rule: a bold id that opens a bullet, or the first cell of a row. */
function definitions(): Definition[] {
  const found: Definition[] = [];
  let heading = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3);
    const bullet = /^- \*\*([A-Z]+-\d+)\*\*(?: \((table|invariant|measure)\b)?/.exec(line);
    if (bullet) found.push({ id: bullet[1]!, heading, mark: bullet[2], inTable: false });
    const row = /^\| ([A-Z]+-\d+) \|/.exec(line);
    if (row) found.push({ id: row[1]!, heading, mark: undefined, inTable: true });
  }
  return found;
}

/** All rows of all tables, as trimmed cells. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

function printed(fields: readonly (readonly [string, Field])[]): string {
  return fields.map(([key, field]) => `${pascalCase(key)} ${typeText(field)}`).join(', ');
}

function structsOf(fields: Fields): [string, Fields][] {
  return Object.values(fields).flatMap((field) => {
    const struct = field.struct ?? field.element?.struct;
    return struct ? [[struct.name, struct.fields], ...structsOf(struct.fields)] : [];
  });
}

describe('rules and text', () => {
  test('the text defines every rule once, in the order of the rules', () => {
    expect(definitions().map(({ id }) => id)).toEqual(ids);
  });

  test('the text names no rule that there is not', () => {
    const named = new Set(text.match(/\b(?!UTF)[A-Z]+-\d+\b/g));
    expect([...named].filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('kind and section are those of the text', () => {
    for (const { id, heading, mark, inTable } of definitions()) {
      const rule = rules[id as keyof typeof rules];
      expect([id, headings[heading]]).toEqual([id, expect.arrayContaining([rule.section])]);
      expect([id, rule.kind]).toEqual([id, inTable ? 'table' : (mark ?? 'step')]);
    }
  });

  test('every rule has one or two sentences that fit a line or two', () => {
    const misfits = Object.entries(rules).filter(([, { sentence }]) => {
      return sentence.length > 220 || !/^[A-Z].*\.$/.test(sentence) || /  |\n/.test(sentence);
    });
    expect(misfits).toEqual([]);
  });
});

describe('formats and text', () => {
  test.each(messages.map((schema) => [schema.name, schema] as const))('%s', (name, schema) => {
    const entries = Object.entries(schema.fields);
    const base = printed(entries.filter(([, { since }]) => since === 0));
    const added = printed(entries.filter(([, { since }]) => since === 1));
    const key = String(schema.apiKey);
    const row = schema.rule ? [schema.rule, name, key, base, added] : [name, key, base];
    expect(rows.filter((cells) => cells.includes(name))).toEqual([row]);
  });

  test('the structs', () => {
    for (const [name, fields] of messages.flatMap((schema) => structsOf(schema.fields))) {
      const cell = ['Broker', 'TopicAndPartition'].includes(name) ? `\`${name}\`` : name;
      expect(rows).toContainEqual([cell, printed(Object.entries(fields))]);
    }
  });

  test('the error codes', () => {
    const printedCodes = rows.filter(([code, , ...rest]) => {
      return /^\d+$/.test(code!) && rest.length === 0;
    });
    const codes = Object.entries(errorCodes).map(([name, code]) => [String(code), name]);
    expect(printedCodes).toEqual(codes);
  });
});
