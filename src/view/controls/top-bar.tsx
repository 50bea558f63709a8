/** The top bar: which experiment, which protocol, time, files, branches, theme, help. */
import { CircleHelp, Moon, Sun } from 'lucide-react';
import { usePlayground, useTheme } from '../context.tsx';
import { preferences } from '../preferences.ts';
import { BranchMenu } from './branch-menu.tsx';
import { ExperimentMenu } from './experiment-menu.tsx';
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
      <ExperimentMenu />
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
