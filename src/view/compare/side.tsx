/** One of the two stages, under the name of its run. */
import { usePlaygroundStore, BesideProvider } from '../context.tsx';
import { Stage } from '../stage/stage.tsx';
import type { SideOf } from './side-of.ts';

export function Side({ letter, run, store, isActedOn }: SideOf) {
  const page = usePlaygroundStore();
  const turn = () => page.getState().turnTo(run.id);
  return (
    <div
      className={`side side-${letter.toLowerCase()}${isActedOn ? ' acted-on' : ''}`}
      onPointerDownCapture={turn}
      onFocusCapture={turn}
    >
      <h2 title={run.name}>
        <span className="letter">{letter}</span>
        <span className="name">{run.name}</span>
        <span className="acting">{isActedOn ? 'what you do happens here' : ''}</span>
      </h2>
      <BesideProvider store={store} side={letter}>
        <Stage label={`Stage ${letter}`} as="section" isSecond={!isActedOn} />
      </BesideProvider>
    </div>
  );
}
