import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from '../../features/session/register-screen';
import { localPath } from '../../lib/session';

export const Route = createFileRoute('/_auth/register')({
  validateSearch: (search: Record<string, unknown>): { redirectTo?: string; invitation?: string } => ({
    redirectTo: localPath(search.redirectTo),
    ...(search.invitation !== undefined && { invitation: String(search.invitation) }),
  }),
  component: RegisterScreen,
});
