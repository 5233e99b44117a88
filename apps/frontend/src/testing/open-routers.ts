import type { AppRouter } from '../router';

const open: AppRouter[] = [];

export function keepRouter(router: AppRouter): void {
  open.push(router);
}

/** A router that still loads when its test is over would draw into the window of the next one, and ask its server. */
export function stopRouters(): void {
  for (const router of open.splice(0)) {
    router.startTransition = () => Promise.resolve(false);
    const { queryClient } = router.options.context;
    queryClient.fetchQuery = () => new Promise(() => undefined);
    queryClient.clear();
  }
}
