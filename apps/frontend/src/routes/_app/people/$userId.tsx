import { createFileRoute, notFound } from '@tanstack/react-router';
import { personQuery } from '../../../entities/user/users.api';
import { PersonScreen } from '../../../features/people/person-screen';
import { ResetSecondStep } from '../../../features/second-step/reset-second-step';

/** The number of a person in an address. @throws notFound */
function userIdOf(value: string): number {
  const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound();
  return id;
}

export const Route = createFileRoute('/_app/people/$userId')({
  params: {
    parse: ({ userId }) => ({ userId: userIdOf(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(personQuery(params.userId)),
  component: () => <PersonScreen more={(person) => <ResetSecondStep person={person} />} />,
});
