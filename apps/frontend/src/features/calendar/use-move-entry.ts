import { type Day, type Instant, localDay } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useIntl } from 'react-intl';
import { refreshTask, showChange } from '../../entities/task/optimistic-cache';
import type { TaskChange } from '../../entities/task/task-changes';
import { sendChange, taskKeys } from '../../entities/task/tasks.api';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { announce } from '../../lib/announce';
import { timeZone } from '../../lib/installation';
import { randomId } from '../../lib/random-id';
import { showProblem, showToast } from '../../ui/toast';
import { dayTexts, movedToDay } from './calendar-days';
import type { CalendarEntry } from './calendar-entries';

type Move = Extract<TaskChange, { readonly kind: 'deadline' | 'plan' }>;

/** The move of an entry to a day, and what takes it back. */
function moveOf({ kind, item }: CalendarEntry, day: Day): { readonly there: Move; readonly back: Move } {
  if (kind === 'plan') {
    return { there: { kind, shownDate: day }, back: { kind, shownDate: item.shownDate } };
  }
  const deadline = movedToDay(item.deadline as Instant, day, timeZone());
  return { there: { kind: 'deadline', deadline }, back: { kind: 'deadline', deadline: item.deadline } };
}

/** Moves an entry to another day at its time: seen at once, taken back when it is refused, undone from the toast. */
export function useMoveEntry() {
  const t = useT();
  const { locale } = useIntl();
  const client = useQueryClient();
  const reader = useReader();
  const waiting = useRef(new Map<number, Promise<unknown>>());

  /** One after the other for each task; rows are asked for again once nothing of it is under way. */
  const send = useCallback(
    async (taskId: number, there: Move, back: Move): Promise<boolean> => {
      showChange(client, taskId, there, reader);
      await client.cancelQueries({ queryKey: taskKeys.lists });
      const idempotencyKey = randomId();
      const before = waiting.current.get(taskId);
      const sent = (before ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => sendChange(taskId, there, { idempotencyKey }));
      waiting.current.set(taskId, sent);
      try {
        await sent;
        return true;
      } catch (error) {
        if (waiting.current.get(taskId) === sent) showChange(client, taskId, back, reader);
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
      const today = localDay(Date.now(), timeZone());
      const due = entry.kind !== 'plan';
      if (due && day < today) return showProblem(undefined, t('task.deadline.past'));
      const { id } = entry.item;
      const { there, back } = moveOf(entry, day);
      if (!(await send(id, there, back))) return;
      const message = t(due ? 'calendar.moved.deadline' : 'calendar.moved.plan', {
        id,
        day: dayTexts.long(locale, day),
      });
      const undo = async () => {
        if (await send(id, back, there)) announce(t('calendar.moved.back'));
      };
      // Nobody may set a deadline that has passed.
      showToast({ message, ...(!(due && entry.day < today) && { undo: () => void undo() }) });
    },
    [send, t, locale],
  );
}
