/** Brokers and ZooKeeper on the stage: who is controller, who coordinates what, who lives. */
import { Crown, Database, Gavel } from 'lucide-react';
import { memo } from 'react';
import { processTarget } from '../../store/selection.ts';
import { CardFace, RemedyButton, useCardDimmed, useLit, useTouched } from './consumer-card.tsx';
import type { Box } from './places/geometry.ts';
import { ConditionIcon } from './icons.tsx';
import { useAllowed } from './use-tool.ts';
import { leaseDetail } from './broker-views.ts';
import type { BrokerView } from './broker-views.ts';
import { LiveText } from './live-text.tsx';

interface BrokerCardProps {
  readonly view: BrokerView;
  readonly box: Box;
  /** It coordinates the group whose story is told. */
  readonly crowned: boolean;
}

export const BrokerCard = memo(
  BrokerCardNow,
  (a, b) =>
    a.box === b.box && a.crowned === b.crowned && JSON.stringify(a.view) === JSON.stringify(b.view),
);

function BrokerCardNow({ view, box, crowned }: BrokerCardProps) {
  const { name, condition, isController, coordinates } = view;
  const allowed = useAllowed(processTarget(name));
  const lit = useLit(name);
  const touched = useTouched(name);
  const dimmed = useCardDimmed(name);
  const narrow = box.width < 150;
  const classes = ['process-card', 'broker-card', condition.outline];
  if (crowned) classes.push('crowned');
  if (narrow) classes.push('narrow');
  if (lit) classes.push('lit');
  if (touched) classes.push('touched');
  return (
    <div
      className={`${classes.join(' ')}${dimmed}`}
      data-process={name}
      data-tone={condition.tone}
      data-allowed={allowed}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <CardFace name={name} label={view.fullName} lit={lit} />
      <span aria-hidden className="heading">
        <strong>{name}</strong>
        {condition.outline === 'solid' ? null : (
          <span className={`badge ${condition.tone}`}>
            <ConditionIcon name={condition.icon} size={13} />
          </span>
        )}
        <span className="roles">
          {isController ? (
            <span title="controller: elects the coordinators (COORD-2)">
              <Gavel size={14} aria-hidden />
            </span>
          ) : null}
          {coordinates.length > 0 ? (
            <span className="crown" title={`coordinator of ${coordinates.join(', ')}`}>
              <Crown size={narrow ? 15 : 18} fill="currentColor" aria-hidden />
            </span>
          ) : null}
        </span>
      </span>
      <BrokerLines view={view} low={box.height < 50} narrow={narrow} />
      {view.remedy ? (
        <RemedyButton process={name} remedy={view.remedy} small={box.width < 178} />
      ) : null}
    </div>
  );
}

interface BrokerLinesProps {
  readonly view: BrokerView;
  readonly low: boolean;
  readonly narrow: boolean;
}

/** The last line gives way to a lease that is running out. */
function BrokerLines({ view: { name, lines }, low, narrow }: BrokerLinesProps) {
  const words = (line: string) => (narrow ? shortened(line) : line);
  const last = lines.at(-1) ?? '';
  return (
    <>
      {(low ? [] : lines.slice(0, -1)).map((line) => (
        <span key={line} aria-hidden className="line" title={line}>
          {words(line)}
        </span>
      ))}
      <span aria-hidden className="line" title={last}>
        <LiveText
          text={(world, atUs) => {
            const process = world.processes.get(name);
            return (process && leaseDetail(world, process, atUs)) ?? words(last);
          }}
        />
      </span>
    </>
  );
}

function shortened(line: string): string {
  return line.replace('coordinator of ', 'runs ').replace('coordinates ', '').replace(/ · .*/, '');
}

interface ZooKeeperCardProps {
  readonly name: string;
  readonly line: string;
  readonly box: Box;
}

export function ZooKeeperCard({ name, line, box }: ZooKeeperCardProps) {
  const allowed = useAllowed(processTarget(name));
  const lit = useLit(name);
  const touched = useTouched(name);
  const dimmed = useCardDimmed(name);
  return (
    <div
      className={`process-card zookeeper-card${lit ? ' lit' : ''}${touched ? ' touched' : ''}${dimmed}`}
      data-process={name}
      data-allowed={allowed}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <CardFace name={name} label={`ZooKeeper, ${line}`} lit={lit} />
      <span aria-hidden className="heading">
        <strong>ZooKeeper</strong>
        <span className="roles">
          <Database size={14} aria-hidden />
        </span>
      </span>
      <span aria-hidden className="line">
        {line}
      </span>
    </div>
  );
}
