import { useIntl } from 'react-intl';
import { Choice } from '../../../ui/choice';
import { dayTexts } from '../../../ui/day-text';
import { Spacer, Toolbar } from '../../../ui/toolbar';
import { firstOf } from './month-address';
import { MonthClosing } from './month-closing';
import { type DayFilter, dayFilters } from './month-days';
import { MonthExport } from './month-export';
import { OvertimeStart } from './overtime-start';
import { PersonChoice } from './person-choice';
import { TimeHead } from './time-head';
import { useTimeT } from './time-texts';
import { Turn } from './turn';
import type { MonthState } from './use-month';

interface MonthHeadProps {
  readonly state: MonthState;
  readonly filter: DayFilter;
  readonly onFilter: (filter: DayFilter) => void;
}

/** Which month of whom is shown, the ways to others, and which of its days. */
export function MonthHead({ state, filter, onFilter }: MonthHeadProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  const { whose, answer, month, year, isNow } = state;
  const title = dayTexts.month(locale, firstOf({ month, year }));
  return (
    <>
      <TimeHead screen={t('nav.attendance-month')} title={title} isThere={answer.isSuccess} whose={whose}>
        {answer.data !== undefined && (
          <MonthExport key={`${year} ${month}`} month={answer.data} own={whose.own} everybody={whose.maySeeAll} />
        )}
        {whose.keeps && answer.data !== undefined && <MonthClosing month={answer.data} today={state.today} />}
      </TimeHead>
      <Toolbar label={t('nav.attendance-month')}>
        <Turn of="month" group={t('nav.attendance-month')} state={state} toNow={state.toNow} isNow={isNow} />
        {whose.maySeeAll && <PersonChoice whose={whose} onChange={state.choose} />}
        {whose.keeps && answer.data !== undefined && <OvertimeStart month={answer.data} />}
        <Spacer />
        <Choice
          label={t('time.days')}
          values={dayFilters}
          value={filter}
          text={(one) => t(`time.days.${one}`)}
          onChange={onFilter}
        />
      </Toolbar>
    </>
  );
}
