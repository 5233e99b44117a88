import type { MeAnswer } from '@gos/contract';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { meQuery } from '../entities/user/users.api';
import { ApiProblem } from '../lib/api';
import { beginVisit } from '../lib/kept-here';
import { serverNow } from '../lib/server-clock';
import { appGuard, clearSession, sessionCookies } from '../lib/session';
import { refreshSession } from '../lib/session-refresh';

/**
 * Returns the signed-in person and redirects everybody else to the sign-in.
 * @param href address to return to after the sign-in
 * @throws a redirect, ApiProblem
 */
export async function signedInPerson(client: QueryClient, href: string): Promise<MeAnswer> {
  const toLogin = () => redirect({ to: '/login', search: { redirectTo: href } });
  const verdict = appGuard(sessionCookies(), serverNow());
  if (verdict === 'to-login') throw toLogin();
  if (verdict === 'clear-and-to-login') {
    await clearSession();
    throw toLogin();
  }
  // On open screens the data layer refreshes the session and shows the sign-in over unsaved input.
  if (verdict === 'refresh' && !(await refreshSession())) {
    await clearSession();
    throw toLogin();
  }
  try {
    const me = await client.ensureQueryData(meQuery);
    beginVisit(me.id);
    return me;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    await clearSession();
    throw toLogin();
  }
}
