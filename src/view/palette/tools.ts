/** The tools of the palette: what they are called, what they look like, what they do. */
import {
  CircleUserRound,
  MailWarning,
  Pause,
  PowerOff,
  Rows3,
  Server,
  Snail,
  Square,
  Unplug,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Tool } from '../../store/selection.ts';

export interface ToolView {
  readonly tool: Tool;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone: 'accent' | 'good' | 'bad' | 'warn' | 'note' | 'soft';
  /** What the protocol will make of it; shown as a tooltip. */
  readonly about: string;
}

export const newThings: readonly ToolView[] = [
  {
    tool: 'consumer',
    label: 'consumer',
    icon: CircleUserRound,
    tone: 'accent',
    about: 'A new consumer of the group: it finds the coordinator and registers.',
  },
  {
    tool: 'broker',
    label: 'broker',
    icon: Server,
    tone: 'note',
    about: 'A new broker: the controller gives it its share of the groups to coordinate.',
  },
  {
    tool: 'topic',
    label: 'topic',
    icon: Rows3,
    tone: 'good',
    about: 'A new topic: its partitions are shared out among those who subscribe to it.',
  },
];

export const faults: readonly ToolView[] = [
  {
    tool: 'kill',
    label: 'kill',
    icon: X,
    tone: 'bad',
    about: 'The process ends at once; its connections are reset.',
  },
  {
    tool: 'power-off',
    label: 'power off',
    icon: PowerOff,
    tone: 'bad',
    about: 'As kill, but nothing tells the peers: only timeouts notice.',
  },
  {
    tool: 'freeze',
    label: 'freeze',
    icon: Pause,
    tone: 'note',
    about: 'The process does nothing, but its connections stay open and its input waits.',
  },
  {
    tool: 'cut-link',
    label: 'cut link',
    icon: Unplug,
    tone: 'warn',
    about: 'Nothing passes between two processes until the link is restored.',
  },
  {
    tool: 'slow-link',
    label: 'slow link',
    icon: Snail,
    tone: 'warn',
    about: 'Ten times the latency from now on.',
  },
  {
    tool: 'corrupt-message',
    label: 'corrupt',
    icon: MailWarning,
    tone: 'bad',
    about: 'The next message from one process to another arrives with changed bytes.',
  },
  {
    tool: 'stop',
    label: 'stop',
    icon: Square,
    tone: 'soft',
    about: 'Stops in good order: commits, closes; there is no leave request.',
  },
];
