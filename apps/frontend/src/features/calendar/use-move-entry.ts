import { type Day, type Instant, localDay } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useIntl } from 'react-intl';
import { refreshTask, showChange } from '../../entities/task/shown-changes';
import type { ChangeAnswer, ChangeOfType } from '../../entities/task/task-changes';
import { sendChange } from '../../entities/task/tasks.api';
import { undoOf } from '../../entities/undo/undo.api';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { timeZone } from '../../lib/installation';
import { randomId } from '../../lib/random-id';
import { serverNow } from '../../lib/server-clock';
import { dayTexts } from '../../ui/day-text';
import { showProblem, showToast } from '../../ui/toast';
import { movedToDay } from './calendar-days';
import type { CalendarEntry } from './calendar-entries';

type Move = ChangeOfType<'deadline' | 'plan'>;

/** The move of an entry to a day. */
function moveOf({ kind, item }: CalendarEntry, day: Day): Move {
  if (kind === 'plan') return { type: 'plan', body: { shownDate: day } };
  return { type: 'deadline', body: { deadline: movedToDay(item.deadline as Instant, day, timeZone()) } };
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
    async (taskId: number, move: Move): Promise<ChangeAnswer | null> => {
      const idempotencyKey = randomId();
      const before = waiting.current.get(taskId);
      const shown = showChange(client, taskId, move, reader);
      const sent = (before ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => sendChange(taskId, move, { idempotencyKey }));
      waiting.current.set(taskId, sent);
      try {
        const answer = await sent;
        shown.keep();
        return answer;
      } catch (error) {
        shown.takeBack();
        showProblem(error, t('task.failure.edit'));
        return null;
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
      const answer = await send(id, moveOf(entry, day));
      if (answer === null) return;
      const message = t(due ? 'calendar.moved.deadline' : 'calendar.moved.plan', {
        id,
        day: dayTexts.long(locale, day),
      });
      const refresh = () => refreshTask(client, id);
      showToast({ message, ...undoOf([answer], { refresh, said: t('calendar.moved.back') }) });
    },
    [send, client, t, locale],
  );
}
