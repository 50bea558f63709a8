/**
 * The table twin of the stage: everything that is drawn there, as rows that the keyboard walks.
 * Choosing a row selects the thing.
 */
import { useId, useState } from 'react';
import type { MessageWorld } from '../../../trace/world.ts';
import { msRange, seconds } from '../../amounts.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { Tabs } from '../../tabs.tsx';
import { brokerView, leaseDetail } from '../broker-views.ts';
import { RemedyButton } from '../consumer-card.tsx';
import { ConditionWord, ConsumerTable } from './consumer-table.tsx';
import type { TableProps } from './consumer-table.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { lagBarOf } from '../draw/lags.ts';
import { LiveText } from '../live-text.tsx';
import { linkRows, messageRows, partitionRows, serversOf } from './stage-rows.ts';
import type { LinkRow, PartitionRow } from './stage-rows.ts';
import { applyTool } from '../use-tool.ts';
import { isRefusal, messageFullName, messageWords } from '../../words/messages.ts';
import { listed, namesOr } from '../../words/text.ts';

const parts = ['Consumers', 'Brokers', 'Partitions', 'Connections', 'Messages'] as const;
type Part = (typeof parts)[number];

const tables: Readonly<Record<Part, (props: TableProps) => React.ReactNode>> = {
  Consumers: ConsumerTable,
  Brokers: ServerTable,
  Partitions: PartitionTable,
  Connections: LinkTable,
  Messages: MessageTable,
};

const tabsHeight = 36;

export function StageTable({ world, group, box }: TableProps) {
  const id = useId();
  const [part, choose] = useState<Part>('Consumers');
  const Table = tables[part];
  const within = { x: 0, y: 0, width: box.width, height: box.height - tabsHeight };
  return (
    <section
      className="stage-table"
      aria-label="The stage as a table"
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <Tabs
        id={id}
        label="What the table lists"
        className="tabs"
        names={parts}
        chosen={part}
        choose={choose}
      />
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${part}`}
        style={{ height: within.height }}
      >
        <Table key={part} world={world} group={group} box={within} />
      </div>
    </section>
  );
}

type ServerRow = ReturnType<typeof brokerView>;

const serverColumns: readonly Column<ServerRow>[] = [
  {
    head: 'State',
    cell: ({ condition }) => <ConditionWord condition={condition} />,
    tone: ({ condition }) => condition.tone,
  },
  {
    head: 'Roles',
    cell: ({ lines, condition, isController }) => {
      const roles = lines.filter((line) => line !== condition.word && line !== 'controller');
      return [...(isController ? ['controller'] : []), ...roles].join(', ');
    },
  },
  {
    head: 'Lease',
    cell: ({ name }) => (
      <LiveText
        text={(world, atUs) => {
          const process = world.processes.get(name);
          return (process && leaseDetail(world, process, atUs)) ?? '';
        }}
      />
    ),
  },
  {
    head: 'Remedy',
    isSilent: true,
    cell: ({ name, remedy }) =>
      remedy ? <RemedyButton process={name} remedy={remedy} small={false} /> : null,
  },
];

function ServerTable({ world, group, box }: TableProps) {
  const record = world.groups.get(group);
  const stored = `generation ${record?.generation ?? 0} of ${group} is recorded`;
  return (
    <DataTable
      caption="Brokers and ZooKeeper"
      items={serversOf(world)}
      rowOf={(process) => {
        const view = brokerView(world, group, process);
        return process.role === 'zookeeper' ? { ...view, lines: [stored] } : view;
      }}
      thingHead="Process"
      thingOf={({ name, fullName }) => ({
        key: name,
        selection: { kind: 'process', process: name },
        label: fullName,
        face: name,
      })}
      columns={serverColumns}
      empty="No broker has started yet."
      box={box}
    />
  );
}

function partitionColumns(group: string): readonly Column<PartitionRow>[] {
  return [
    {
      head: 'Read',
      cell: ({ isRead }) => (isRead ? 'yes' : 'nobody reads it'),
      tone: ({ isRead }) => (isRead ? '' : 'warn'),
    },
    { head: 'Recorded for', cell: ({ recorded }) => namesOr(recorded, 'nobody') },
    {
      head: 'Believed by',
      cell: ({ believed }) => namesOr(believed, 'nobody'),
      tone: ({ believed }) => (believed.length > 1 ? 'bad' : ''),
    },
    { head: 'Committed', cell: ({ committed }) => committed },
    {
      head: 'Lag',
      cell: (row) => (
        <LiveText
          text={(world, atUs) => {
            const shown = world.groups.get(group);
            return shown ? String(lagBarOf(world, shown, row, atUs).records) : '';
          }}
        />
      ),
    },
  ];
}

function PartitionTable({ world, group, box }: TableProps) {
  const shown = world.groups.get(group);
  return (
    <DataTable
      caption={`Partitions of the topics of group ${group}`}
      items={shown ? partitionRows(world, shown) : []}
      rowOf={(row) => row}
      thingHead="Partition"
      thingOf={({ key, topic, partition }) => ({
        key,
        selection: { kind: 'partition', topic, partition },
        label: `${topic} ${partition}`,
        face: `${topic} ${partition}`,
      })}
      columns={partitionColumns(group)}
      empty="Nobody subscribes to a topic that exists."
      box={box}
    />
  );
}

const linkColumns: readonly Column<LinkRow>[] = [
  {
    head: 'State',
    cell: ({ state }) => state,
    tone: ({ link }) => (link.cut ? 'bad' : link.slowed ? 'warn' : ''),
  },
  {
    head: 'One way takes',
    cell: ({ link: { latencyMs } }) => {
      return msRange(latencyMs);
    },
  },
  { head: 'Remedy', isSilent: true, cell: ({ link }) => <LinkRemedy link={link} /> },
];

function LinkRemedy({ link: { cut, peers } }: Pick<LinkRow, 'link'>) {
  const store = usePlaygroundStore();
  if (!cut) return null;
  return (
    <button
      type="button"
      className="remedy"
      aria-label={`Restore the link of ${listed(peers)}`}
      onClick={() => applyTool(store, 'restore-link', { kind: 'link', peers })}
    >
      Restore
    </button>
  );
}

function LinkTable({ world, box }: TableProps) {
  return (
    <DataTable
      caption="Connections, and links that were cut or slowed"
      items={linkRows(world)}
      rowOf={(row) => row}
      thingHead="Between"
      thingOf={({ key, link: { peers } }) => ({
        key,
        selection: { kind: 'link', peers },
        label: `${peers.join(' and ')}`,
        face: peers.join(' – '),
      })}
      columns={linkColumns}
      empty="Nobody is connected to anybody."
      box={box}
    />
  );
}

const messageColumns: readonly Column<MessageWorld>[] = [
  { head: 'From', cell: ({ from }) => from },
  { head: 'To', cell: ({ to }) => to },
  {
    head: 'Generation',
    cell: ({ generation }) => (generation === null || generation < 0 ? 'none' : generation),
  },
  {
    head: 'Arrives',
    cell: ({ held, to, arrivesAtUs }) => {
      if (held === 'link-cut') return 'waits: the link is cut';
      if (held === 'receiver-frozen') return `waits: ${to} is frozen`;
      return <LiveText text={(_, atUs) => `in ${seconds(arrivesAtUs - atUs)}`} />;
    },
  },
];

function MessageTable({ world, box }: TableProps) {
  return (
    <DataTable
      caption="Messages under way"
      items={messageRows(world)}
      rowOf={(row) => row}
      thingHead="Message"
      thingOf={(message) => ({
        key: String(message.message),
        selection: { kind: 'message', message: message.message },
        label: messageFullName(message),
        face: <span className={isRefusal(message) ? 'bad' : ''}>{messageWords(message)}</span>,
      })}
      columns={messageColumns}
      empty="No message is under way."
      box={box}
    />
  );
}
