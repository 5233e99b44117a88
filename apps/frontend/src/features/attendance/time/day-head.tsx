import { ActionIcon } from '@mantine/core';
import { IconCalendar, IconMessages, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useCommands } from '../../../lib/commands';
import { useEventCallback } from '../../../lib/use-event-callback';
import { ChipButton } from '../../../ui/buttons';
import { dayTexts } from '../../../ui/day-text';
import { DayPicker } from '../../../ui/fields/day-picker';
import { Spacer, Toolbar } from '../../../ui/toolbar';
import { usePhone } from '../../../ui/use-phone';
import { HeadButton } from './head-button';
import { PersonChoice } from './person-choice';
import { TimeHead } from './time-head';
import { useTimeT } from './time-texts';
import { Turn } from './turn';
import type { DayState } from './use-day';

interface DayHeadProps {
  readonly state: DayState;
  readonly onAdd: () => void;
  readonly onSheet: () => void;
}

/** Which day of whom is shown, the ways to others, and what can be done on it. */
export function DayHead({ state, onAdd, onSheet }: DayHeadProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  const { whose, answer, date, today, mayAdd } = state;
  const phone = usePhone();
  // The buttons next to it leave room for `Tue 24 Nov` on a phone.
  const title = phone
    ? `${dayTexts.weekday(locale, date)} ${dayTexts.short(locale, date)}`
    : `${dayTexts.long(locale, date)} ${date.slice(0, 4)}`;
  const [add, sheet] = [useEventCallback(onAdd), useEventCallback(onSheet)];
  const commands = useMemo(() => {
    const group = t('nav.worked-day');
    const show = { id: 'time-sheet', label: t('time.sheet'), key: 'i', group, run: () => sheet() };
    return mayAdd ? [{ id: 'time-add', label: t('work.form.add'), key: 'a', group, run: () => add() }, show] : [show];
  }, [t, mayAdd, add, sheet]);
  useCommands(commands);
  return (
    <>
      <TimeHead screen={t('nav.worked-day')} title={title} isThere={answer.isSuccess} whose={whose}>
        <HeadButton icon={<IconMessages size={16} stroke={1.75} />} label={t('time.sheet')} onClick={onSheet} />
        {mayAdd && (
          <HeadButton main icon={<IconPlus size={16} />} label={t('work.form.add')} hint="A" onClick={onAdd} />
        )}
      </TimeHead>
      <Toolbar label={t('nav.worked-day')}>
        <Turn
          of="day"
          group={t('nav.worked-day')}
          state={state}
          toNow={() => state.toDay(null)}
          isNow={date === today}
        />
        <DayPicker label={t('time.day.choose')} value={date} onChange={state.toDay}>
          {(given) => (
            <ActionIcon {...given} variant="default" size={28} aria-label={t('time.day.choose')}>
              <IconCalendar size={16} stroke={1.75} />
            </ActionIcon>
          )}
        </DayPicker>
        {whose.maySeeAll && <PersonChoice whose={whose} onChange={state.choose} />}
        <Spacer />
        <ChipButton
          variant="subtle"
          color="gray"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/attendance"
              search={{
                month: Number(date.slice(5, 7)),
                year: Number(date.slice(0, 4)),
                userId: whose.own ? undefined : whose.id,
              }}
            />
          )}
        >
          {t('time.day.month')}
        </ChipButton>
      </Toolbar>
    </>
  );
}
