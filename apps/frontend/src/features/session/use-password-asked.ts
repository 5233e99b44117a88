import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { meQuery, useMe } from '../../entities/user/users.api';
import { onPasswordAsked } from '../../lib/api';

/** An operator may make a new password while somebody works: it is changed first of all, then they go on where they were. */
export function usePasswordAsked(): void {
  const me = useMe();
  const client = useQueryClient();
  const router = useRouter();
  const asked = me.password === 'temporary';

  useEffect(
    () =>
      onPasswordAsked(() =>
        client.setQueryData(meQuery.queryKey, (known) => known && { ...known, password: 'temporary' as const }),
      ),
    [client],
  );

  useEffect(() => {
    if (asked) void router.navigate({ to: '/password', search: { redirectTo: router.latestLocation.href } });
  }, [asked, router]);
}
