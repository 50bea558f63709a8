/** The top bar: which experiment, which protocol, time, branches, files, and how the page is read. */
import { CircleHelp, Command, Presentation } from 'lucide-react';
import { usePlayground } from '../context.tsx';
import { showCommands, showHelp, togglePresenting } from '../page-mode.ts';
import { BranchMenu } from './branch-menu.tsx';
import { ExperimentMenu } from './experiment-menu.tsx';
import { FileMenus } from './file-menus.tsx';
import { Logo } from './logo.tsx';
import { NoticeLine } from './notice.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import './top-bar.css';
import { Clock, IconButton, Transport } from './transport.tsx';

export function TopBar() {
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
          icon={Command}
          label="All commands"
          keys="Control+K"
          className="commands-button"
          onClick={showCommands}
        />
        <IconButton
          icon={Presentation}
          label="Presenter mode"
          keys="V"
          className="present-button"
          onClick={togglePresenting}
        />
        <SettingsMenu />
        <IconButton
          icon={CircleHelp}
          label="Help: marks, keys, the protocol"
          keys="?"
          className="help-button"
          onClick={showHelp}
        />
      </span>
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
