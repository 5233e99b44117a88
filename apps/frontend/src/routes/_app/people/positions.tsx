import { createFileRoute } from '@tanstack/react-router';
import { positionsQuery } from '../../../entities/user/positions.api';
import { PositionsScreen } from '../../../features/positions/positions-screen';

export const Route = createFileRoute('/_app/people/positions')({
  validateSearch: ({ new: isNew }: Record<string, unknown>): { readonly new?: true } =>
    isNew === true ? { new: true } : {},
  loader: ({ context }) => void context.queryClient.prefetchQuery(positionsQuery),
  component: PositionsScreen,
});
