import type { PlanAnswer } from '@gos/contract';
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { weekQuery } from '../../entities/plan/plans.api';
import { type PaletteCommand, useCommands } from '../../lib/commands';
import { useEventCallback } from '../../lib/use-event-callback';
import { EmptyState, Failed } from '../../ui/empty-state';
import { ScreenNote } from '../../ui/screen';
import { usePhone } from '../../ui/use-phone';
import { AvailabilityHead } from './availability-head';
import { AttendanceTexts, useAttendanceT } from './common/attendance-texts';
import { PlanLegend } from './common/plan-legend';
import { dayWords } from './common/plan-words';
import { MonthOverview } from './month-overview';
import { monthAt } from './time/month-address';
import { type AvailabilityState, useAvailability } from './use-availability';
import { WeekCarousel } from './week-carousel';
import { WeekTable } from './week-table';

function useKeys({ view, turn, toDaysOf, setView }: AvailabilityState) {
  const t = useAttendanceT();
  const other = view === 'month' ? 'week' : 'month';
  const toToday = useEventCallback(() => toDaysOf(null));
  const toOther = useEventCallback(() => setView(other));
  const commands = useMemo((): PaletteCommand[] => {
    const group = t('nav.availability');
    const [before, after] = [t(`calendar.previous.${view}`), t(`calendar.next.${view}`)];
    return [
      { id: 'days-now', label: t(`attendance.${view}.this`), key: 't', group, run: toToday },
      { id: 'days-previous', label: before, key: 'p', group, run: () => turn(-1) },
      { id: 'days-next', label: after, key: 'n', group, run: () => turn(1) },
      { id: 'days-left', label: before, key: 'ArrowLeft', group, run: () => turn(-1) },
      { id: 'days-right', label: after, key: 'ArrowRight', group, run: () => turn(1) },
      { id: 'days-view', label: t(`attendance.${other}.show`), key: 'v', group, run: toOther },
    ];
  }, [t, view, other, turn, toToday, toOther]);
  useCommands(commands);
}

interface WeekPageProps extends Pick<AvailabilityState, 'today' | 'position'> {
  readonly monday: string;
  readonly phone: boolean;
  readonly isShown: boolean;
}

/** One week. A week that is not shown renders only cached data. */
function WeekPage({ isShown, monday, position, ...table }: WeekPageProps) {
  const { data } = useQuery({ ...weekQuery(monday, position), enabled: isShown });
  return <WeekTable {...table} monday={monday} week={data} />;
}

/** The plans of those days; undefined until they are loaded. */
function plansIn({ view, week, month }: AvailabilityState): readonly PlanAnswer[] | undefined {
  return view === 'month'
    ? month?.people.flatMap(({ plans }) => plans.map(({ plan }) => plan))
    : week?.people.flatMap(({ days }) => days.flatMap(({ plans }) => plans));
}

function Availability() {
  const t = useAttendanceT();
  const { locale } = useIntl();
  const phone = usePhone();
  const state = useAvailability();
  const { view, answer, begin, position, today, turn } = state;
  useKeys(state);
  const { data } = answer;
  const plans = plansIn(state);
  return (
    <Box miw={0}>
      <AvailabilityHead state={state} phone={phone} />
      <PlanLegend label={t('attendance.legend')} kinds={plans?.map(({ kind }) => kind)}>
        {data?.holidays.map(({ date, name }) => (
          <Text inherit component="li" key={date} c="var(--gos-late-text)">
            {dayWords(locale, date)} {name}
          </Text>
        ))}
      </PlanLegend>
      {data?.people.length === 0 && <EmptyState>{t('attendance.availability.nobody')}</EmptyState>}
      {data !== undefined && data.people.length > 0 && plans?.length === 0 && (
        <ScreenNote>{t(`attendance.availability.empty.${view}`)}</ScreenNote>
      )}
      {answer.isError && data === undefined ? (
        <Failed
          text={t('attendance.availability.failure')}
          busy={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      ) : view === 'month' ? (
        <MonthOverview {...monthAt({}, begin)} answer={state.month} today={today} />
      ) : (
        <WeekCarousel
          label={t('attendance.availability.pages')}
          monday={begin}
          onTurn={turn}
          page={(week, by) => (
            <WeekPage monday={week} position={position} today={today} phone={phone} isShown={by === 0} />
          )}
        />
      )}
    </Box>
  );
}

/** Shows people's availability by weeks or months. */
export const AvailabilityScreen = () => (
  <AttendanceTexts>
    <Availability />
  </AttendanceTexts>
);
