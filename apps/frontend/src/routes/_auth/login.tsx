import { localPath } from '@gos/domain/kernel/local-path';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { LoginScreen } from '../../features/session/login-screen';
import { runtimeConfig } from '../../lib/runtime-config';

export const Route = createFileRoute('/_auth/login')({
  validateSearch: (search: Record<string, unknown>): { redirectTo?: string; error?: string; state?: string } => ({
    redirectTo: localPath(search.redirectTo),
    ...(typeof search.error === 'string' && { error: search.error }),
    // A provider brings it back from a sign-out there.
    ...(typeof search.state === 'string' && { state: search.state }),
  }),
  // Nobody could sign in before somebody has registered.
  beforeLoad({ search: { error, state, redirectTo } }) {
    const isFirst = runtimeConfig().setup !== undefined && error === undefined && state === undefined;
    if (isFirst) throw redirect({ to: '/register', search: { redirectTo }, replace: true });
  },
  component: LoginScreen,
});
