import type { ActivityItem } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { earlierThan } from '../../../entities/task/loaded-part';
import {
  firstActivityQuery,
  lastReturnQuery,
  taskActivityQuery,
  wholeActivityQuery,
} from '../../../entities/task/tasks.api';

/** The part of a history that is loaded, and whether something is missing before it. */
export function useActivity(taskId: number) {
  const { data } = useQuery(taskActivityQuery(taskId));
  return { items: data?.items ?? [], incomplete: data !== undefined && earlierThan(data) > 0 };
}

/** All of a history, read while it is needed. */
export function useWholeActivity(taskId: number, needed: boolean) {
  const part = useQuery(taskActivityQuery(taskId));
  const incomplete = part.data !== undefined && earlierThan(part.data) > 0;
  const whole = useQuery({ ...wholeActivityQuery(taskId), enabled: needed && incomplete });
  return incomplete ? whole : part;
}

/** Returns the first entry of a history. */
export function useFirstActivity(taskId: number): ActivityItem | null {
  const { items, incomplete } = useActivity(taskId);
  const { data } = useQuery({ ...firstActivityQuery(taskId), enabled: incomplete });
  return (incomplete ? data : items[0]) ?? null;
}

/** The last return, looked for when a task is returned. */
export function useLastReturn(taskId: number, returned: boolean): ActivityItem | null {
  const { items, incomplete } = useActivity(taskId);
  const loaded = returned ? items.findLast(({ event }) => event === 'TaskReturned') : undefined;
  const { data } = useQuery({ ...lastReturnQuery(taskId), enabled: returned && incomplete && loaded === undefined });
  return loaded ?? data ?? null;
}
