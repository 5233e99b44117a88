import type { AvailabilityAnswer } from '@gos/contract';
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
import { AttendanceTexts, useAttendanceT } from './common/attendance-texts';
import { PlanLegend } from './common/plan-legend';
import { dayWords } from './common/plan-words';
import { useWeek, type WeekState } from './use-week';
import { WeekCarousel } from './week-carousel';
import { WeekHead } from './week-head';
import { WeekTable } from './week-table';

function useWeekKeys({ turn, toWeekOf }: WeekState) {
  const t = useAttendanceT();
  const toToday = useEventCallback(() => toWeekOf(null));
  const commands = useMemo((): PaletteCommand[] => {
    const group = t('nav.availability');
    return [
      { id: 'week-this', label: t('attendance.week.this'), key: 't', group, run: toToday },
      { id: 'week-previous', label: t('attendance.week.previous'), key: 'p', group, run: () => turn(-1) },
      { id: 'week-next', label: t('attendance.week.next'), key: 'n', group, run: () => turn(1) },
      { id: 'week-left', label: t('attendance.week.previous'), key: 'ArrowLeft', group, run: () => turn(-1) },
      { id: 'week-right', label: t('attendance.week.next'), key: 'ArrowRight', group, run: () => turn(1) },
    ];
  }, [t, turn, toToday]);
  useCommands(commands);
}

interface WeekPageProps extends Pick<WeekState, 'today' | 'monday' | 'position'> {
  readonly phone: boolean;
  readonly isShown: boolean;
}

/** One week. A week that is not shown renders only cached data. */
function WeekPage({ isShown, monday, position, ...table }: WeekPageProps) {
  const { data } = useQuery({ ...weekQuery(monday, position), enabled: isShown });
  return <WeekTable {...table} monday={monday} week={data} />;
}

function Availability() {
  const t = useAttendanceT();
  const { locale } = useIntl();
  const phone = usePhone();
  const state = useWeek();
  const { answer, monday, position, today, turn } = state;
  useWeekKeys(state);
  const week = answer.data;
  const failed = answer.isError && week === undefined;
  const nothing = week?.people.every(({ days }) => days.every(({ plans }) => plans.length === 0));
  return (
    <Box miw={0}>
      <WeekHead {...state} phone={phone} />
      <PlanLegend label={t('attendance.legend')} kinds={kindsIn(week)}>
        {week?.holidays.map(({ date, name }) => (
          <Text inherit component="li" key={date} c="var(--gos-late)">
            {dayWords(locale, date)} {name}
          </Text>
        ))}
      </PlanLegend>
      {week?.people.length === 0 && <EmptyState>{t('attendance.availability.nobody')}</EmptyState>}
      {week !== undefined && week.people.length > 0 && nothing && (
        <ScreenNote>{t('attendance.availability.empty')}</ScreenNote>
      )}
      {failed ? (
        <Failed
          text={t('attendance.availability.failure')}
          busy={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <WeekCarousel
          label={t('attendance.availability.pages')}
          monday={monday}
          onTurn={turn}
          page={(week, by) => (
            <WeekPage monday={week} position={position} today={today} phone={phone} isShown={by === 0} />
          )}
        />
      )}
    </Box>
  );
}

const kindsIn = (week: AvailabilityAnswer | undefined) =>
  (week?.people ?? []).flatMap(({ days }) => days.flatMap(({ plans }) => plans.map(({ kind }) => kind)));

/** Shows people's availability week by week. */
export const AvailabilityScreen = () => (
  <AttendanceTexts>
    <Availability />
  </AttendanceTexts>
);
