import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { reportError } from './lib/error-reporting';
import { routeTree } from './route-tree.gen';
import { fixedLanguage } from './ui/language';
import { LoadingRobots } from './ui/loading-robots';
import { ErrorScreen, NotFoundScreen } from './ui/message-screens';

/** A path that takes longer to load shows the robots meanwhile. */
const patienceMs = 300;

/** The place of the reader, whatever is open above it. */
const placeOf = ({ pathname, search }: { readonly pathname: string; readonly search: { readonly page?: unknown } }) =>
  `${pathname} ${search.page ?? 1}`;

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  let isElsewhere = false;
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient, language: fixedLanguage },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: LoadingRobots,
    defaultPendingMs: patienceMs,
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: reportError,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
    // Another screen and another page begin at their top; a task that opens over a list leaves it where it is.
    scrollToTopSelectors: [() => (isElsewhere ? document.getElementById('main') : null)],
  });
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    // Another week, filter or page keeps its screen until it is loaded, with what a finger touches and what has the focus.
    router.options.defaultPendingMs = fromLocation === undefined || pathChanged ? patienceMs : Number.POSITIVE_INFINITY;
    isElsewhere = fromLocation !== undefined && placeOf(fromLocation) !== placeOf(toLocation);
  });
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
