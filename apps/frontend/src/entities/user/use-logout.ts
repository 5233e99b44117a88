import { ssoRoutes } from '@gos/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endVisit, forgetKept, leaveVisit } from '../../lib/kept-here';
import { leave as leaveFor } from '../../lib/leave';
import { live } from '../../lib/live';
import { forgetPerson } from '../../lib/query-client';
import { request } from '../../lib/request';
import { clearSession } from '../../lib/session';
import { allowReading, runSignOutHandlers } from '../../lib/sign-out';
import { noteSignedOutAt } from '../../lib/signed-out-at';
import { meQuery } from './users.api';

const personOf = (client: QueryClient) => client.getQueryData(meQuery.queryKey)?.id;

/** Leads to the sign-in; nothing of the person is left in this page, nor kept for them here but by `forget`. */
function useLeave(): (forget: (userId: number) => void) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (forget) => {
    const userId = personOf(client);
    live.stop();
    runSignOutHandlers();
    await navigate({ to: '/login' });
    forgetPerson(client);
    allowReading();
    // Screens keep what is being typed when they are left.
    if (userId !== undefined) forget(userId);
  };
}

/** Signs out here: also what this browser keeps of the person goes. */
export function useLogout(): () => Promise<void> {
  const client = useQueryClient();
  const leave = useLeave();
  return async () => {
    const userId = personOf(client);
    live.stop();
    runSignOutHandlers();
    // The page may be closed before the answer comes.
    if (userId !== undefined) forgetKept(userId);
    await clearSession();
    await leave(endVisit);
  };
}

/**
 * Signs out here and leads to the provider, where the session ends too. A provider that cannot be reached keeps its
 * session, which the sign-in says then.
 */
export function useLogoutAtProvider(): (name: string) => Promise<void> {
  const client = useQueryClient();
  const leave = useLeave();
  return async (name) => {
    const userId = personOf(client);
    const { location } = await request(ssoRoutes.signOut, { body: {} }).catch(() => ({ location: null }));
    live.stop();
    runSignOutHandlers();
    if (userId !== undefined) forgetKept(userId);
    await clearSession();
    noteSignedOutAt(name, location);
    await leave(endVisit);
    if (location !== null) leaveFor.to(location);
  };
}

/** Follows a sign-out in another tab. */
export function useSignedOutElsewhere(): () => Promise<void> {
  const leave = useLeave();
  return () => leave(leaveVisit);
}
