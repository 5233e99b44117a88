import { localPath } from '@gos/domain/kernel/local-path';
import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../../features/session/login-screen';

export const Route = createFileRoute('/_auth/login')({
  validateSearch: (search: Record<string, unknown>): { redirectTo?: string; error?: string; state?: string } => ({
    redirectTo: localPath(search.redirectTo),
    ...(typeof search.error === 'string' && { error: search.error }),
    // A provider brings it back from a sign-out there.
    ...(typeof search.state === 'string' && { state: search.state }),
  }),
  component: LoginScreen,
});
