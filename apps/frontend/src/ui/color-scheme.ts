import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const key = 'gos-theme';

const schemeOf = (stored: string | null): MantineColorScheme =>
  stored === 'dark' ? 'dark' : stored === 'system' ? 'auto' : 'light';

/** The theme is kept under `gos-theme` as light, dark or system; light when nothing is stored. */
export const colorSchemeManager: MantineColorSchemeManager = (() => {
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get() {
      try {
        return schemeOf(localStorage.getItem(key));
      } catch {
        return 'light';
      }
    },
    set(value) {
      try {
        localStorage.setItem(key, value === 'auto' ? 'system' : value);
      } catch {
        // The choice then lasts as long as the page.
      }
    },
    subscribe(update) {
      listener = (event) => {
        if (event.key === key) update(schemeOf(event.newValue));
      };
      window.addEventListener('storage', listener);
    },
    unsubscribe() {
      if (listener) window.removeEventListener('storage', listener);
    },
    clear() {
      localStorage.removeItem(key);
    },
  };
})();
