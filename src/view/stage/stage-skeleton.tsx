/**
 * The stage before the first event has come: faint cards where the scenario will put them, so that
 * nothing jumps, and after a moment a word about what is waited for.
 */
import type { Experiment } from '../../trace/experiment.ts';
import { useRun } from '../context.tsx';
import type { Box } from './places/geometry.ts';
import { layoutOf } from './places/layout.ts';
import type { Cast } from './places/layout.ts';
import type { Size } from './use-tool.ts';
import './stage-skeleton.css';

function castOf({ scenario: { brokers, groups } }: Experiment): Cast {
  const [first, ...others] = groups;
  return {
    zooKeeper: 'zookeeper',
    brokers: Array.from({ length: brokers }, (_, index) => `broker-${index + 1}`),
    consumers: first?.consumers.map(({ name }) => name) ?? [],
    otherGroups: others.map(({ id }) => id),
  };
}

export function StageSkeleton({ width, height }: Size) {
  const { experiment, ended } = useRun();
  const layout = layoutOf(castOf(experiment), width, height);
  const boxes = [
    layout.groupBar,
    ...(layout.zooKeeper ? [layout.zooKeeper.box] : []),
    ...layout.brokers.values(),
    ...(layout.density === 'cell'
      ? [layout.cards]
      : [...layout.consumers.values()].map(({ box }) => box)),
    layout.shelf,
    layout.caption,
  ];
  return (
    <div className="stage-skeleton" style={{ height: layout.height }}>
      {boxes.map((box) => (
        <Faint key={`${box.x} ${box.y}`} box={box} />
      ))}
      <p style={placeOf(layout.caption)}>
        {ended === null ? 'The simulation is starting …' : 'The simulation has not started.'}
      </p>
    </div>
  );
}

function placeOf({ x, y, width, height }: Box) {
  return { left: x, top: y, width, height };
}

function Faint({ box }: { box: Box }) {
  return <div className="faint" style={placeOf(box)} />;
}
