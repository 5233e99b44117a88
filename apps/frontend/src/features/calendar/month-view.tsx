import { addDays, type Day } from '@gos/domain';
import { Popover, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, memo, type RefObject, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import type { Holidays } from '../../lib/holidays';
import { type Days, dayTexts } from '../../ui/day-text';
import pieces from '../../ui/pieces.module.css';
import { GroupTitle } from '../../ui/quiet-text';
import { eachDay } from './calendar-days';
import type { CalendarEntry } from './calendar-entries';
import { DayNumber, HolidayName, NewOn } from './day-head';
import head from './day-head.module.css';
import lines from './entry.module.css';
import { EntryLink } from './entry-link';
import classes from './month.module.css';
import type { CarriedEntry } from './use-carried-entry';

const entryHeight = 24;
const headHeight = 36;
const weekdaysHeight = 28;

/** How many entries a day has room for. */
function useCapacity(root: RefObject<HTMLElement | null>, weeks: number): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);
  if (height === 0) return 3;
  return Math.max(2, Math.floor(((height - weekdaysHeight) / weeks - headHeight) / entryHeight));
}

interface MoreProps {
  readonly day: Day;
  readonly entries: readonly CalendarEntry[];
  readonly hidden: number;
  readonly now: number;
}

/** The button for entries that do not fit into their day. */
function More({ day, entries, hidden, now }: MoreProps) {
  const t = useT();
  const { locale } = useIntl();
  const [opened, setOpened] = useState(false);
  const name = dayTexts.long(locale, day);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={280}
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton
          className={`${pieces.iconButton} ${classes.more}`}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          title={t('calendar.more.on', { day: name, count: hidden })}
        >
          {t('calendar.more', { count: hidden })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" p={8} aria-label={name} onClick={() => setOpened(false)}>
        <GroupTitle component="h2" m="2px 6px 6px">
          {name}
        </GroupTitle>
        <ul className={`${pieces.rows} ${lines.entries}`} style={{ maxHeight: 320, overflowY: 'auto' }}>
          {entries.map((entry) => (
            <li key={entry.key}>
              <EntryLink entry={entry} now={now} look="line" />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

interface DayCellProps {
  readonly day: Day;
  readonly today: Day;
  readonly now: number;
  readonly month: string;
  readonly holiday: string | undefined;
  readonly entries: readonly CalendarEntry[];
  readonly capacity: number;
  readonly reached: boolean;
  readonly currentKey: string | null;
  readonly liftedKey: string | null;
  /** Name of the dragged entry that would land here. */
  readonly arriving: string | null;
}

const DayCell = memo(function DayCell(props: DayCellProps) {
  const { day, today, now, entries, capacity, arriving } = props;
  const room = entries.length > capacity ? capacity - 1 : entries.length;
  return (
    <td
      className={classes.day}
      data-day={day}
      data-today={day === today || undefined}
      data-outside={day.slice(0, 7) !== props.month || undefined}
      data-over={arriving !== null || undefined}
    >
      <div className={classes.dayBox}>
        <div className={`${pieces.row} ${head.dayHead}`}>
          <DayNumber day={day} today={today} />
          <HolidayName name={props.holiday} />
          {day >= today && <NewOn day={day} reached={props.reached} />}
        </div>
        {(entries.length > 0 || arriving !== null) && (
          <ul className={`${pieces.rows} ${lines.entries}`}>
            {arriving !== null && (
              <li className={`${pieces.word} ${lines.arriving}`} aria-hidden>
                {arriving}
              </li>
            )}
            {entries.slice(0, room).map((entry) => (
              <li key={entry.key}>
                <EntryLink
                  entry={entry}
                  now={now}
                  look="line"
                  lifted={entry.key === props.liftedKey}
                  current={entry.key === props.currentKey}
                />
              </li>
            ))}
          </ul>
        )}
        {room < entries.length && <More day={day} entries={entries} hidden={entries.length - room} now={now} />}
      </div>
    </td>
  );
});

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const none: readonly CalendarEntry[] = [];

export interface ViewProps {
  readonly days: Days;
  readonly holidays: Holidays;
  readonly date: Day;
  readonly today: Day;
  readonly now: number;
  readonly entries: ReadonlyMap<Day, readonly CalendarEntry[]>;
  readonly currentKey: string | null;
  readonly carried: CarriedEntry | null;
  readonly label: string;
  readonly loading: boolean;
}

export const arrivingOn = (carried: CarriedEntry | null, day: Day): string | null =>
  carried !== null && carried.day === day && carried.entry.day !== day ? carried.entry.item.name : null;

export function MonthView({
  root,
  ...props
}: ViewProps & {
  readonly root: RefObject<HTMLElement | null>;
}) {
  const { locale } = useIntl();
  const { days, date, today, entries, carried } = props;
  const all = eachDay(days);
  const weeks = Array.from({ length: all.length / 7 }, (_, week) => all.slice(week * 7, week * 7 + 7));
  const capacity = useCapacity(root, weeks.length);
  const [reached, setReached] = useState<Day | null>(null);
  const first = all.find((day) => day >= today);
  const inTabOrder = reached !== null && reached >= today && all.includes(reached) ? reached : first;

  function onKeyDown(event: KeyboardEvent) {
    const day = (event.target as HTMLElement).dataset.newOn;
    const by = arrows[event.key];
    if (day === undefined || by === undefined) return;
    event.preventDefault();
    const next = addDays(day, by);
    const link = event.currentTarget.querySelector<HTMLElement>(`[data-new-on="${next}"]`);
    if (link === null) return;
    setReached(next);
    link.focus();
  }

  return (
    <table className={classes.month} aria-label={props.label} aria-busy={props.loading} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {all.slice(0, 7).map((day) => (
            <th key={day} scope="col" abbr={dayTexts.weekday(locale, day, 'long')}>
              {dayTexts.weekday(locale, day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                today={today}
                now={props.now}
                month={date.slice(0, 7)}
                holiday={props.holidays.get(day)}
                entries={entries.get(day) ?? none}
                capacity={capacity}
                reached={day === inTabOrder}
                currentKey={props.currentKey}
                liftedKey={carried?.entry.key ?? null}
                arriving={arrivingOn(carried, day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
