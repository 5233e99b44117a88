import { localPath } from '@gos/domain/kernel/local-path';
import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from '../../features/session/register-screen';

export const Route = createFileRoute('/_auth/register')({
  validateSearch: (search: Record<string, unknown>): { redirectTo?: string; invitation?: string; setup?: string } => ({
    redirectTo: localPath(search.redirectTo),
    ...(search.invitation !== undefined && { invitation: String(search.invitation) }),
    ...(search.setup !== undefined && { setup: String(search.setup) }),
  }),
  component: RegisterScreen,
});
