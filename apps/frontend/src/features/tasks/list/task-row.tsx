import type { TaskRowAnswer } from '@gos/contract';
import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import { DeadlineText } from '../../../entities/task/deadline-text';
import { NamedStateRing } from '../../../entities/task/state-ring';
import type { TaskColumn } from '../../../entities/task/task-search';
import { Avatar } from '../../../entities/user/avatar';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import type { TaskView } from '../task-view';
import { classes } from './list-classes';
import { type RowEvents, rowHandlers } from './row-events';
import { SelectBox } from './select-box';
import { columnOf, Tags } from './task-columns';

export type OpenTask = (taskId: number, how?: { readonly view?: TaskView }) => void;

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

/** What a row says of itself to the styles and to screen readers. */
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
  const { row, href, columns, selected, news, menu, events } = props;
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
  const { row, href, selected, selecting, news, menu, events, other, withProject } = props;
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
          {nameLink(row, href)}
        </span>
        <span className={classes.phoneLine}>
          <span className={classes.phoneId}>{row.id}</span>
          <DeadlineText deadline={row.deadline} done={row.state === 'solved'} />
          {row.project && withProject && <span className={classes.phoneProject}>{row.project.name}</span>}
        </span>
      </th>
      <td className={classes.phonePerson}>{person && <Avatar person={person} size={26} />}</td>
      <td className={classes.phoneMore}>
        <MoreButton row={row} menu={menu} events={events} />
      </td>
    </tr>
  );
});
