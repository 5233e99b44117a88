import type { NotificationAnswer } from '@gos/contract';
import type { NotificationKind } from '@gos/domain';
import { UnstyledButton } from '@mantine/core';
import {
  IconAlarm,
  IconArrowBackUp,
  IconAt,
  IconBeach,
  IconCalendarCheck,
  IconCalendarExclamation,
  IconCalendarTime,
  IconCalendarX,
  IconCircleCheck,
  IconClipboardCheck,
  IconClockEdit,
  IconClockExclamation,
  IconEye,
  IconHourglass,
  IconLock,
  IconLockOpen,
  IconMessage,
  IconPlugConnectedX,
  IconUserPlus,
  IconUsersPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import { isAboutAbsence, useNotificationWords } from './notification-words';
import classes from './notifications.module.css';
import { useNotificationsT } from './notifications-texts';

const icons: Readonly<Record<NotificationKind, TablerIcon>> = {
  assigned: IconUserPlus,
  returned: IconArrowBackUp,
  accepted: IconCircleCheck,
  'to-accept': IconClipboardCheck,
  comment: IconMessage,
  mention: IconAt,
  'deadline-moved': IconCalendarTime,
  'deadline-soon': IconClockExclamation,
  'deadline-passed': IconAlarm,
  invited: IconUsersPlus,
  participant: IconEye,
  'work-forgotten': IconHourglass,
  'days-missing': IconCalendarExclamation,
  'time-corrected': IconClockEdit,
  'month-closed': IconLock,
  'month-reopened': IconLockOpen,
  'absence-requested': IconBeach,
  'absence-approved': IconCalendarCheck,
  'absence-declined': IconCalendarX,
  'webhook-off': IconPlugConnectedX,
};

const colours: { readonly [K in NotificationKind]?: string } = {
  returned: 'var(--gos-returned)',
  accepted: 'var(--gos-solved)',
  'to-accept': 'var(--gos-fulfilled)',
  'deadline-passed': 'var(--gos-late)',
  'days-missing': 'var(--gos-late)',
  'absence-approved': 'var(--gos-solved)',
  'absence-declined': 'var(--gos-late)',
  'webhook-off': 'var(--gos-late)',
};

/** The arrow keys go from line to line. */
function goOn(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const lines = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  lines[lines.indexOf(event.currentTarget) + step]?.focus();
}

interface TargetProps {
  readonly item: NotificationAnswer;
  readonly onOpen: () => void;
  readonly onRead: () => void;
  readonly children: ReactNode;
}

/** Leads to what it is about; what may not be seen any more can only be marked as read. */
function Target({ item: { task, project, kind, month, days }, onOpen, onRead, children }: TargetProps) {
  const props = { className: classes.line, 'data-line': true, onKeyDown: goOn, children };
  const date = kind === 'time-corrected' ? days?.[0] : undefined;
  if (date !== undefined) return <Link {...props} to="/attendance/worked" search={{ date }} onClick={onOpen} />;
  if (task?.id) {
    const { id } = task;
    const tab = kind === 'comment' || kind === 'mention' ? ('comments' as const) : undefined;
    return (
      <Link
        {...props}
        to="."
        search={(previous: object) => ({ ...previous, taskId: id, tab })}
        preload={false}
        onClick={onOpen}
      />
    );
  }
  if (project?.id) {
    return <Link {...props} to="/tasks/project/$projectId" params={{ projectId: project.id }} onClick={onOpen} />;
  }
  if (month !== null) {
    const search = { month: Number(month.slice(5)), year: Number(month.slice(0, 4)) };
    return <Link {...props} to="/attendance" search={search} onClick={onOpen} />;
  }
  if (isAboutAbsence(kind)) return <Link {...props} to="/attendance/plans" onClick={onOpen} />;
  if (task === null && project === null) return <Link {...props} to="/attendance/worked" onClick={onOpen} />;
  return <UnstyledButton {...props} onClick={onRead} />;
}

interface LineProps {
  readonly item: NotificationAnswer;
  readonly onOpen: (item: NotificationAnswer) => void;
  readonly onRead: (item: NotificationAnswer) => void;
}

export function NotificationLine({ item, onOpen, onRead }: LineProps) {
  const t = useNotificationsT();
  const { sentence, what, isHidden } = useNotificationWords()(item);
  const Icon = icons[item.kind];
  return (
    <li>
      <Target item={item} onOpen={() => onOpen(item)} onRead={() => onRead(item)}>
        <span className={classes.icon} style={{ color: colours[item.kind] ?? 'var(--gos-muted)' }}>
          <Icon size={16} stroke={1.75} aria-hidden />
        </span>
        <span className={classes.words}>
          <span className={`${pieces.word} ${pieces.small}`}>{sentence}</span>
          <span className={`${pieces.word} ${classes.what}`} data-hidden={isHidden || undefined} title={what}>
            {what}
          </span>
        </span>
        <span className={classes.when}>
          <MomentText at={item.at} />
          {item.read ? null : (
            <span className={classes.dot}>
              <span className={pieces.hidden}>{t('notifications.unread')}</span>
            </span>
          )}
        </span>
      </Target>
    </li>
  );
}
