import type { TeamMonth } from '@gos/contract';
import { type Day, localDay } from '@gos/domain';
import { IconAlertTriangle, IconClock, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { durationText } from '../../../entities/task/duration';
import { PersonLabel } from '../../../entities/user/avatar';
import { timeZone } from '../../../lib/installation';
import { dayTexts } from '../../../ui/day-text';
import { timeText } from '../../../ui/moment-format';
import pieces from '../../../ui/pieces.module.css';
import type { MonthOfYear } from './month-address';
import { signed } from './month-sums';
import classes from './team-month.module.css';
import { useTimeT } from './time-texts';

/** Missing days that a row names; the month has the others. */
const namedDays = 3;

interface RowProps {
  readonly row: TeamMonth;
  readonly shown: MonthOfYear;
  /** The row is the reader's own. */
  readonly own: boolean;
  readonly selected: boolean;
  readonly onSelect: (id: number, range: boolean) => void;
  readonly onWorked: (row: TeamMonth) => void;
}

interface DaysProps {
  readonly days: readonly Day[];
  readonly userId: number | undefined;
  readonly label: (day: string) => string;
}

/** Days that lead to what was recorded on them. */
function DayLinks({ days, userId, label }: DaysProps) {
  const { locale } = useIntl();
  return days.map((date) => (
    <Link
      key={date}
      className={classes.day}
      to="/attendance/worked"
      search={{ date, userId }}
      aria-label={label(dayTexts.long(locale, date))}
    >
      {dayTexts.short(locale, date)}
    </Link>
  ));
}

function MissingDays({ row, shown, userId }: Pick<RowProps, 'row' | 'shown'> & Pick<DaysProps, 'userId'>) {
  const t = useTimeT();
  const { missingDays } = row;
  const more = missingDays.length - namedDays;
  if (missingDays.length === 0) return <span className={pieces.nothing}>–</span>;
  return (
    <span className={classes.days}>
      <strong className={classes.short}>{missingDays.length}</strong>
      <DayLinks
        days={more > 0 ? missingDays.slice(0, namedDays) : missingDays}
        userId={userId}
        label={(day) => t('time.team-month.missing-day', { day, person: row.user.name })}
      />
      {more > 0 && (
        <Link
          className={classes.day}
          to="/attendance"
          search={{ ...shown, userId }}
          aria-label={t('time.team-month.missing-more', { count: more, person: row.user.name })}
        >
          +{more}
        </Link>
      )}
    </span>
  );
}

/** Forgotten and running work. */
function ToCheck({ row, userId }: Pick<RowProps, 'row'> & Pick<DaysProps, 'userId'>) {
  const t = useTimeT();
  const { locale } = useIntl();
  const { flaggedDays, runningSince } = row;
  if (flaggedDays.length === 0 && runningSince === null) return <span className={pieces.nothing}>–</span>;
  return (
    <span className={classes.days}>
      {flaggedDays.length > 0 && (
        <>
          <IconAlertTriangle size={14} className={classes.short} aria-hidden />
          <DayLinks
            days={flaggedDays}
            userId={userId}
            label={(day) => t('time.team-month.flagged-day', { day, person: row.user.name })}
          />
        </>
      )}
      {runningSince !== null && (
        <Link
          className={classes.day}
          to="/attendance/worked"
          search={{ date: localDay(runningSince, timeZone()), userId }}
        >
          <IconClock size={14} aria-hidden />{' '}
          {t('time.team-month.running', {
            since: `${dayTexts.short(locale, localDay(runningSince, timeZone()))} ${timeText(locale, runningSince)}`,
          })}
        </Link>
      )}
    </span>
  );
}

/** A person's month: each number leads to its days or entries. */
export const TeamMonthRow = memo(function TeamMonthRow(props: RowProps) {
  const { row, shown, own, selected, onSelect, onWorked } = props;
  const t = useTimeT();
  const { locale } = useIntl();
  const {
    user,
    plannedMinutes,
    workedMinutes,
    differenceMinutes,
    overtimeMinutes,
    absences,
    adjustedMinutes,
    closed,
    closedTo,
  } = row;
  const userId = own ? undefined : user.id;
  const number = `${pieces.plainLink} ${classes.number}`;
  return (
    <tr data-person={user.id} data-selected={selected || undefined}>
      <th scope="row" className={classes.person}>
        <label className={classes.box}>
          <input
            type="checkbox"
            checked={selected}
            onChange={({ nativeEvent }) => onSelect(user.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            aria-label={t('time.team-month.select', { person: user.name })}
          />
        </label>
        <Link className={number} to="/attendance" search={{ ...shown, userId }} data-row-link={user.id}>
          <PersonLabel person={user} />
        </Link>
      </th>
      <td className={classes.sum}>
        <Link className={number} to="/attendance/plans" search={{ userId }}>
          {durationText(plannedMinutes)}
        </Link>
      </td>
      <td className={classes.sum}>
        <button type="button" className={number} disabled={workedMinutes === 0} onClick={() => onWorked(row)}>
          {durationText(workedMinutes)}
        </button>
        {adjustedMinutes !== 0 && (
          <span className={pieces.nothing} title={t('time.adjusted')}>
            {' '}
            ({signed(adjustedMinutes)})
          </span>
        )}
      </td>
      <td className={classes.sum}>
        <Link
          className={`${number} ${differenceMinutes < 0 ? classes.short : ''}`}
          to="/attendance"
          search={{ ...shown, userId }}
        >
          {signed(differenceMinutes)}
        </Link>
      </td>
      <td className={classes.sum}>
        {overtimeMinutes === null ? (
          <span className={pieces.nothing}>–</span>
        ) : (
          <span className={overtimeMinutes < 0 ? classes.short : undefined}>{signed(overtimeMinutes)}</span>
        )}
      </td>
      <td>
        {absences.length === 0 ? (
          <span className={pieces.nothing}>–</span>
        ) : (
          <Link className={number} to="/attendance/plans" search={{ userId }}>
            {absences
              .map(({ kind, days }) => `${t(`plan.kind.${kind}`)} ${t('time.team-month.days-off', { days })}`)
              .join(', ')}
          </Link>
        )}
      </td>
      <td>
        <MissingDays row={row} shown={shown} userId={userId} />
      </td>
      <td>
        <ToCheck row={row} userId={userId} />
      </td>
      <td>
        <Link
          className={`${number} ${closedTo === null ? pieces.nothing : ''}`}
          to="/attendance"
          search={{ ...shown, userId }}
        >
          {closedTo !== null && <IconLock size={14} aria-hidden />}{' '}
          {closed || closedTo === null
            ? t(closed ? 'time.team-month.closed' : 'time.team-month.open')
            : t('time.team-month.closed-to', { day: dayTexts.short(locale, closedTo) })}
        </Link>
      </td>
    </tr>
  );
});
