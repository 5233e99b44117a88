import { useQuery } from '@tanstack/react-query';
import { activeWorkQuery } from './work.api';

/** The task that the reader works on now. */
export function useActiveTask(): number | null {
  return useQuery({ ...activeWorkQuery, select: (active) => active?.entry.task.id ?? null }).data ?? null;
}
