import { useMe } from '../session/session.api';
import type { Reader } from './optimistic-task';

/** The signed-in person, as the rights of a task see them. */
export function useReader(): Reader {
  return useMe();
}
