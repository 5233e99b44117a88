import type { MeAnswer } from '@gos/contract';
import type { Actor } from '@gos/domain';
import { useMe } from './users.api';

/** An actor, as the tables of rights take it, with a name. */
export type Reader = Pick<MeAnswer, 'id' | 'name' | 'role' | 'projects'> & Pick<Actor, 'attendance'>;

/** The signed-in person, as the rights of a task see them. */
export function useReader(): Reader {
  return useMe();
}
