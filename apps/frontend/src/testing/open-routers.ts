import type { AppRouter } from '../router';

const open: AppRouter[] = [];

export function keepRouter(router: AppRouter): void {
  open.push(router);
}

/** A router that still loads when its test is over would draw into a window that is gone. */
export function stopRouters(): void {
  for (const router of open.splice(0)) router.startTransition = () => Promise.resolve(false);
}
