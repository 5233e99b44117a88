import type { TaskRowAnswer } from '@gos/contract';
import { IconDots, IconPlayerPlayFilled, IconPlayerStopFilled, IconRepeat } from '@tabler/icons-react';
import { memo } from 'react';
import { DeadlineText } from '../../../entities/task/deadline-text';
import { NamedStateRing } from '../../../entities/task/state-ring';
import type { TaskColumn } from '../../../entities/task/task-search';
import { Avatar } from '../../../entities/user/avatar';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import type { TaskView } from '../common/task-view';
import { classes } from './list-classes';
import { type RowEvents, rowHandlers } from './row-events';
import { SelectBox } from './select-box';
import { columnOf, Tags } from './task-columns';

export type OpenTask = (taskId: number, how?: { readonly view?: TaskView }) => void;

/** Whether the reader works on a task, or may. */
export type RowWork = 'running' | 'offered' | null;

interface RowProps {
  readonly row: TaskRowAnswer;
  /** Where its name leads. */
  readonly href: string;
  readonly current: boolean;
  readonly selected: boolean;
  /** Others are selected: a tap selects this one too. */
  readonly selecting: boolean;
  /** Shown, though the list doesn't hold it any more. */
  readonly left: boolean;
  /** Others changed it since it was last looked at. */
  readonly news: boolean;
  readonly work: RowWork;
  /** Its menu is open. */
  readonly menu: boolean;
  readonly events: RowEvents;
}

function News() {
  const t = useT();
  return (
    <span className={classes.news} title={t('task.row.news')}>
      <span className={pieces.hidden}>{t('task.row.news')}</span>
    </span>
  );
}

const repeatIcon = <IconRepeat size={13} stroke={1.75} aria-hidden />;

/** It is an occurrence of a repeated task. */
function Repeats() {
  const t = useT();
  return (
    <span className={classes.repeats} title={t('task.field.repeated-task')}>
      {repeatIcon}
      <span className={pieces.hidden}>{t('task.field.repeated-task')}</span>
    </span>
  );
}

function Working() {
  const t = useT();
  return (
    <span className={classes.working}>
      <IconPlayerPlayFilled size={10} aria-hidden />
      {t('work.in-progress')}
    </span>
  );
}

// A plain link, heard by the row, as in the cells.
const nameLink = ({ id, name }: TaskRowAnswer, href: string) => (
  <a href={href} className={classes.link} data-row-link={id} title={name}>
    {name}
  </a>
);

const dots = <IconDots size={16} stroke={1.75} aria-hidden />;

function MoreButton({ row, menu, events }: Pick<RowProps, 'row' | 'menu' | 'events'>) {
  const t = useT();
  return (
    <button
      type="button"
      className={classes.more}
      aria-label={t('task.row.actions', { id: row.id })}
      aria-haspopup="menu"
      aria-expanded={menu}
      onClick={(event) => {
        const { right, bottom } = event.currentTarget.getBoundingClientRect();
        events.menu({ row, x: right, y: bottom, opener: event.currentTarget, fromEnd: true });
      }}
    >
      {dots}
    </button>
  );
}

const icons = {
  offered: <IconPlayerPlayFilled size={13} aria-hidden />,
  running: <IconPlayerStopFilled size={13} aria-hidden />,
};

function WorkButton({ row, work, events }: Pick<RowProps, 'row' | 'work' | 'events'>) {
  const t = useT();
  if (work === null) return null;
  const label = work === 'running' ? t('work.stop-of', { name: row.name }) : t('work.start-on', { id: row.id });
  return (
    <button
      type="button"
      className={classes.work}
      data-work={work}
      aria-label={label}
      title={t(work === 'running' ? 'work.stop' : 'work.start')}
      onClick={() => events.work(row)}
    >
      {icons[work]}
    </button>
  );
}

/** Returns a row's attributes for styles and screen readers. */
const marks = ({ current, selected, left, menu }: RowProps) => ({
  'data-current': current || undefined,
  'aria-current': current || undefined,
  'data-selected': selected || undefined,
  'data-left': left || undefined,
  'data-menu': menu || undefined,
});

interface TaskRowProps extends RowProps {
  readonly columns: readonly TaskColumn[];
}

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { row, href, columns, selected, news, work, menu, events } = props;
  return (
    <tr className={classes.row} {...marks(props)} {...rowHandlers(row, events)}>
      <td className={classes.select}>
        <SelectBox row={row} checked={selected} events={events} />
      </td>
      {columns.map((column) =>
        column === 'name' ? (
          <th key={column} scope="row" className={classes.name}>
            <span className={classes.nameLine}>
              {news && <News />}
              {row.repeatedTask !== null && <Repeats />}
              {nameLink(row, href)}
              {!columns.includes('tags') && <Tags tags={row.tags} />}
            </span>
          </th>
        ) : (
          <td key={column} className={classes.cell} data-column={column}>
            {columnOf[column].cell(row)}
          </td>
        ),
      )}
      <td className={classes.actions}>
        <WorkButton row={row} work={work} events={events} />
        <MoreButton row={row} menu={menu} events={events} />
      </td>
    </tr>
  );
});

interface PhoneRowProps extends RowProps {
  /** Whom the task is with, as seen from this list. */
  readonly other: 'contractor' | 'solver';
  /** Nothing else says whose project it is: no heading above, no board. */
  readonly withProject: boolean;
}

export const PhoneTaskRow = memo(function PhoneTaskRow(props: PhoneRowProps) {
  const { row, href, selected, selecting, news, work, menu, events, other, withProject } = props;
  const person = row[other];
  return (
    <tr className={classes.phoneRow} {...marks(props)} {...rowHandlers(row, events, selecting)}>
      <td className={classes.phoneState}>
        {selecting ? (
          <SelectBox row={row} checked={selected} events={events} />
        ) : (
          <NamedStateRing state={row.state} size={18} />
        )}
      </td>
      <th scope="row" className={classes.phoneName}>
        <span className={classes.phoneFirst}>
          {news && <News />}
          {row.repeatedTask !== null && <Repeats />}
          {nameLink(row, href)}
        </span>
        <span className={classes.phoneLine}>
          {work === 'running' && <Working />}
          <span className={pieces.digits}>{row.id}</span>
          <DeadlineText deadline={row.deadline} done={row.state === 'solved'} />
          {row.project && withProject && <span className={pieces.word}>{row.project.name}</span>}
        </span>
      </th>
      <td className={classes.phonePerson}>{person && <Avatar person={person} size={26} />}</td>
      <td className={classes.phoneMore}>
        <MoreButton row={row} menu={menu} events={events} />
      </td>
    </tr>
  );
});
