const key = 'gos-reloaded';
/** A part that is missing again so soon after a reload will not come by another one. */
const againMs = 60_000;

/** A part of the application that is no longer at its address: after an update, the page holds names of the old one. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload CSS|module script failed/i.test(error.message);

/** True when the page is being loaded anew; false when that was tried a moment ago. */
export function reloadOnce(reload = () => window.location.reload(), now = Date.now()): boolean {
  try {
    if (now - Number(sessionStorage.getItem(key) ?? 0) < againMs) return false;
    sessionStorage.setItem(key, String(now));
  } catch {
    return false;
  }
  reload();
  return true;
}

/** Parts that could not be loaded: once the page is loaded anew, then the error is said. */
export function watchMissingParts(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (navigator.onLine && reloadOnce()) event.preventDefault();
  });
}
