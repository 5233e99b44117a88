const key = 'gos-reloaded';
/** The least time between two automatic reloads: a chunk that is still missing so soon would not be found by another one. */
const minReloadIntervalMs = 60_000;

/** Returns whether a chunk failed to load: after an update, an open page requests chunks by their old names. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload CSS|module script failed/i.test(error.message);

/** Reloads the page; false when that was tried within the last minute. */
export function reloadOnce(reload = () => window.location.reload(), now = Date.now()): boolean {
  try {
    if (now - Number(sessionStorage.getItem(key) ?? 0) < minReloadIntervalMs) return false;
    sessionStorage.setItem(key, String(now));
  } catch {
    return false;
  }
  reload();
  return true;
}

/** The page as the server has it now; null while it does not answer: a reload would then show an error of the browser. */
async function pageThere(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Reloads the page if the server answers; false while it does not. */
export async function reloadIfReachable(reload?: () => void): Promise<boolean> {
  if ((await pageThere()) === null) return false;
  reloadOnce(reload);
  return true;
}

const typing = 'input, textarea, [contenteditable="true"]';

/** Reloads the page after an update. Not while the person is typing: they see an error when they open what is missing. */
export async function reloadIfUpdated(reload?: () => void): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const page = await pageThere();
  if (!own || page === null || page.includes(own) || document.activeElement?.matches(typing)) return;
  reloadOnce(reload);
}

/** TanStack Router would reload the page even while the server is down. By this mark it believes that it has done so already. */
function keepRouterFromReloading({ message }: Error): void {
  try {
    sessionStorage.setItem(`tanstack_router_reload:${message}`, '1');
  } catch {
    // Without this storage it does not reload either.
  }
}

/**
 * Handles chunks that could not be loaded. After an update the page is reloaded; while the server is down, only the component that
 * needs the chunk shows an error.
 */
export function handleChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    keepRouterFromReloading(payload);
    void reloadIfUpdated();
  });
}
