/** What the help page says; each part stands for itself. */
import { useStore } from 'zustand';
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { areSingle } from '../controls/key-commands.ts';
import { keyGroups } from '../controls/key-list.ts';
import { preferences } from '../preferences.ts';
import { sentences } from './sentences.ts';

export function FirstMinute() {
  return (
    <ol className="numbered">
      <li>The page opens on a living group: three brokers, three consumers, six partitions.</li>
      <li>
        Take <em>freeze</em> from the palette, then choose c-2. Its own ring stops; the
        coordinator’s ring around it goes on draining. When that one is empty, c-2 is declared dead.
      </li>
      <li>
        The others learn it one heartbeat at a time and register again. The partitions of c-2 move.
      </li>
      <li>
        Select c-1 and open <em>Why</em>: it leads from what you see back to what you did.
      </li>
    </ol>
  );
}

export function TenSentences() {
  return (
    <ol className="numbered">
      {sentences.map(({ text, rules: backing }) => (
        <li key={text}>
          {text}
          <span className="rule-notes">
            {backing.map((rule) => (
              <RuleNote key={rule} rule={rule} />
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A rule's id; pressed, it says the rule. */
function RuleNote({ rule }: { rule: RuleId }) {
  return (
    <details className="rule-note">
      <summary>{rule}</summary>
      <p>{rules[rule].sentence}</p>
    </details>
  );
}

const canBeSwitchedOff =
  'Keys that are a single letter or sign can be switched off, in the settings of the page at the top right: “Single-letter keys”.';
const areSwitchedOff =
  'Keys that are a single letter or sign are switched off, and not listed here. They are switched on in the settings of the page at the top right: “Single-letter keys”.';

export function Keys() {
  const hasSingle = useStore(preferences, (state) => state.singleKeys);
  return (
    <>
      <p>{hasSingle ? canBeSwitchedOff : areSwitchedOff}</p>
      {keyGroups.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl className="keys">
            {keys
              .filter(([names]) => hasSingle || !areSingle(names))
              .map(([names, does]) => (
                <div key={names}>
                  <dt className="mono">{names}</dt>
                  <dd>{does}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </>
  );
}

export function ThisDesign() {
  return (
    <>
      <p>
        In 2013 and 2014 Kafka’s consumer was designed anew, so that consumers no longer had to
        agree among themselves through ZooKeeper. The first draft put all of it into a broker: one
        coordinator for each group, which knows the members, watches their heartbeats, decides who
        reads what, and keeps the result in ZooKeeper. That draft is what you see here. An
        experiment calls it <em>register</em>, after its central request.
      </p>
      <p>
        It was not shipped in this form. What is left of it has gaps and contradictions; the file
        docs/protocol.md in the source of this page says how each of them is resolved, and gives
        each rule the id that you meet on the page.
      </p>
      <p>
        Not simulated are the data path (leaders and fetch requests: records are arithmetic over
        time), faults of ZooKeeper other than those of its links, and hosts that fail together.
      </p>
    </>
  );
}

const shipped = [
  {
    since: '0.9 (2015)',
    text: 'The consumer protocol that Kafka calls classic today: JoinGroup and SyncGroup. The broker still coordinates, but one of the members, the leader, decides who reads what. Groups and offsets stand in an internal topic, not in ZooKeeper.',
  },
  {
    since: '0.10.1',
    text: 'KIP-62: heartbeats come from a thread of their own, and max.poll.interval.ms bounds how long a consumer may be busy.',
  },
  {
    since: '2.3',
    text: 'KIP-345: static members, which may restart without a rebalance.',
  },
  {
    since: '2.4',
    text: 'KIP-429: cooperative rebalancing, in which members go on reading what stays with them.',
  },
  {
    since: '4.0 (2025)',
    text: 'KIP-848: the next generation of the protocol, generally available. The broker decides again, and members move to their new partitions one by one, by their heartbeats. ZooKeeper is gone from Kafka altogether (KIP-500).',
  },
];

export function WhatKafkaShips() {
  return (
    <dl className="history">
      {shipped.map(({ since, text }) => (
        <div key={since}>
          <dt>{since}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function BadIdeas() {
  return (
    <ul className="bulleted">
      <li>
        Tuning a real group by these timers. Kafka’s consumers speak another protocol and have other
        settings; F and T do not exist there.
      </li>
      <li>
        Stopping everybody for one newcomer. Here each rebalance interrupts all reading in the
        group; KIP-429 and KIP-848 are about not doing that.
      </li>
      <li>
        Leaving without a word. This design has no leave request, so even an orderly stop costs the
        group a whole dead-after window (HB-3). Kafka has one.
      </li>
      <li>Writing each commit to ZooKeeper (OFF-3). It was never made for that many writes.</li>
      <li>
        Reading the numbers as a benchmark. Network, ZooKeeper and consumers are models; what holds
        is the order of things.
      </li>
    </ul>
  );
}

export function Privacy() {
  return (
    <p>
      Nothing that you do here leaves the page. It asks only the place that it was loaded from, and
      its Content-Security-Policy forbids the browser anything else. There are no cookies and no
      counters. Your settings of the page are kept in this browser; experiments and traces are kept
      only in files that you export.
    </p>
  );
}

export function About() {
  return (
    <p>
      Regroup {import.meta.env.VITE_VERSION}, MIT licence. The fonts are Inter and JetBrains Mono
      (SIL Open Font License), the icons are Lucide’s (ISC licence). Kafka and ZooKeeper are
      projects of the Apache Software Foundation, which has nothing to do with this page.
    </p>
  );
}
