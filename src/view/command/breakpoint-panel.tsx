/** What playback can be stopped at, in words: a tick for each, and whom it is about. */
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { breakpointIds, breakpointWords, parametersOf } from '../../trace/queries/breakpoint.ts';
import type { Breakpoint, BreakpointId } from '../../trace/queries/breakpoint.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { useWorkingKeys } from '../preferences.ts';
import { arm, armed, disarm, processNames, usualBreakpoint } from './arm.ts';

export function BreakpointPanel() {
  const store = usePlaygroundStore();
  const hasAny = usePlayground(({ breakpoints }) => breakpoints.length > 0);
  const key = useWorkingKeys('J');
  const { runToBreakpoint, setBreakpoints } = store.getState();
  return (
    <>
      <p className="hint">Playback stops exactly at the event. A dot on the time line marks it.</p>
      <ul className="breakpoint-list" aria-label="Stop when">
        {breakpointIds.map((id) => (
          <BreakpointRow key={id} id={id} />
        ))}
      </ul>
      <p className="breakpoint-deeds">
        <button type="button" aria-disabled={!hasAny} onClick={runToBreakpoint}>
          Run to the next one{key === undefined ? '' : ` (${key})`}
        </button>
        <button type="button" aria-disabled={!hasAny} onClick={() => setBreakpoints([])}>
          Clear all
        </button>
      </p>
    </>
  );
}

function BreakpointRow({ id }: { id: BreakpointId }) {
  const store = usePlaygroundStore();
  const breakpoint = usePlayground(({ breakpoints }) => armed(breakpoints, id));
  const change = (next: Breakpoint | null) => {
    const { breakpoints, setBreakpoints } = store.getState();
    setBreakpoints(next ? arm(breakpoints, next) : disarm(breakpoints, id));
  };
  return (
    <li>
      <label className="tick">
        <input
          type="checkbox"
          checked={breakpoint !== undefined}
          onChange={({ target }) =>
            change(target.checked ? usualBreakpoint(store.getState(), id) : null)
          }
        />
        {breakpointWords[id]}
      </label>
      {breakpoint ? <Parameters breakpoint={breakpoint} change={change} /> : null}
    </li>
  );
}

interface ParametersProps {
  readonly breakpoint: Breakpoint;
  readonly change: (next: Breakpoint) => void;
}

function Parameters({ breakpoint, change }: ParametersProps) {
  const { id, rule } = breakpoint;
  const { must, may } = parametersOf(id);
  const words = breakpointWords[id];
  return (
    <>
      {must.includes('rule') ? (
        <select
          aria-label={`${words}: which`}
          value={rule}
          onChange={({ target }) => change({ ...breakpoint, rule: target.value as RuleId })}
        >
          {Object.keys(rules).map((known) => (
            <option key={known}>{known}</option>
          ))}
        </select>
      ) : null}
      {[...must, ...may].includes('process') ? (
        <ProcessSelect breakpoint={breakpoint} change={change} />
      ) : null}
    </>
  );
}

const anybody = '';

/** One that is not there now, in this experiment or at this moment, stays to choose. */
function ProcessSelect({ breakpoint, change }: ParametersProps) {
  const store = usePlaygroundStore();
  const { process = anybody, ...rest } = breakpoint;
  const names = new Set(processNames(store.getState()));
  if (process !== anybody) names.add(process);
  const choose = (name: string) => change(name === anybody ? rest : { ...rest, process: name });
  return (
    <select
      aria-label={`${breakpointWords[breakpoint.id]}: at which process`}
      value={process}
      onChange={({ target }) => choose(target.value)}
    >
      {parametersOf(breakpoint.id).must.includes('process') ? null : (
        <option value={anybody}>any process</option>
      )}
      {[...names].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
