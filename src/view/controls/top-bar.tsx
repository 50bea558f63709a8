/** The top bar: which experiment, which protocol, time, files, branches, theme, help. */
import { CircleHelp, Moon, Sun } from 'lucide-react';
import { builtins } from '../../simulation/builtins.ts';
import { usePlayground, usePlaygroundStore, useRun, useTheme } from '../context.tsx';
import { preferences } from '../preferences.ts';
import { BranchMenu } from './branch-menu.tsx';
import { FileMenus } from './file-menus.tsx';
import { HelpDialog, useHelp } from './help.tsx';
import { Logo } from './logo.tsx';
import { NoticeLine } from './notice.tsx';
import './top-bar.css';
import { Clock, IconButton, Transport } from './transport.tsx';

export function TopBar() {
  const theme = useTheme();
  const help = useHelp();
  return (
    <header className="top-bar">
      <h1>
        <Logo /> Regroup
      </h1>
      <ExperimentSelect />
      <ProtocolName />
      <Transport />
      <Clock />
      <span className="rest">
        <BranchMenu />
        <FileMenus />
        <IconButton
          icon={theme === 'dark' ? Sun : Moon}
          label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
          keys="T"
          onClick={() => preferences.setState({ theme: theme === 'dark' ? 'light' : 'dark' })}
        />
        <IconButton icon={CircleHelp} label="Help: marks and keys" keys="?" onClick={help.show} />
      </span>
      <HelpDialog help={help} />
      <NoticeLine />
    </header>
  );
}

function ExperimentSelect() {
  const store = usePlaygroundStore();
  const { experiment } = useRun();
  const current = builtins.find((builtin) => builtin.experiment.title === experiment.title);
  const choose = (id: string) => {
    const builtin = builtins.find((candidate) => candidate.id === id);
    if (builtin) store.getState().open(builtin.experiment, { play: true });
  };
  return (
    <select
      className="experiment"
      aria-label="Experiment"
      value={current?.id ?? ''}
      onChange={(event) => choose(event.target.value)}
    >
      {current ? null : <option value="">{experiment.title}</option>}
      {builtins.map(({ id, experiment: { title } }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}

function ProtocolName() {
  const protocol = usePlayground(
    (state) => state.runs.get(state.runId)?.experiment.scenario.protocol,
  );
  return (
    <span
      className="protocol"
      title="Kafka's consumer rewrite design of 2013-14: broker-side coordination. Not what Kafka ships today."
    >
      {protocol} · 2013 design
    </span>
  );
}
