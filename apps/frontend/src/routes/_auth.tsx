import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { serverNow } from '../lib/server-clock';
import { authGuard, clearSession, sessionCookies } from '../lib/session';

export const Route = createFileRoute('/_auth')({
  beforeLoad: async ({ location: { pathname, search } }) => {
    // Accounts are connected while one is signed in, and the visit at the provider may outlast the access.
    if (pathname.startsWith('/oidc-callback')) return;
    // A mailed link serves the person who opens it, even if another person is signed in.
    const isMailed = pathname.startsWith('/forgotten') || 'invitation' in search;
    const verdict = authGuard(sessionCookies(), serverNow());
    if (verdict === 'to-tasks' && !isMailed) throw redirect({ to: '/tasks' });
    if (verdict === 'clear-and-stay') await clearSession();
  },
  component: Outlet,
});
