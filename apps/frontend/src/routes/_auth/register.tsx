import { localPath } from '@gos/domain/kernel/local-path';
import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from '../../features/session/register-screen';

export const Route = createFileRoute('/_auth/register')({
  validateSearch: (search: Record<string, unknown>): { redirectTo?: string; invitation?: string } => ({
    redirectTo: localPath(search.redirectTo),
    ...(search.invitation !== undefined && { invitation: String(search.invitation) }),
  }),
  component: RegisterScreen,
});
