import type { AvailabilityAnswer } from '@gos/contract';
import { planTypes } from '@gos/domain';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../entities/plan/plan-mark';
import { useAttendanceT } from './attendance-texts';
import classes from './availability.module.css';
import { dayWords } from './plan-words';

/** What the colours mean, and the week's holidays. */
export function PlanLegend({ holidays = [] }: Partial<Pick<AvailabilityAnswer, 'holidays'>>) {
  const t = useAttendanceT();
  const { locale } = useIntl();
  return (
    <ul className={classes.legend} aria-label={t('attendance.legend')}>
      {planTypes.map((type) => (
        <li key={type}>
          <PlanMark type={type} />
          {t(`plan.type.${type}`)}
        </li>
      ))}
      {holidays.map(({ date, name }) => (
        <li key={date} className={classes.holidayName}>
          {dayWords(locale, date)} {name}
        </li>
      ))}
    </ul>
  );
}
