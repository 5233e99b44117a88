import type { PersonRef } from '@gos/contract';
import type { GlobalRole } from '@gos/domain';
import { useMe } from './users.api';

export interface Reader extends PersonRef {
  readonly role: GlobalRole;
}

/** The signed-in person, as the rights of a task see them. */
export function useReader(): Reader {
  return useMe();
}
