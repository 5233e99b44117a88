const key = 'gos-reloaded';
/** A part that is missing again so soon after a reload will not come by another one. */
const minReloadIntervalMs = 60_000;

/** A part of the application that could not be loaded: after an update, the page holds names of the old one. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload CSS|module script failed/i.test(error.message);

/** True when the page is being loaded anew; false when that was tried a moment ago. */
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

/** The page as the server has it now; null while it does not answer: a page loaded anew would then be the browser's own error. */
async function pageThere(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Loads the page anew if it can be loaded; false while the server does not answer. */
export async function reloadIfReachable(reload?: () => void): Promise<boolean> {
  if ((await pageThere()) === null) return false;
  reloadOnce(reload);
  return true;
}

const typing = 'input, textarea, [contenteditable="true"]';

/** Loads the page anew after an update, unless somebody is typing: they are told once they ask for what is missing. */
export async function reloadIfUpdated(reload?: () => void): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const page = await pageThere();
  if (!own || page === null || page.includes(own) || document.activeElement?.matches(typing)) return;
  reloadOnce(reload);
}

/** The router would load the page anew by itself, whether or not the server has it, unless it finds that it has done so. */
function keepRouterFromReloading({ message }: Error): void {
  try {
    sessionStorage.setItem(`tanstack_router_reload:${message}`, '1');
  } catch {
    // Without this storage it does not reload either.
  }
}

/** Parts that could not be loaded: of an older version, or because the server is away for a moment, which only whoever needs them is told. */
export function handleChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    keepRouterFromReloading(payload);
    void reloadIfUpdated();
  });
}
