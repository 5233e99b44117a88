import { createFileRoute } from '@tanstack/react-router';
import { signedInPerson } from '../app/signed-in-person';
import { ConfirmEmailScreen } from '../features/profile/confirm-email-screen';

export const Route = createFileRoute('/email')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token === undefined ? {} : { token: String(token) },
  // A person who is not signed in comes back with the link: it counts for nobody else.
  beforeLoad: async ({ location, context }) => {
    await signedInPerson(context.queryClient, location.href);
  },
  component: ConfirmEmailScreen,
});
