import type { TaskRowAnswer } from '@gos/contract';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { TaskListName } from '../../../entities/task/task-lists';
import { useStateUnder } from '../../../lib/use-derived-state';
import type { ShownRows } from './shown-rows';
import { focusedTask, rowIds } from './use-selection';

interface Given {
  readonly list: TaskListName;
  /** Page and filters of the list. */
  readonly scope: string;
  readonly shown: ShownRows | null;
  readonly openId: number | undefined;
}

/** The row that keys act on: of the open task, or where one was last. */
export function useCurrentRow({ list, scope, shown, openId }: Given) {
  const [last, setCurrent] = useStateUnder<number | null>(list, null);
  const id = openId ?? last;
  const rows: readonly TaskRowAnswer[] | undefined = shown?.rows;

  // The focus stays with a task, not with the place on the screen that another one has taken over.
  useLayoutEffect(() => {
    const task = focusedTask();
    if (task !== null && task !== last) (document.activeElement as HTMLElement).blur();
  }, [shown?.scope]);

  // The place of the current row, so that the row now in that place follows when it is gone.
  const lastPlace = useRef<{ readonly scope: string; readonly index: number } | null>(null);
  useEffect(() => {
    const index = id === null ? -1 : rowIds().indexOf(id);
    if (index >= 0) lastPlace.current = { scope, index };
  }, [rows, scope, id]);

  return {
    id,
    /** The current row if it is on this page. */
    present: id !== null && rows?.some((row) => row.id === id) ? id : null,
    set: setCurrent,
    /** Returns the place of the neighbour of `index`; an index below 0 means that the row is not in the list. */
    placeBeside(index: number, by: 1 | -1): number {
      if (index >= 0) return index + by;
      if (lastPlace.current?.scope === scope) return lastPlace.current.index + Math.min(by, 0);
      return by > 0 ? 0 : Number.POSITIVE_INFINITY;
    },
  };
}

export type CurrentRow = ReturnType<typeof useCurrentRow>;
