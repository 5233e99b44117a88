import { calendarParts } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { taskQuery } from '../../entities/task/tasks.api';
import { useT } from '../../i18n';
import { type PaletteCommand, useCommands } from '../../lib/commands';
import { timeZone } from '../../lib/installation';
import { useEventCallback } from '../../lib/use-event-callback';
import { Failed } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { ScreenNote } from '../../ui/screen';
import { useListKeys } from '../../ui/use-list-keys';
import { usePhone } from '../../ui/use-phone';
import { AgendaView } from './agenda-view';
import classes from './calendar.module.css';
import { CalendarHead } from './calendar-head';
import { carryHelpId } from './entry-link';
import { MonthView } from './month-view';
import { SubscribeDialog } from './subscribe-dialog';
import { type CalendarState, useCalendar } from './use-calendar';
import { entryElement, useCarriedEntry } from './use-carried-entry';
import { useMoveEntry } from './use-move-entry';
import { WeekView } from './week-view';

const taskIdOf = (key: string) => Number(key.slice(key.lastIndexOf('-') + 1));

function useCalendarKeys(calendar: CalendarState) {
  const t = useT();
  const turn = useEventCallback(calendar.turn);
  const toToday = useEventCallback(calendar.toToday);
  const setView = useEventCallback(calendar.setView);
  const commands = useMemo((): PaletteCommand[] => {
    const group = t('nav.calendar');
    return [
      { id: 'calendar-today', label: t('calendar.today'), key: 't', group, run: () => toToday() },
      { id: 'calendar-previous', label: t('people.previous'), key: 'p', group, run: () => turn(-1) },
      { id: 'calendar-next', label: t('people.next'), key: 'n', group, run: () => turn(1) },
      { id: 'calendar-month', label: t('calendar.view.month'), key: 'm', group, run: () => setView('month') },
      { id: 'calendar-week', label: t('calendar.view.week'), key: 'w', group, run: () => setView('week') },
    ];
  }, [t]);
  useCommands(commands);
}

/** Notes about the whole calendar: empty, truncated, or in another time zone than the reader's. */
function Notes({ answer, count, show }: CalendarState) {
  const t = useT();
  const zone = timeZone();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data } = answer;
  const cut = data !== undefined && data.total > data.items.length;
  const empty = data !== undefined && !answer.isPlaceholderData && count === 0;
  return (
    <>
      {empty && (
        <ScreenNote>{t(show.length < calendarParts.length ? 'calendar.empty.filtered' : 'calendar.empty')}</ScreenNote>
      )}
      {cut && <ScreenNote>{t('calendar.part-shown', { count: data.items.length })}</ScreenNote>}
      {here !== zone && <ScreenNote>{t('calendar.zone', { zone })}</ScreenNote>}
    </>
  );
}

/** The reader's deadlines, meetings and planned days. */
export function CalendarScreen() {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const phone = usePhone();
  const openId = useSearch({ strict: false, select: (search) => (search as { taskId?: number }).taskId });
  const calendar = useCalendar();
  const { address, days, holidays, today, now, answer, entries, go } = calendar;
  const [subscribing, setSubscribing] = useState(false);
  const [lastKey, setCurrent] = useState<string | null>(null);
  const root = useRef<HTMLElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const currentKey =
    openId !== undefined && (lastKey === null || taskIdOf(lastKey) !== openId) ? `deadline-${openId}` : lastKey;
  useCalendarKeys(calendar);

  const carried = useCarriedEntry({
    root,
    overlay,
    find: (key) => [...entries.values()].flat().find((entry) => entry.key === key),
    show: (day) => {
      if (day < days.from || day > days.to) go({ date: day }, true);
    },
    move: useMoveEntry(),
  });

  useListKeys({
    move(by) {
      const links = [...(root.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
      if (links.length === 0) return;
      const index = links.findIndex(({ dataset }) => dataset.entry === currentKey);
      const next = index < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(index + by, 0), links.length - 1);
      const key = links[next]!.dataset.entry!;
      links[next]!.focus();
      links[next]!.scrollIntoView({ block: 'nearest' });
      setCurrent(key);
      const taskId = taskIdOf(key);
      void client.prefetchQuery(taskQuery(taskId));
      if (openId !== undefined) {
        void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId }), replace: true });
      }
    },
    open: () => currentKey !== null && entryElement(currentKey)?.click(),
  });

  const view = {
    days,
    holidays,
    date: address.date,
    today,
    now,
    entries,
    currentKey,
    carried,
    label: t('nav.calendar'),
    loading: answer.data === undefined || answer.isPlaceholderData,
  };
  const failed = answer.isError && answer.data === undefined;

  return (
    <div className={classes.screen} data-carrying={carried?.by}>
      <CalendarHead {...calendar} phone={phone} onSubscribe={() => setSubscribing(true)} />
      <Notes {...calendar} />
      {failed ? (
        <Failed text={t('calendar.failure.fetch')} busy={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : null}
      <section
        aria-label={t('nav.calendar')}
        className={classes.body}
        ref={root}
        hidden={failed}
        onFocus={({ target }) => {
          const { entry } = (target as HTMLElement).dataset;
          if (entry !== undefined) setCurrent(entry);
        }}
      >
        {phone ? (
          <AgendaView {...view} />
        ) : address.view === 'month' ? (
          <MonthView {...view} root={root} />
        ) : (
          <WeekView {...view} />
        )}
      </section>
      <p id={carryHelpId} hidden>
        {t('calendar.carry.help')}
      </p>
      {carried?.by === 'pointer' && (
        <div ref={overlay} className={`${pieces.word} ${classes.held}`} aria-hidden>
          {carried.entry.item.name}
        </div>
      )}
      {subscribing && <SubscribeDialog onClose={() => setSubscribing(false)} />}
    </div>
  );
}
