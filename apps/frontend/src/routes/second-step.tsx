import { localPath } from '@gos/domain/kernel/local-path';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { signedInPerson } from '../app/signed-in-person';
import { RequiredScreen } from '../features/second-step/required-screen';

export const Route = createFileRoute('/second-step')({
  validateSearch: (search: Record<string, unknown>): { redirectTo?: string } => ({
    redirectTo: localPath(search.redirectTo),
  }),
  beforeLoad: async ({ location, search: { redirectTo }, context }) => {
    const me = await signedInPerson(context.queryClient, location.href);
    if (me.password === 'temporary') throw redirect({ to: '/password', search: { redirectTo } });
    if (me.secondStep !== 'required') throw redirect({ href: redirectTo ?? '/tasks', replace: true });
  },
  component: RequiredScreen,
});
