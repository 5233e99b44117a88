import type { Reader } from '../task/optimistic-task';
import { useMe } from './users.api';

/** The signed-in person, as the rights of a task see them. */
export function useReader(): Reader {
  return useMe();
}
