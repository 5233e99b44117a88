import { createFileRoute } from '@tanstack/react-router';
import { RepeatedList } from '../../../../features/tasks/repeated/repeated-list';
import { repeatedPreferenceQuery, validateRepeatedSearch } from '../../../../features/tasks/repeated/repeated-search';

export const Route = createFileRoute('/_app/tasks/repeated/')({
  validateSearch: validateRepeatedSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(repeatedPreferenceQuery),
  component: RepeatedList,
});
