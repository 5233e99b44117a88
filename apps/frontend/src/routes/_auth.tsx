import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { serverNow } from '../lib/server-clock';
import { authGuard, clearSession, sessionCookies } from '../lib/session';

export const Route = createFileRoute('/_auth')({
  beforeLoad: async () => {
    const verdict = authGuard(sessionCookies(), serverNow());
    if (verdict === 'to-tasks') throw redirect({ to: '/tasks' });
    if (verdict === 'clear-and-stay') await clearSession();
  },
  component: Outlet,
});
