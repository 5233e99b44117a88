import { createFileRoute } from '@tanstack/react-router';
import { isSearchable, recentSearchesQuery, searchQuery } from '../../../features/search/search.api';
import { validateSearchAddress } from '../../../features/search/search-address';
import { SearchScreen } from '../../../features/search/search-screen';

export const Route = createFileRoute('/_app/tasks/search')({
  validateSearch: validateSearchAddress,
  loaderDeps: ({ search }) => validateSearchAddress({ ...search }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(recentSearchesQuery);
    if (deps.q !== undefined && isSearchable(deps.q)) void context.queryClient.prefetchQuery(searchQuery(deps));
  },
  component: SearchScreen,
});
