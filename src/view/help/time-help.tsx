/** Help: the views over time, and what they answer. */

/** Each with a sentence; in the order of the page. */
const views: readonly (readonly [string, string])[] = [
  [
    'Ownership',
    'Who held which partition, or what each consumer held. Hatched: held by one that is frozen or dead. Two halves: two believe that they own it. Dots: nobody holds it.',
  ],
  [
    'Space-time',
    'A line for each process; messages slant by the time that they took. Heartbeats are a comb on the lines, so that a gap shows. An hourglass ends a timer that ran out.',
  ],
  ['Lag', 'Records of each partition that had come in and were not committed.'],
  ['Together', 'These three, one above the other.'],
  [
    'Ledger',
    'A row for each rebalance: what set it off, how long each phase took, what moved against the least that had to, what it cost.',
  ],
  ['Log', 'Everything that happened, a sentence each; by process, kind, rule and words.'],
];

const questions: readonly (readonly [string, string])[] = [
  [
    'Why',
    'Select anything: its chain leads back to an action or a setting. W lights the chain in every view.',
  ],
  [
    'Waits',
    'What has not happened yet: for whom it waits, and which timer will end that, and when.',
  ],
  [
    'Breakpoints',
    'Conditions in words. Playback stops exactly at their event; J runs to the next one.',
  ],
  [
    'Branches',
    'Acting in the past keeps the old future. In their menu actions are switched off or moved in time, and two branches, or two experiments, are compared.',
  ],
];

export function TimeHelp() {
  return (
    <>
      <p>
        All views share one axis and one playhead. The wheel zooms, dragging moves, a press goes
        there. The thin line above them is the whole run.
      </p>
      <Terms terms={views} />
      <Terms terms={questions} />
    </>
  );
}

function Terms({ terms }: { terms: typeof views }) {
  return (
    <dl className="terms">
      {terms.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
