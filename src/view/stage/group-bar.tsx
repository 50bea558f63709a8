/** The group at a glance: state, generation, and one sentence about what it waits for. */
import { Crown, HelpCircle, Table2, TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import type { GroupStateName } from '../../protocol/facts.ts';
import type { GroupWorld } from '../../trace/world.ts';
import { useNameHere, usePlayground, usePlaygroundStore, useRun } from '../context.tsx';
import { toggleCloser } from '../page-mode.ts';
import { useWorkingKeys } from '../preferences.ts';
import { groupSentence, nextGeneration } from './details.ts';
import type { Box } from './places/geometry.ts';
import { LiveText } from './live-text.tsx';
import type { Tone } from './marks.ts';

export const stateTones: Readonly<Record<GroupStateName, Tone>> = {
  Down: 'bad',
  CatchUp: 'note',
  Ready: 'note',
  PreparingRebalance: 'warn',
  Rebalancing: 'warn',
  Steady: 'good',
};

/** Where the whole word has no room. */
export const shortStates: Readonly<Partial<Record<GroupStateName, string>>> = {
  PreparingRebalance: 'Preparing',
};

interface GroupBarProps {
  readonly group: GroupWorld | undefined;
  readonly box: Box;
  /** Other groups that have no card of their own. */
  readonly hidden: number;
  /** The cards of many are shown closer; null: there is nothing to come closer to. */
  readonly closer: boolean | null;
  readonly asTable: boolean;
  readonly onTable: () => void;
  readonly onLegend: () => void;
}

export function GroupBar(props: GroupBarProps) {
  const { group, box, hidden, closer, asTable, onTable, onLegend } = props;
  const id = usePlayground((state) => state.group);
  const name = useNameHere(`Group ${id}`);
  const narrow = box.width < 560;
  const key = useWorkingKeys('A');
  const view = asTable ? 'Show the cards' : 'Show the stage as a table';
  return (
    <section
      // Where the focus goes from the card of a group that has been chosen.
      tabIndex={-1}
      className={`group-bar${narrow ? ' narrow' : ''}`}
      aria-label={name}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <div className="summary">
        <GroupName choice={hidden > 0} narrow={narrow} />
        {group ? <GroupState group={group} narrow={narrow} /> : null}
      </div>
      <LiveText
        className="sentence"
        text={(world, atUs) => {
          const now = world.groups.get(id);
          return now ? groupSentence(world, now, atUs) : 'The run has not begun.';
        }}
      />
      <span className="view-buttons">
        {closer === null ? null : (
          <button
            type="button"
            className="plain icon"
            aria-label="Consumers as cards"
            aria-pressed={closer}
            title={closer ? 'All consumers at a glance' : 'Come closer: consumers as cards'}
            onClick={toggleCloser}
          >
            {closer ? <ZoomOut size={15} aria-hidden /> : <ZoomIn size={15} aria-hidden />}
          </button>
        )}
        <button
          type="button"
          className="plain icon"
          aria-label="Stage as a table"
          aria-keyshortcuts={key}
          aria-pressed={asTable}
          title={key === undefined ? view : `${view} (${key})`}
          onClick={onTable}
        >
          <Table2 size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="plain icon"
          aria-label="Legend"
          title="What the marks mean"
          onClick={onLegend}
        >
          <HelpCircle size={15} aria-hidden />
        </button>
      </span>
    </section>
  );
}

/** With more groups than there are cards for, the name is where they are chosen from. */
function GroupName({ choice, narrow }: { choice: boolean; narrow: boolean }) {
  const store = usePlaygroundStore();
  const id = usePlayground((state) => state.group);
  const { experiment } = useRun();
  const { groups } = experiment.scenario;
  if (!choice) {
    return (
      <h2 title={`group ${id}`}>
        {narrow ? null : 'group '}
        <bdi>{narrow ? id : `“${id}”`}</bdi>
      </h2>
    );
  }
  return (
    <h2>
      {narrow ? null : 'group '}
      <select
        aria-label="Group shown"
        value={id}
        onChange={(event) => store.getState().showGroup(event.target.value)}
      >
        {groups.map((group) => (
          <option key={group.id}>{group.id}</option>
        ))}
      </select>
    </h2>
  );
}

function generationWord(generation: number, next: number | null, narrow: boolean): string {
  const then = next === null ? '' : ` → ${next}`;
  if (generation <= 0 && next === null) return narrow ? 'g–' : 'no generation yet';
  return narrow ? `g${generation}${then}` : `generation ${generation}${then}`;
}

function GroupState({ group, narrow }: { group: GroupWorld; narrow: boolean }) {
  const { state, generation, coordinated, coordinator } = group;
  const next = nextGeneration(group);
  return (
    <>
      {coordinated ? (
        <span className={`pill ${stateTones[state]}`} title={state}>
          {narrow ? (shortStates[state] ?? state) : state}
        </span>
      ) : (
        <span className="pill bad">
          <TriangleAlert size={13} aria-hidden /> no coordinator
        </span>
      )}
      <span className="pill calm" title="As recorded in ZooKeeper">
        {generationWord(generation, next, narrow)}
      </span>
      {coordinated && coordinator !== null ? (
        <span
          className="coordinator"
          title={`${coordinator} coordinates this group, epoch ${group.epoch}`}
        >
          <Crown size={13} aria-hidden />
          <span>
            {coordinator}
            {narrow ? null : `, epoch ${group.epoch}`}
          </span>
        </span>
      ) : null}
    </>
  );
}
