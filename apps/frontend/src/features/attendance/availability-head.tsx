import { addDays, type Day, mondayOf } from '@gos/domain';
import { ActionIcon } from '@mantine/core';
import { IconCalendar, IconCalendarPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useOffered } from '../../entities/user/offers';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { dayTexts } from '../../ui/day-text';
import { DayPicker } from '../../ui/fields/day-picker';
import { DaysHead } from '../../ui/screen';
import { Spacer, Toolbar } from '../../ui/toolbar';
import { TurnButtons } from '../../ui/turn-buttons';
import { type AvailabilityView, availabilityViews, firstWeek, isShownWeek } from './availability-address';
import { useAttendanceT } from './common/attendance-texts';
import { PositionFilter } from './common/position-filter';
import type { AvailabilityState } from './use-availability';

interface DaysTurnProps {
  readonly view: AvailabilityView;
  /** The first of the days that are shown. */
  readonly begin: Day;
  /** The first day that may be chosen. */
  readonly first: Day;
  readonly turn: (by: 1 | -1) => void;
  readonly toDaysOf: (day: Day | null) => void;
  readonly isNow: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** To the days before and after, to those of today, and to any others. */
function DaysTurn({ view, first, begin, toDaysOf, ...turns }: DaysTurnProps) {
  const t = useAttendanceT();
  const choose = t(`attendance.${view}.choose`);
  return (
    <TurnButtons
      {...turns}
      previous={t(`calendar.previous.${view}`)}
      now={t(`attendance.${view}.this`)}
      next={t(`calendar.next.${view}`)}
      toNow={() => toDaysOf(null)}
    >
      <DayPicker label={choose} value={begin} onChange={toDaysOf} first={first}>
        {(given) => (
          <ActionIcon {...given} variant="default" size={28} aria-label={choose}>
            <IconCalendar size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </DayPicker>
    </TurnButtons>
  );
}

interface WeekTurnProps {
  readonly today: Day;
  readonly monday: Day;
  readonly turn: (by: 1 | -1) => void;
  readonly toWeekOf: (day: Day | null) => void;
  /** The first week that may be turned to. */
  readonly first: Day;
}

export const WeekTurn = ({ today, monday, turn, toWeekOf, first }: WeekTurnProps) => (
  <DaysTurn
    view="week"
    first={first}
    begin={monday}
    turn={turn}
    toDaysOf={toWeekOf}
    isNow={monday === mondayOf(today)}
    isFirst={monday <= first}
    isLast={!isShownWeek(addDays(monday, 7))}
  />
);

/** Which days are shown, the ways to others, and of whom. */
export function AvailabilityHead({ state, phone }: { readonly state: AvailabilityState; readonly phone: boolean }) {
  const t = useAttendanceT();
  const me = useMe();
  const plans = useOffered('work');
  const { locale } = useIntl();
  const { view, begin } = state;
  const title =
    view === 'month' ? dayTexts.month(locale, begin) : dayTexts.range(locale, { from: begin, to: addDays(begin, 6) });
  return (
    <>
      <DaysHead screen={t('nav.availability')} title={title} said={state.answer.isSuccess && title}>
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
        <DaysTurn {...state} first={firstWeek} />
        <Spacer />
        <Choice
          label={t('calendar.view')}
          values={availabilityViews}
          value={view}
          text={(one) => t(`calendar.view.${one}`)}
          onChange={state.setView}
        />
        {me.role !== 'collaborator' && <PositionFilter {...state} />}
      </Toolbar>
    </>
  );
}
