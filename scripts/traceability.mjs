// What the kind of a rule asks for, and which rules lack it. Pure: everything that is looked at is
// given, so that it can be tested on small fixtures. rules.mjs gathers it from this project.

/** Where an id must stand, by kind. A finding is the name of a place in `Evidence`. */
const asked = {
  step: ['code', 'titles', 'events'],
  table: ['data', 'titles'],
  invariant: ['checkers', 'mutants'],
  measure: ['queries', 'titles'],
};

const words = {
  code: 'stands in no code',
  data: 'stands in no code and no built-in experiment',
  titles: 'stands in no test title',
  events: 'is in no event of a built-in experiment',
  checkers: 'has no checker in src/trace/invariants',
  mutants: 'has no mutant that its checker catches',
  queries: 'has no query',
};

const idPattern = /\b[A-Z]+-\d+\b/g;

/** Every word that looks like a rule id and is meant as one: of a known family, or in brackets. */
export function idsIn(text, families) {
  const named = text.match(idPattern)?.filter((id) => families.has(familyOf(id))) ?? [];
  const tagged = [...text.matchAll(/\[([A-Z]+-\d+)\]/g)].map((match) => match[1]);
  return new Set([...named, ...tagged]);
}

export function familyOf(id) {
  return id.slice(0, id.lastIndexOf('-'));
}

/** Ids in brackets: how a test title says which rules it is about. */
export function idsInTitle(title) {
  return [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map((match) => match[1]);
}

/**
 * A sentence for each thing that is missing or that names a rule which there is not.
 * `rules`: id -> kind. `evidence`: place -> the set of ids found there. `named`: file -> ids in it.
 */
export function untraced(rules, evidence, named) {
  const missing = Object.entries(rules).flatMap(([id, kind]) =>
    asked[kind]
      .filter((place) => !evidence[place].has(id))
      .map((place) => `${id} (${kind}) ${words[place]}`),
  );
  const unknown = [...named].flatMap(([file, ids]) =>
    [...ids].filter((id) => !(id in rules)).map((id) => `${file}: there is no rule ${id}`),
  );
  return [...missing, ...unknown];
}
