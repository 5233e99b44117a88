import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { LoadingRobots } from './components/loading-robots';
import { ErrorScreen, NotFoundScreen } from './features/shell/message-screens';
import { reportError } from './lib/error-reporting';
import { routeTree } from './route-tree.gen';

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: LoadingRobots,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: reportError,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
