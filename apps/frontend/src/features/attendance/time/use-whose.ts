import type { NamedRef, PersonRef } from '@gos/contract';
import { keepsAttendance, seesAttendance } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { personQuery, useMe } from '../../../entities/user/users.api';

export type Whom = PersonRef & { readonly positions: readonly NamedRef[] };

/** Returns the person whose attendance is shown: the reader unless the address names another person. */
export function useWhose(userId: number | undefined) {
  const me = useMe();
  const id = userId ?? me.id;
  const { data, error, isFetching, refetch } = useQuery({ ...personQuery(id), enabled: id !== me.id });
  const person: Whom | null = id === me.id ? me : (data ?? null);
  return {
    id,
    person,
    own: id === me.id,
    /** Why the person is not known. */
    failed: id === me.id || data !== undefined || error === null ? null : { error, isFetching, refetch },
    maySeeAll: seesAttendance(me),
    /** Corrects it and closes months, of others too. */
    keeps: keepsAttendance(me),
  };
}

export type Whose = ReturnType<typeof useWhose>;
