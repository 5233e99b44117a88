import { addDays, type Day, mondayOf } from '@gos/domain';
import { ActionIcon } from '@mantine/core';
import { IconCalendar, IconCalendarPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useOffered } from '../../entities/user/offers';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { dayTexts } from '../../ui/day-text';
import { DayPicker } from '../../ui/fields/day-picker';
import { DaysHead } from '../../ui/screen';
import { Spacer, Toolbar } from '../../ui/toolbar';
import { TurnButtons } from '../../ui/turn-buttons';
import { useAttendanceT } from './common/attendance-texts';
import { PositionFilter } from './common/position-filter';
import type { WeekState } from './use-week';
import { firstWeek, isShownWeek } from './week-address';

interface WeekTurnProps extends Pick<WeekState, 'today' | 'monday'> {
  readonly turn: (by: 1 | -1) => void;
  readonly toWeekOf: (day: Day | null) => void;
  /** The first week that may be turned to. */
  readonly first?: string;
}

/** To the week before and after, to this one, and to any other. */
export function WeekTurn({ today, monday, turn, toWeekOf, first = firstWeek }: WeekTurnProps) {
  const t = useAttendanceT();
  return (
    <TurnButtons
      previous={t('attendance.week.previous')}
      now={t('attendance.week.this')}
      next={t('attendance.week.next')}
      turn={turn}
      toNow={() => toWeekOf(null)}
      isNow={monday === mondayOf(today)}
      isFirst={monday <= first}
      isLast={!isShownWeek(addDays(monday, 7))}
    >
      <DayPicker label={t('attendance.week.choose')} value={monday} onChange={toWeekOf} first={first}>
        {(given) => (
          <ActionIcon {...given} variant="default" size={28} aria-label={t('attendance.week.choose')}>
            <IconCalendar size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </DayPicker>
    </TurnButtons>
  );
}

/** Which week is shown, the ways to others, and of whom. */
export function WeekHead({ phone, ...state }: WeekState & { readonly phone: boolean }) {
  const t = useAttendanceT();
  const me = useMe();
  const plans = useOffered('work');
  const { locale } = useIntl();
  const { monday, answer } = state;
  const title = dayTexts.range(locale, { from: monday, to: addDays(monday, 6) });
  return (
    <>
      <DaysHead screen={t('nav.availability')} title={title} said={answer.isSuccess && title}>
        {plans && (
          <SmallButton
            component={Link}
            to="/attendance/plans"
            variant="default"
            leftSection={<IconCalendarPlus size={16} stroke={1.75} />}
            aria-label={t('attendance.availability.plan')}
            styles={phone ? { section: { margin: 0 } } : undefined}
          >
            {!phone && t('attendance.availability.plan')}
          </SmallButton>
        )}
      </DaysHead>
      <Toolbar label={t('nav.availability')}>
        <WeekTurn {...state} />
        <Spacer />
        {me.role !== 'collaborator' && <PositionFilter {...state} />}
      </Toolbar>
    </>
  );
}
