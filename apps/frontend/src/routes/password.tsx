import { localPath } from '@gos/domain/kernel/local-path';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { signedInPerson } from '../app/signed-in-person';
import { NewPasswordScreen } from '../features/profile/new-password-screen';

export const Route = createFileRoute('/password')({
  validateSearch: (search: Record<string, unknown>): { redirectTo?: string } => ({
    redirectTo: localPath(search.redirectTo),
  }),
  beforeLoad: async ({ location, search: { redirectTo }, context }) => {
    const me = await signedInPerson(context.queryClient, location.href);
    if (me.password !== 'temporary') throw redirect({ href: redirectTo ?? '/tasks', replace: true });
  },
  component: NewPasswordScreen,
});
