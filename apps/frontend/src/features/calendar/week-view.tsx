import type { Day } from '@gos/domain';
import { Box, Text } from '@mantine/core';
import { Fragment, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { timeZone } from '../../lib/installation';
import { dayTexts } from '../../ui/day-text';
import { NowLine } from '../../ui/now-line';
import pieces from '../../ui/pieces.module.css';
import { eachDay, wallMinutes } from './calendar-days';
import { type CalendarEntry, shortest, sideBySide } from './calendar-entries';
import { DayNumber, HolidayName, NewOn } from './day-head';
import head from './day-head.module.css';
import lines from './entry.module.css';
import { EntryLink } from './entry-link';
import { arrivingOn, type ViewProps } from './month-view';
import classes from './week.module.css';

const hourHeight = 48;
const dayMinutes = 24 * 60;
const firstShown = 7;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const none: readonly CalendarEntry[] = [];
const heightOf = (minutes: number) => (minutes / 60) * hourHeight;
/** Least height in pixels for the time below the name. */
const twoLines = 44;

interface TimesProps extends Omit<ViewProps, 'entries'> {
  readonly day: Day;
  readonly entries: readonly CalendarEntry[];
}

function Times({ day, entries, ...props }: TimesProps) {
  const { today, now, carried } = props;
  const arriving = carried?.entry.at === null ? null : arrivingOn(carried, day);
  return (
    <div
      className={classes.times}
      data-day={day}
      data-today={day === today || undefined}
      data-over={arriving !== null || undefined}
    >
      {arriving !== null && carried && (
        <div
          className={`${pieces.word} ${lines.arriving} ${classes.arrivingBlock}`}
          style={{ top: heightOf(carried.entry.start), height: heightOf(carried.entry.length) }}
          aria-hidden
        >
          {arriving}
        </div>
      )}
      {sideBySide(entries).map(({ entry, lane, lanes }) => {
        const height = heightOf(Math.min(entry.length, Math.max(dayMinutes - entry.start, shortest))) - 2;
        return (
          <EntryLink
            key={entry.key}
            entry={entry}
            now={now}
            look="block"
            short={height < twoLines}
            lifted={carried?.entry.key === entry.key}
            current={props.currentKey === entry.key}
            style={{
              // A deadline in the last minutes of a day begins a little earlier, so that it is whole.
              top: heightOf(Math.min(entry.start, dayMinutes - shortest)),
              height,
              left: `calc(${(lane / lanes) * 100}% + 2px)`,
              width: `calc(${100 / lanes}% - 4px)`,
            }}
          />
        );
      })}
      {day === today && <NowLine top={heightOf(wallMinutes(new Date(now).toISOString(), timeZone()))} />}
    </div>
  );
}

/** Seven days side by side: what fills a day above, what has a time on a timetable. */
export function WeekView(props: ViewProps) {
  const t = useT();
  const { locale } = useIntl();
  const scroller = useRef<HTMLDivElement>(null);
  const { days, today, now, entries, carried } = props;
  const all = eachDay(days);
  const earliest = Math.min(
    firstShown,
    ...all.flatMap((day) => (entries.get(day) ?? none).flatMap(({ at, start }) => (at === null ? [] : [start / 60]))),
  );

  // Each week begins where its first entry is.
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = heightOf(Math.max(0, Math.floor(earliest) * 60 - 15));
  }, [days.from, props.loading]);

  return (
    <div className={classes.week} ref={scroller} aria-busy={props.loading}>
      <div className={classes.weekHead}>
        <Text span p="0 8px 6px 0" fz={11} lh="inherit" ta="right" c="dimmed" aria-hidden style={{ alignSelf: 'end' }}>
          {t('calendar.all-day')}
        </Text>
        {all.map((day) => {
          const whole = (entries.get(day) ?? none).filter(({ at }) => at === null);
          const arriving = carried?.entry.at === null ? arrivingOn(carried, day) : null;
          return (
            <section
              key={day}
              className={classes.weekDay}
              aria-label={dayTexts.long(locale, day)}
              data-day={day}
              data-over={arriving !== null || undefined}
            >
              <div className={`${pieces.row} ${head.dayHead}`}>
                <Text span p="0 4px 0 6px" fz={12} lh="inherit" c="dimmed" aria-hidden>
                  {dayTexts.weekday(locale, day)}
                </Text>
                <DayNumber day={day} today={today} />
                <HolidayName name={props.holidays.get(day)} />
                {day >= today && <NewOn day={day} reached />}
              </div>
              <ul className={`${pieces.rows} ${lines.entries}`}>
                {arriving !== null && (
                  <li className={`${pieces.word} ${lines.arriving}`} aria-hidden>
                    {arriving}
                  </li>
                )}
                {whole.map((entry) => (
                  <li key={entry.key}>
                    <EntryLink
                      entry={entry}
                      now={now}
                      look="line"
                      lifted={carried?.entry.key === entry.key}
                      current={props.currentKey === entry.key}
                    />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <div className={classes.timetable} style={{ height: heightOf(dayMinutes) }}>
        <Box pos="relative" aria-hidden>
          {hours.map((hour) => (
            <Fragment key={hour}>
              {hour > 0 && (
                <span className={`${pieces.count} ${classes.hour}`} style={{ top: heightOf(hour * 60) }}>
                  {dayTexts.hour(locale, hour)}
                </span>
              )}
            </Fragment>
          ))}
        </Box>
        {all.map((day) => (
          <Times key={day} {...props} day={day} entries={entries.get(day) ?? none} />
        ))}
      </div>
    </div>
  );
}
