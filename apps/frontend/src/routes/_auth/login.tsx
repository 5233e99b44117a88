import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../../features/session/login-screen';
import { localPath } from '../../lib/session';

export const Route = createFileRoute('/_auth/login')({
  validateSearch: (search: Record<string, unknown>): { redirectTo?: string } => ({
    redirectTo: localPath(search.redirectTo),
  }),
  component: LoginScreen,
});
