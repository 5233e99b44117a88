import { createFileRoute } from '@tanstack/react-router';
import { personQuery } from '../../../entities/user/users.api';
import { PersonScreen } from '../../../features/people/person-screen';
import { userIdOf } from '../../../features/people/user-id';
import { ResetSecondStep } from '../../../features/second-step/reset-second-step';

export const Route = createFileRoute('/_app/people/$userId')({
  params: {
    parse: ({ userId }) => ({ userId: userIdOf(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(personQuery(params.userId)),
  component: () => <PersonScreen more={(person) => <ResetSecondStep person={person} />} />,
});
