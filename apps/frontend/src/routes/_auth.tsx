import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { authGuard, clearSession, sessionCookies } from '../lib/session';

export const Route = createFileRoute('/_auth')({
  beforeLoad: async () => {
    const verdict = authGuard(sessionCookies(), Date.now());
    if (verdict === 'to-tasks') throw redirect({ to: '/tasks' });
    if (verdict === 'clear-and-stay') await clearSession();
  },
  component: Outlet,
});
