/** Places the labels of the user's actions under the scrubber so that none covers another. */
import { describeCommand, namedIn } from '../../../trace/describe-command.ts';
import type { UserAction } from '../../../trace/queries/actions.ts';
import { inSeconds } from '../../amounts.ts';

export interface Mark {
  /** The first; the others happened too near to have labels of their own. */
  readonly actions: readonly UserAction[];
  readonly label: string;
  readonly left: number;
  readonly width: number;
}

/** Few words: `+ c-4`, `freeze c-2`, `cut c-1 - broker-2`; a role is told by who has it. */
export function actionLabel({ command, targets }: Pick<UserAction, 'command' | 'targets'>): string {
  if (command.do === 'start-consumer' || command.do === 'start-broker') return `+ ${command.name}`;
  const verb = command.do.replace('-link', '').replaceAll('-', ' ');
  const given = namedIn(command);
  const isRole = given.some((name) => name.startsWith('@'));
  const names = isRole && targets.length > 0 ? targets : given;
  return `${verb} ${names.join(' \u2013 ')}`;
}

export function markTitle({ actions }: Mark): string {
  return actions
    .map(({ atUs, command }) => `${inSeconds(atUs, 2)}: ${describeCommand(command)}`)
    .join('; ');
}

/** Space between two labels, and round the text of one. */
const gap = 4;
const padding = 16;

interface Row {
  readonly width: number;
  readonly xOf: (atUs: number) => number;
  readonly textWidth: (text: string) => number;
}

/**
 * From left to right: a label stands under its moment, moved aside a little where that is enough;
 * one that has no room joins the one before it, which then says how many it stands for.
 */
export function placeMarks(actions: readonly UserAction[], row: Row): readonly Mark[] {
  const marks: Mark[] = [];
  for (const action of actions) {
    const last = marks.at(-1);
    const end = last ? last.left + last.width + gap : 0;
    const mark = placed([action], row, end);
    const centre = row.xOf(action.atUs);
    const isNear = mark.left <= centre && centre <= mark.left + mark.width;
    if (last && (!isNear || mark.width < naturalWidth(mark.label, row))) {
      const before = marks.at(-2);
      const from = before ? before.left + before.width + gap : 0;
      marks[marks.length - 1] = placed([...last.actions, action], row, from);
    } else {
      marks.push(mark);
    }
  }
  return marks;
}

function naturalWidth(label: string, row: Row): number {
  return Math.min(row.width, Math.ceil(row.textWidth(label)) + padding);
}

/** From `from` on; a label that is too long for what is left of the row is cut. */
function placed(actions: readonly UserAction[], row: Row, from: number): Mark {
  const [first] = actions;
  const more = actions.length > 1 ? ` +${actions.length - 1}` : '';
  const label = first ? `${actionLabel(first)}${more}` : '';
  const width = naturalWidth(label, row);
  const centred = row.xOf(first?.atUs ?? 0) - width / 2;
  const left = Math.round(Math.max(from, Math.min(row.width - width, centred)));
  return { actions, label, left, width: Math.min(width, row.width - left) };
}
