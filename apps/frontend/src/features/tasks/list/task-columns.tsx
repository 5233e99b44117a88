import type { NamedRef, TaskRowAnswer } from '@gos/contract';
import { type Money, type PlainField, plainFieldsWith } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ProjectSquare } from '../../../entities/project/project-square';
import { DayText, DeadlineText, MomentText } from '../../../entities/task/deadline-text';
import { durationText } from '../../../entities/task/duration';
import { FieldValue, fieldMessages, moneyText } from '../../../entities/task/field-value';
import { PriorityBars } from '../../../entities/task/priority-bars';
import { StateLabel } from '../../../entities/task/state-ring';
import { TagChip } from '../../../entities/task/tag-chip';
import type { TaskColumn } from '../../../entities/task/task-search';
import { PersonLabel } from '../../../entities/user/avatar';
import { isPersonRef } from '../../../entities/user/use-people';
import { type MessageId, useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import { classes } from './list-classes';

// Plain links, heard by their row: a link of the router would look at the address for each of them, whenever it changes.
const projectLink = ({ id, name }: NamedRef) => (
  <a href={`/tasks/project/${id}`} className={classes.project} title={name}>
    <ProjectSquare id={id} />
    <span className={pieces.word}>{name}</span>
  </a>
);

const boardLink = (project: NamedRef, { id, name }: NamedRef) => (
  <a href={`/tasks/project/${project.id}/board/${id}`} className={classes.project} data-board={id} title={name}>
    <span className={pieces.word}>{name}</span>
  </a>
);

const maxTags = 2;

export function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <>
      {tags.length > 0 && (
        <span className={classes.tags}>
          {tags.slice(0, maxTags).map((tag) => (
            <TagChip key={tag} tag={tag} />
          ))}
        </span>
      )}
      {tags.length > maxTags && (
        <span className={classes.moreTags} title={tags.slice(maxTags).join(', ')}>
          +{tags.length - maxTags}
        </span>
      )}
    </>
  );
}

/** A number of minutes that opens the work entries behind it. */
function WorkLink({ id, children }: { readonly id: number; readonly children: ReactNode }) {
  const t = useT();
  return (
    <a
      href={`?taskId=${id}&tab=monitoring`}
      className={classes.number}
      data-work-link
      title={t('work.open-monitoring')}
    >
      {children}
    </a>
  );
}

function MoneyText({ money }: { readonly money: Money }) {
  const { locale } = useIntl();
  return moneyText(locale, money);
}

interface Column {
  readonly head: MessageId;
  readonly cell: (row: TaskRowAnswer) => ReactNode;
}

/** The cell of the name is the row's heading, which the row draws. */
type Columns = Readonly<Record<Exclude<TaskColumn, 'name'>, Column> & { name: Omit<Column, 'cell'> }>;

const plainColumn = (field: PlainField): Column => ({
  head: fieldMessages[field],
  cell: ({ [field]: value }) =>
    isPersonRef(value) ? <PersonLabel person={value} /> : value !== null && <FieldValue field={field} value={value} />,
});

export const columnOf: Columns = {
  ...tableOf(plainFieldsWith('column'), plainColumn),
  id: { head: 'task.field.id', cell: (row) => row.id },
  name: { head: 'task.field.name' },
  tags: {
    head: 'task.field.tags',
    cell: (row) => (
      <span className={classes.nameLine}>
        <Tags tags={row.tags} />
      </span>
    ),
  },
  state: { head: 'task.field.state', cell: (row) => <StateLabel state={row.state} /> },
  priority: { ...plainColumn('priority'), cell: (row) => <PriorityBars priority={row.priority} /> },
  project: { head: 'task.field.project', cell: (row) => row.project && projectLink(row.project) },
  board: {
    head: 'task.field.board',
    cell: (row) => row.project && row.board && boardLink(row.project, row.board),
  },
  deadline: {
    head: 'task.field.deadline',
    cell: (row) => <DeadlineText deadline={row.deadline} done={row.state === 'solved'} />,
  },
  shownDate: {
    head: 'task.field.shown-date',
    cell: (row) => row.shownDate && <DayText day={row.shownDate} />,
  },
  contractor: { head: 'task.field.contractor', cell: (row) => <PersonLabel person={row.contractor} /> },
  solver: { head: 'task.field.solver', cell: (row) => <PersonLabel person={row.solver} /> },
  spentMinutes: {
    head: 'task.field.spent',
    cell: ({ id, spentMinutes }) => spentMinutes > 0 && <WorkLink id={id}>{durationText(spentMinutes)}</WorkLink>,
  },
  usedBudget: {
    head: 'task.field.used-budget',
    cell: ({ id, usedBudget }) =>
      usedBudget && (
        <WorkLink id={id}>
          <MoneyText money={usedBudget} />
        </WorkLink>
      ),
  },
  createdAt: { head: 'task.field.created', cell: (row) => <MomentText at={row.createdAt} /> },
};
