import { type Day, type Instant, localDay } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useIntl } from 'react-intl';
import { refreshTask, showChange } from '../../entities/task/shown-changes';
import type { ChangeOfType } from '../../entities/task/task-changes';
import { sendChange } from '../../entities/task/tasks.api';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { announce } from '../../lib/announce';
import { timeZone } from '../../lib/installation';
import { randomId } from '../../lib/random-id';
import { serverNow } from '../../lib/server-clock';
import { dayTexts } from '../../ui/day-text';
import { showProblem, showToast } from '../../ui/toast';
import { movedToDay } from './calendar-days';
import type { CalendarEntry } from './calendar-entries';

type Move = ChangeOfType<'deadline' | 'plan'>;

/** The move of an entry to a day, and what takes it back. */
function moveOf({ kind, item }: CalendarEntry, day: Day): { readonly there: Move; readonly back: Move } {
  if (kind === 'plan') {
    const to = (shownDate: Day | null): Move => ({ type: 'plan', body: { shownDate } });
    return { there: to(day), back: to(item.shownDate) };
  }
  const to = (deadline: Instant | null): Move => ({ type: 'deadline', body: { deadline } });
  return { there: to(movedToDay(item.deadline as Instant, day, timeZone())), back: to(item.deadline) };
}

/** Moves an entry to another day at its time: seen at once, taken back when it is refused, undone from the toast. */
export function useMoveEntry() {
  const t = useT();
  const { locale } = useIntl();
  const client = useQueryClient();
  const reader = useReader();
  const waiting = useRef(new Map<number, Promise<unknown>>());

  /** Sends the moves of a task one after another; fetches the rows again after the last one. */
  const send = useCallback(
    async (taskId: number, move: Move): Promise<boolean> => {
      const idempotencyKey = randomId();
      const before = waiting.current.get(taskId);
      const shown = showChange(client, taskId, move, reader);
      const sent = (before ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => sendChange(taskId, move, { idempotencyKey }));
      waiting.current.set(taskId, sent);
      try {
        await sent;
        shown.keep();
        return true;
      } catch (error) {
        shown.takeBack();
        showProblem(error, t('task.failure.edit'));
        return false;
      } finally {
        if (waiting.current.get(taskId) === sent) {
          waiting.current.delete(taskId);
          void refreshTask(client, taskId);
        }
      }
    },
    [client, reader, t],
  );

  return useCallback(
    async (entry: CalendarEntry, day: Day): Promise<void> => {
      if (day === entry.day) return;
      const today = localDay(serverNow(), timeZone());
      const due = entry.kind !== 'plan';
      if (due && day < today) return showProblem(undefined, t('task.deadline.past'));
      const { id } = entry.item;
      const { there, back } = moveOf(entry, day);
      if (!(await send(id, there))) return;
      const message = t(due ? 'calendar.moved.deadline' : 'calendar.moved.plan', {
        id,
        day: dayTexts.long(locale, day),
      });
      const undo = async () => {
        if (await send(id, back)) announce(t('calendar.moved.back'));
      };
      // Nobody may set a deadline that has passed.
      showToast({ message, ...(!(due && entry.day < today) && { undo: () => void undo() }) });
    },
    [send, t, locale],
  );
}
