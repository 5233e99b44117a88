import { useSyncExternalStore } from 'react';
import { onSignOut } from './sign-out';

/** The browser's question whether to install the page, which Chromium alone lets a page ask. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>;
}

let prompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function offer(next: InstallPrompt | null): void {
  prompt = next;
  for (const listener of listeners) listener();
}

/** Lets the page be installed, start without a connection, and receive what other apps share. */
export function makeInstallable(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => offer(null));
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The first screen comes first.
  window.addEventListener('load', () => {
    // Without it Gos works as in any other browser.
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}

/** Returns a function that opens the question of the browser whether to install Gos; null where the browser does not offer that. */
export function useInstall(): (() => Promise<void>) | null {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => prompt,
  );
  return (
    current &&
    (async () => {
      // A prompt is shown once.
      offer(null);
      await current.prompt();
    })
  );
}

/** Whether this page runs as an installed application, with an icon of its own. */
export const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;

/** Shows the number at the icon of the installed Gos. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
onSignOut(() => showBadge(0));
