import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { live } from '../../lib/live';
import { forgetPerson } from '../../lib/query-client';
import { clearSession } from '../../lib/session';
import { runSignOutHandlers } from '../../lib/sign-out';

/** Signs out here, and leads to the sign-in. */
export function useLogout(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    live.stop();
    runSignOutHandlers();
    await clearSession();
    await navigate({ to: '/login' });
    forgetPerson(client);
  };
}
