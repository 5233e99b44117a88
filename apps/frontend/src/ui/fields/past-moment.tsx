import { type Day, type Instant, localDay } from '@gos/domain';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { type MessageId, useT } from '../../i18n';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../buttons';
import { fullMoment, timeOf } from '../moment-format';
import { CalendarNote } from './calendar-note';
import classes from './fields.module.css';
import { MomentCalendar } from './moment-calendar';
import { typedInstant } from './time-of-day';

const hour = 3_600_000;
const day = 24 * hour;
const agos = [
  { label: 'past.ago.hour', ms: hour },
  { label: 'past.ago.day', ms: day },
  { label: 'past.ago.week', ms: 7 * day },
  { label: 'past.ago.month', ms: 30 * day },
  { label: 'past.ago.year', ms: 365 * day },
] as const satisfies readonly { readonly label: MessageId; readonly ms: number }[];

const instant = (ms: number) => new Date(ms).toISOString();

interface PastMomentProps {
  /** null begins with the present */
  readonly value: Instant | null;
  readonly submit: string;
  readonly onChange: (moment: Instant) => void;
  /** Label of a quick choice of the present; without one there is none. */
  readonly now?: string;
}

/** Chooses a moment that is not ahead. */
export function PastMoment({ value, submit, onChange, now: nowLabel }: PastMomentProps) {
  const t = useT();
  const { locale } = useIntl();
  const zone = timeZone();
  const [now] = useState(() => serverNow());
  const shown = value ?? instant(now);
  const [date, setDate] = useState<Day | null>(localDay(shown, zone));
  const [time, setTime] = useState(timeOf(shown, zone));
  const typed = date === null ? null : typedInstant(date, time, zone);
  const isAhead = typed !== null && Date.parse(typed) > now;
  const isMoment = typed !== null && !isAhead;
  const choose = () => isMoment && onChange(typed);
  const presets = [
    ...(nowLabel === undefined ? [] : [{ label: nowLabel, ms: 0 }]),
    ...agos.map(({ label, ms }) => ({ label: t(label), ms })),
  ];
  return (
    <MomentCalendar
      presetsLabel={t('past.quick')}
      presets={presets.map(({ label, ms }) => (
        <li key={ms}>
          <UnstyledButton className={classes.preset} onClick={() => onChange(instant(now - ms))}>
            {label}
          </UnstyledButton>
        </li>
      ))}
      date={date}
      onDate={setDate}
      maxDate={localDay(now, zone)}
      defaultDate={date ?? undefined}
      time={time}
      timeLabel={t('past.time')}
      onTime={setTime}
      onEnter={choose}
      buttons={
        <SmallButton disabled={!isMoment} onClick={choose}>
          {submit}
        </SmallButton>
      }
    >
      <CalendarNote c={isAhead ? 'var(--gos-late-text)' : 'dimmed'} mt={6} role="status">
        {isAhead ? t('past.ahead') : typed !== null && fullMoment(locale, typed)}
      </CalendarNote>
    </MomentCalendar>
  );
}
