import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { meQuery, useMe } from '../../entities/user/users.api';
import { onAskedFirst } from '../../lib/api';

/**
 * While somebody works, an operator may make a new password, or an admin may require a second step: that is done first of all,
 * then they go on where they were.
 */
export function useAskedFirst(): void {
  const me = useMe();
  const client = useQueryClient();
  const router = useRouter();
  const to = me.password === 'temporary' ? '/password' : me.secondStep === 'required' ? '/second-step' : null;

  useEffect(
    () =>
      onAskedFirst((what) =>
        client.setQueryData(
          meQuery.queryKey,
          (known) =>
            known && {
              ...known,
              ...(what === 'password' ? { password: 'temporary' as const } : { secondStep: 'required' as const }),
            },
        ),
      ),
    [client],
  );

  useEffect(() => {
    if (to) void router.navigate({ to, search: { redirectTo: router.latestLocation.href } });
  }, [to, router]);
}
