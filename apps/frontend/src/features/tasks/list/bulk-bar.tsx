import type { TaskRowAnswer } from '@gos/contract';
import { CloseButton, Progress } from '@mantine/core';
import {
  IconAntennaBars5,
  IconArrowBackUp,
  IconArrowsMove,
  IconCalendar,
  IconCalendarClock,
  IconCheck,
  IconCircleX,
  IconTag,
  IconTrash,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ComponentPropsWithRef, useState } from 'react';
import { DeadlinePicker } from '../../../entities/task/deadline-picker';
import { PriorityMenu } from '../../../entities/task/priority-menu';
import { assignTo, editOf, type TaskChange } from '../../../entities/task/task-changes';
import { PersonPicker } from '../../../entities/user/person-picker';
import { type MessageId, useT } from '../../../i18n';
import { BelowMain } from '../../../ui/below-main';
import { ChipButton } from '../../../ui/buttons';
import { DayPicker } from '../../../ui/fields/day-picker';
import pieces from '../../../ui/pieces.module.css';
import classes from './bulk.module.css';
import { BulkDialog, type BulkQuestion, BulkTold } from './bulk-dialogs';
import { type BulkKind, bulkKinds } from './bulk-rights';
import { useBulk } from './use-bulk';

const faces: Record<BulkKind, { readonly label: MessageId; readonly icon: TablerIcon }> = {
  accept: { label: 'task.action.accept', icon: IconCheck },
  assign: { label: 'task.field.solver', icon: IconUser },
  deadline: { label: 'task.field.deadline', icon: IconCalendar },
  priority: { label: 'task.field.priority', icon: IconAntennaBars5 },
  tags: { label: 'task.field.tags', icon: IconTag },
  move: { label: 'task.bulk.move', icon: IconArrowsMove },
  plan: { label: 'task.bulk.plan', icon: IconCalendarClock },
  return: { label: 'task.action.return', icon: IconArrowBackUp },
  end: { label: 'task.bulk.end', icon: IconCircleX },
  delete: { label: 'task.bulk.delete', icon: IconTrash },
};

function ActionButton({ kind, ...props }: ComponentPropsWithRef<'button'> & { readonly kind: BulkKind }) {
  const t = useT();
  const { label, icon: Icon } = faces[kind];
  return (
    <ChipButton
      {...props}
      variant={kind === 'accept' ? 'filled' : 'default'}
      className={kind === 'accept' ? undefined : classes.action}
      leftSection={<Icon size={15} stroke={1.75} aria-hidden />}
    >
      {t(label)}
    </ChipButton>
  );
}

interface ActionProps {
  readonly kind: BulkKind;
  readonly rows: readonly TaskRowAnswer[];
  readonly disabled: boolean;
  readonly onRun: (change: (row: TaskRowAnswer) => TaskChange | null) => void;
  readonly onAsk: (kind: BulkQuestion) => void;
}

/** The value that all of them share, or undefined. */
function shared<T>(rows: readonly TaskRowAnswer[], value: (row: TaskRowAnswer) => T): T | undefined {
  const [first, ...others] = rows.map(value);
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : undefined;
}

/** One action on all selected rows: a picker at its button, or a dialog if it needs more than a value. */
function Action({ kind, rows, disabled, onRun, onAsk }: ActionProps) {
  const t = useT();
  const label = t(faces[kind].label);
  const button = { kind, disabled };
  switch (kind) {
    case 'assign':
      return (
        <PersonPicker
          label={label}
          value={shared(rows, ({ solver }) => solver) ?? null}
          none={t('task.bulk.nobody')}
          onChange={(solver) => onRun((row) => (row.solver?.id === solver?.id ? null : assignTo(solver)))}
        >
          {(props) => <ActionButton {...button} {...props} />}
        </PersonPicker>
      );
    case 'deadline':
      return (
        <DeadlinePicker
          label={label}
          value={shared(rows, ({ deadline }) => deadline) ?? null}
          onChange={(deadline) =>
            onRun((row) => (row.deadline === deadline ? null : { type: 'deadline', body: { deadline } }))
          }
        >
          {(props) => <ActionButton {...button} {...props} />}
        </DeadlinePicker>
      );
    case 'plan':
      return (
        <DayPicker
          label={label}
          value={shared(rows, ({ shownDate }) => shownDate) ?? null}
          onChange={(shownDate) =>
            onRun((row) => (row.shownDate === shownDate ? null : { type: 'plan', body: { shownDate } }))
          }
        >
          {(props) => <ActionButton {...button} {...props} />}
        </DayPicker>
      );
    case 'priority':
      return (
        <PriorityMenu
          position="top-start"
          value={shared(rows, ({ priority }) => priority) ?? null}
          onChange={(priority) =>
            onRun((row) => (row.priority === priority ? null : editOf({ priority }, row.revision)))
          }
        >
          <ActionButton {...button} />
        </PriorityMenu>
      );
    default:
      return <ActionButton {...button} onClick={() => onAsk(kind)} />;
  }
}

interface BulkBarProps {
  readonly rows: readonly TaskRowAnswer[];
  /** Rows that an action has settled. */
  readonly onSettled: (done: ReadonlySet<number>) => void;
  readonly onClear: () => void;
}

/** The actions for the selected rows. */
export function BulkBar({ rows, onSettled, onClear }: BulkBarProps) {
  const t = useT();
  const { progress, told, closeTold, refusalOf, run } = useBulk(onSettled);
  const [asked, setAsked] = useState<BulkQuestion | null>(null);
  const offered = bulkKinds.filter((kind) => rows.some((row) => refusalOf(kind, row) === null));

  return (
    <>
      {(rows.length > 0 || progress !== null) && (
        <BelowMain>
          <section className={classes.bar} aria-label={t('task.bulk.label')}>
            <span className={`${pieces.digits} ${classes.count}`} aria-live="polite">
              {progress === null
                ? t('task.bulk.selected', { count: rows.length })
                : t('task.bulk.progress', { settled: progress.settled, total: progress.total })}
            </span>
            {progress !== null && (
              <Progress
                flex="none"
                w={72}
                value={(progress.settled / Math.max(progress.total, 1)) * 100}
                size={4}
                aria-label={t('task.bulk.label')}
              />
            )}
            <div className={classes.actions}>
              {offered.length === 0 && <span className={pieces.small}>{t('task.bulk.nothing')}</span>}
              {offered.map((kind) => (
                <Action
                  key={kind}
                  kind={kind}
                  rows={rows}
                  disabled={progress !== null}
                  onAsk={setAsked}
                  onRun={(change) => void run(kind, rows, change)}
                />
              ))}
            </div>
            <CloseButton size="sm" aria-label={t('task.bulk.clear')} title={t('task.bulk.clear')} onClick={onClear} />
          </section>
        </BelowMain>
      )}
      {asked !== null && (
        <BulkDialog
          kind={asked}
          rows={rows}
          allowed={rows.filter((row) => refusalOf(asked, row) === null).length}
          onClose={() => setAsked(null)}
          onRun={(change) => {
            setAsked(null);
            void run(asked, rows, change);
          }}
        />
      )}
      {told !== null && <BulkTold told={told} onClose={closeTold} />}
    </>
  );
}
