import { useEffect } from 'react';

const key = 'gos-person';

function signedInLast(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * All tabs of a browser share one session. Once another person has signed in in one of them, the others begin anew, so that nothing
 * is shown or sent in the wrong name.
 */
export function useOtherTabs(userId: number, reload: () => void = () => window.location.reload()): void {
  useEffect(() => {
    try {
      localStorage.setItem(key, String(userId));
    } catch {
      return;
    }
    const look = () => {
      const last = signedInLast();
      if (last !== null && last !== String(userId)) reload();
    };
    const stored = (event: StorageEvent) => {
      if (event.key === key) look();
    };
    window.addEventListener('storage', stored);
    // A page that was asleep hears nothing meanwhile.
    window.addEventListener('pageshow', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('storage', stored);
      window.removeEventListener('pageshow', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [userId, reload]);
}
