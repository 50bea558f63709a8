/** The icon of each condition and remedy: one place, so that stage and legend show the same. */
import {
  CirclePlay,
  Ellipsis,
  Heart,
  Hourglass,
  LoaderCircle,
  OctagonAlert,
  PencilLine,
  PowerOff,
  RefreshCw,
  RotateCw,
  Search,
  Snowflake,
  Square,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { IconName } from './marks.ts';

const icons: Readonly<Record<IconName, LucideIcon>> = {
  heart: Heart,
  pencil: PencilLine,
  search: Search,
  retry: RefreshCw,
  freeze: Snowflake,
  kill: X,
  'power-off': PowerOff,
  stop: Square,
  refused: OctagonAlert,
  load: LoaderCircle,
  lease: Hourglass,
  wait: Ellipsis,
};

export function ConditionIcon({ name, size }: { name: IconName; size: number }) {
  const Icon = icons[name];
  return (
    <Icon
      size={size}
      strokeWidth={2.4}
      fill={name === 'heart' ? 'currentColor' : 'none'}
      aria-hidden
    />
  );
}

export const remedyIcons = { thaw: CirclePlay, restart: RotateCw } as const;
