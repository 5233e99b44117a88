import type { AttendanceMonth } from '@gos/contract';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { usePersonName } from '../../../entities/user/person-name';
import { dayTexts } from '../../../ui/day-text';
import { useWorkingDays } from '../common/use-working-days';
import { firstOf } from './month-address';
import { Totals } from './month-sums';
import { MonthTable } from './month-table';
import classes from './printed-months.module.css';
import { roundedMonth, useExportStep } from './rounded-month';
import { useTimeT } from './time-texts';

interface PrintedMonthsProps {
  readonly months: readonly AttendanceMonth[];
  readonly today: string;
  readonly onPrinted: () => void;
}

const nothing = () => undefined;

/** Months on paper, each person on a page of their own, in place of the screen. */
export function PrintedMonths({ months, today, onPrinted }: PrintedMonthsProps) {
  const { locale } = useIntl();
  const nameOf = usePersonName();
  const t = useTimeT();
  const workingDays = useWorkingDays();
  const isSent = useRef(false);
  const step = useExportStep();
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted);
    if (!isSent.current) {
      isSent.current = true;
      window.print();
    }
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return createPortal(
    <div className={classes.months} data-printed>
      {months.map((recorded) => {
        const month = roundedMonth(recorded, step);
        const name = `${nameOf(month.user)} · ${dayTexts.month(locale, firstOf(month))}`;
        return (
          <article key={month.userId} className={classes.month}>
            <h1>{name}</h1>
            {step > 0 && <p>{t('time.rounded', { minutes: step })}</p>}
            <Totals month={month} onWorked={nothing} />
            <MonthTable
              label={name}
              days={month.days}
              today={today}
              workingDays={workingDays}
              userId={month.userId}
              onTask={nothing}
            />
          </article>
        );
      })}
    </div>,
    document.body,
  );
}
