import type { PersonRef } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { personQuery, useMe } from '../../../entities/user/users.api';

/** Whose attendance is looked at: one's own unless the address names somebody. */
export function useWhose(userId: number | undefined) {
  const me = useMe();
  const id = userId ?? me.id;
  const { data } = useQuery({ ...personQuery(id), enabled: id !== me.id });
  const person: PersonRef | null = id === me.id ? me : (data ?? null);
  return {
    id,
    person,
    own: id === me.id,
    /** Admins and auditors see everybody's. */
    maySeeAll: me.role === 'admin' || me.role === 'auditor',
    admin: me.role === 'admin',
  };
}

export type Whose = ReturnType<typeof useWhose>;
