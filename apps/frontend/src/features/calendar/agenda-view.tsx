import type { Day } from '@gos/domain';
import { Box, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { dayTexts } from '../../ui/day-text';
import pieces from '../../ui/pieces.module.css';
import classes from './agenda.module.css';
import { eachDay } from './calendar-days';
import type { CalendarEntry } from './calendar-entries';
import { HolidayName, NewOn } from './day-head';
import { EntryLink } from './entry-link';
import { arrivingOn, type ViewProps } from './month-view';

const none: readonly CalendarEntry[] = [];
const maxDots = 3;

/** The days of a phone: a small calendar to find one's way, and below it what is on each of them. */
export function AgendaView(props: ViewProps) {
  const t = useT();
  const { locale } = useIntl();
  const { days, holidays, date, today, now, entries, carried, currentKey } = props;
  const all = eachDay(days);
  const month = all.length > 7;
  const listed = all.filter(
    (day) =>
      !month ||
      day === today ||
      (entries.get(day)?.length ?? 0) > 0 ||
      (holidays.has(day) && day.slice(0, 7) === date.slice(0, 7)) ||
      arrivingOn(carried, day) !== null,
  );
  const holdsToday = days.from <= today && today <= days.to;
  const ready = !props.loading;

  // A week begins at today; a month at its small calendar.
  useEffect(() => {
    if (!month && ready && holdsToday) document.getElementById(`agenda-${today}`)?.scrollIntoView({ block: 'start' });
  }, [month, ready, holdsToday, today]);

  const to = (day: Day) => document.getElementById(`agenda-${day}`)?.scrollIntoView({ block: 'start' });
  return (
    <Box pb={32} aria-busy={props.loading}>
      {/* The list below repeats it in words. */}
      <div className={classes.small} aria-hidden data-month={month || undefined}>
        {all.slice(0, 7).map((day) => (
          <Text span key={day} fz={11} lh="20px" ta="center" c="dimmed">
            {dayTexts.weekday(locale, day)}
          </Text>
        ))}
        {all.map((day) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for a finger; by keys one walks through the list
          // biome-ignore lint/a11y/noStaticElementInteractions: the same
          <span
            key={day}
            className={`${pieces.digits} ${classes.smallDay}`}
            data-day={day}
            data-today={day === today || undefined}
            data-holiday={holidays.has(day) || undefined}
            data-outside={(month && day.slice(0, 7) !== date.slice(0, 7)) || undefined}
            data-over={arrivingOn(carried, day) !== null || undefined}
            onClick={() => to(day)}
          >
            <span className={classes.smallNumber}>{Number(day.slice(8))}</span>
            <span className={pieces.row} style={{ gap: 2 }}>
              {(entries.get(day) ?? none).slice(0, maxDots).map(({ key, kind, item }) => (
                <span
                  key={key}
                  className={pieces.square}
                  style={{
                    width: 5,
                    height: 5,
                    borderRadius: '50%',
                    background: `var(--gos-${kind === 'plan' ? 'created' : (item.state ?? 'assigned')})`,
                  }}
                />
              ))}
            </span>
          </span>
        ))}
      </div>
      {listed.map((day) => (
        <section
          key={day}
          id={`agenda-${day}`}
          className={classes.agendaDay}
          aria-label={dayTexts.long(locale, day)}
          data-day={day}
          data-over={arrivingOn(carried, day) !== null || undefined}
        >
          <div className={`${pieces.row} ${classes.agendaHead}`} data-today={day === today || undefined}>
            <Text component="h2" className={pieces.sentence} fz={12.5} fw={600} lh="inherit" c="dimmed">
              {day === today && (
                <Text span inherit c="var(--gos-accent-text)">
                  {t('calendar.today')} ·{' '}
                </Text>
              )}
              {dayTexts.long(locale, day)}
              <HolidayName name={holidays.get(day)} />
            </Text>
            {day >= today && <NewOn day={day} reached />}
          </div>
          <ul className={pieces.rows}>
            {(entries.get(day) ?? none).map((entry) => (
              <li key={entry.key}>
                <EntryLink
                  entry={entry}
                  now={now}
                  look="row"
                  lifted={carried?.entry.key === entry.key}
                  current={currentKey === entry.key}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Box>
  );
}
