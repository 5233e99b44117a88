import type { AttendanceMonth, WorkedOn } from '@gos/contract';
import { useIntl } from 'react-intl';
import { durationText } from '../../../entities/task/duration';
import { PersonLabel } from '../../../entities/user/avatar';
import { dayTexts } from '../../../ui/day-text';
import { momentText } from '../../../ui/moment-format';
import pieces from '../../../ui/pieces.module.css';
import { useNow } from '../../../ui/use-now';
import classes from './month.module.css';
import { adjustedBy, keyOf, tasksOfMonth } from './month-days';
import time from './time.module.css';
import { useTimeT } from './time-texts';
import { WorkedTask } from './worked-task';

/** `+1 h 20 min` */
export const signed = (minutes: number): string =>
  `${minutes < 0 ? '−' : minutes > 0 ? '+' : ''}${durationText(Math.abs(minutes))}`;

/** Shows planned and worked time and their difference, and the balance of overtime, next to the adjustments of a closed month. */
export function Totals({ month, onWorked }: { readonly month: AttendanceMonth; readonly onWorked: () => void }) {
  const t = useTimeT();
  const { differenceMinutes, overtimeMinutes } = month;
  const { plannedMinutes, workedMinutes } = month.totals;
  const adjusted = adjustedBy(month);
  return (
    <dl className={`${time.sums} ${classes.totals}`}>
      <div>
        <dt>{t('time.planned')}</dt>
        <dd>{durationText(plannedMinutes)}</dd>
      </div>
      <div>
        <dt>{t('time.worked')}</dt>
        <dd>
          <button
            type="button"
            className={`${pieces.plainLink} ${classes.number}`}
            onClick={onWorked}
            disabled={workedMinutes === 0}
          >
            {durationText(workedMinutes)}
          </button>
        </dd>
      </div>
      <div>
        <dt>{t('time.difference')}</dt>
        <dd data-short={differenceMinutes < 0 || undefined}>{signed(differenceMinutes)}</dd>
      </div>
      {overtimeMinutes !== null && (
        <div>
          <dt>{t('time.overtime')}</dt>
          <dd data-short={overtimeMinutes < 0 || undefined}>{signed(overtimeMinutes)}</dd>
        </div>
      )}
      {month.adjustments.length > 0 && (
        <div>
          <dt>{t('time.adjusted')}</dt>
          <dd>{signed(adjusted)}</dd>
        </div>
      )}
    </dl>
  );
}

interface AdjustmentsProps {
  readonly adjustments: AttendanceMonth['adjustments'];
  readonly onOpen: (entryId: number) => void;
}

/** Lists corrections after the month was closed. */
export function Adjustments({ adjustments, onOpen }: AdjustmentsProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  const now = useNow();
  if (adjustments.length === 0) return null;
  return (
    <section className={`${time.part} ${classes.part}`}>
      <h2>{t('time.adjustments')}</h2>
      <ul className={`${pieces.rows} ${classes.lines}`}>
        {adjustments.map(({ entryId, date, task, was, is, by, at, reason }) => (
          <li key={`${entryId} ${at}`}>
            <span className={pieces.digits}>{dayTexts.short(locale, date)}</span>
            <WorkedTask task={task} />
            <button type="button" className={`${pieces.plainLink} ${classes.number}`} onClick={() => onOpen(entryId)}>
              {t('time.adjustment', { was: durationText(was), is: durationText(is), by: signed(is - was) })}
            </button>
            <span className={pieces.nothing}>{momentText(locale, at, now, t)}</span>
            <PersonLabel person={by} none={t('task.activity.system')} />
            {reason !== null && <span className={classes.reason}>{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ByTaskProps {
  readonly month: AttendanceMonth;
  readonly onTask: (task: WorkedOn) => void;
}

/** The month by task, project and contract. */
export function ByTask({ month, onTask }: ByTaskProps) {
  const t = useTimeT();
  const tasks = tasksOfMonth(month);
  if (tasks.length === 0) return null;
  return (
    <section className={`${time.part} ${classes.part}`}>
      <h2>{t('time.by-task')}</h2>
      <ul className={`${pieces.rows} ${classes.lines}`}>
        {tasks.map((task) => (
          <li key={keyOf(task)}>
            <WorkedTask task={task} />
            <button type="button" className={`${pieces.plainLink} ${classes.number}`} onClick={() => onTask(task)}>
              {durationText(task.minutes)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
