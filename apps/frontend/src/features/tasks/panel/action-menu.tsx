import type { TaskAnswer } from '@gos/contract';
import {
  type FieldCommand,
  type FieldCommandLike,
  fieldCommandNames,
  fieldCommandOf,
  fieldsTakenBy,
  isAlreadySo,
  type RefusalCode,
  rightToFieldCommand,
  type TaskAction,
} from '@gos/domain';
import { type Kebab, kebab } from '@gos/domain/kernel/text';
import { Menu } from '@mantine/core';
import { IconArrowsMove, IconBell, IconBellOff, IconCopyPlus, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mutedQuery } from '../../../entities/notification/notifications.api';
import type { TaskChange } from '../../../entities/task/task-changes';
import { type MessageId, useT } from '../../../i18n';
import { KeyHint } from '../../../ui/key-hint';
import pieces from '../../../ui/pieces.module.css';
import type { TaskActions } from '../common/use-task-actions';
import { type PanelTask, type Question, usePanelTask } from './panel-task';
import { useMute } from './use-mute';

interface PanelAction {
  readonly id: string;
  readonly action: TaskAction;
  readonly label: MessageId;
  readonly keyName?: string;
  /** A question that opens a form, or a change that is sent at once. */
  readonly does: Question | TaskChange;
  /** Whether it makes sense for the task; always by default. Two actions on one state, such as pin and unpin, need it. */
  readonly isOffered?: (task: TaskAnswer) => boolean;
}

type InMenu = FieldCommandLike<{ readonly menu: object }>;
/** The text of a command's entry. One that is missing does not compile. */
export const labelOfFieldCommand = (name: FieldCommand): MessageId =>
  `task.action.${kebab(name)}` as `task.action.${Kebab<InMenu>}`;

/** The commands that only set fields: at once, or after their form. */
const fieldCommandActions = fieldCommandNames.flatMap((name): PanelAction[] => {
  const { menu } = fieldCommandOf(name);
  if (menu === null) return [];
  const takes = fieldsTakenBy(name).length > 0;
  return [
    {
      id: name,
      action: rightToFieldCommand(name),
      label: labelOfFieldCommand(name),
      ...(menu.key !== undefined && { keyName: menu.key }),
      does: takes ? name : ({ type: name, body: {} } as TaskChange),
      isOffered: (task) => !isAlreadySo(name, task),
    },
  ];
});

/** Everything that moves a task through its states, in the order of its life. */
const panelActions: readonly PanelAction[] = [
  { id: 'complete', action: 'complete', label: 'task.action.complete', keyName: 'D', does: 'complete' },
  { id: 'accept', action: 'accept', label: 'task.action.accept', does: { type: 'accept', body: {} } },
  { id: 'reservation', action: 'accept', label: 'task.action.reservation', keyName: 'W', does: 'reservation' },
  // A key alone accepts nothing: it opens the form.
  { id: 'judge', action: 'accept', label: 'task.action.accept-with-rating', keyName: 'A', does: 'accept' },
  { id: 'return', action: 'return', label: 'task.action.return', keyName: 'R', does: 'return' },
  { id: 'end', action: 'end', label: 'task.action.end', does: 'end' },
  { id: 'restore', action: 'restore', label: 'task.action.restore', does: 'restore' },
  ...fieldCommandActions,
];

export const moveKey = 'm';

/** Refusals that say nothing new: the action is not this person's at all, or the state in sight says it already. */
const never: ReadonlySet<RefusalCode> = new Set([
  'task.forbidden',
  'task.not-solver',
  'task.auditor',
  'task.already-solved',
  'task.not-solved',
]);

/** Returns the actions that make sense for the task, in the menu and in the palette. */
export const fittingActions = (task: TaskAnswer, all = panelActions): readonly PanelAction[] =>
  all.filter(({ isOffered }) => isOffered?.(task) !== false);

/** Returns the allowed actions, and the refused ones that need an explanation. */
function offeredActions(task: TaskAnswer): readonly PanelAction[] {
  return fittingActions(task).filter(({ action, id }) => {
    const allowed = task.can[action];
    return allowed === true || (!never.has(allowed) && id === action);
  });
}

export function doAction({ does }: PanelAction, { run }: Pick<TaskActions, 'run'>, ask: PanelTask['ask']): void {
  if (typeof does === 'string') ask(does);
  else void run(does);
}

/** Moves the task; without the right it shows the reason. */
export function MoveItem() {
  const t = useT();
  const { task, askPlace } = usePanelTask();
  const allowed = task.can.move;
  return (
    <Menu.Item
      leftSection={<IconArrowsMove size={15} stroke={1.75} />}
      aria-disabled={allowed !== true || undefined}
      className={allowed === true ? undefined : pieces.unavailable}
      closeMenuOnClick={allowed === true}
      rightSection={allowed === true && <KeyHint>{moveKey.toUpperCase()}</KeyHint>}
      onClick={() => allowed === true && askPlace()}
    >
      {t('task.move.action')} {allowed !== true && <span className={pieces.why}>{t(allowed)}</span>}
    </Menu.Item>
  );
}

/** A new task that begins as this one is. */
export function CopyItem() {
  const t = useT();
  const { task } = usePanelTask();
  if (task.can.edit === 'task.auditor') return null;
  return (
    <Menu.Item
      renderRoot={(props) => <Link {...props} to="/tasks/new" search={{ from: task.id }} />}
      leftSection={<IconCopyPlus size={15} stroke={1.75} />}
    >
      {t('task.new.from')}
    </Menu.Item>
  );
}

/** Mutes the task's notifications; the state loads when the menu opens. */
export function MuteItem() {
  const t = useT();
  const { task } = usePanelTask();
  const { data: muted = false } = useQuery(mutedQuery(task.id));
  const mute = useMute(task.id);
  const Icon = muted ? IconBell : IconBellOff;
  return (
    <Menu.Item leftSection={<Icon size={15} stroke={1.75} />} onClick={() => void mute(!muted)}>
      {t(muted ? 'task.unmute' : 'task.mute')}
    </Menu.Item>
  );
}

/** A repeated task that begins as this one is. */
export function RepeatItem() {
  const t = useT();
  const { task } = usePanelTask();
  if (task.can.edit === 'task.auditor') return null;
  return (
    <Menu.Item
      renderRoot={(props) => <Link {...props} to="/tasks/repeated-new" search={{ from: task.id }} />}
      leftSection={<IconRepeat size={15} stroke={1.75} />}
    >
      {t('task.repeat')}
    </Menu.Item>
  );
}

/** Items of a menu; what is not possible now says why. */
export function ActionItems() {
  const t = useT();
  const { task, actions, ask } = usePanelTask();
  const offered = offeredActions(task);
  if (offered.length === 0) return <Menu.Label>{t('task.action.none')}</Menu.Label>;
  return offered.map((item) => {
    const allowed = task.can[item.action];
    return (
      <Menu.Item
        key={item.id}
        aria-disabled={allowed !== true || undefined}
        className={allowed === true ? undefined : pieces.unavailable}
        closeMenuOnClick={allowed === true}
        rightSection={allowed === true && item.keyName && <KeyHint>{item.keyName}</KeyHint>}
        onClick={() => allowed === true && doAction(item, actions, ask)}
      >
        {t(item.label)} {allowed !== true && <span className={pieces.why}>{t(allowed)}</span>}
      </Menu.Item>
    );
  });
}
