import { useEffect } from 'react';
import { isOfVisits, isVisitOver, leaveVisit } from '../../lib/kept-here';
import { useEventCallback } from '../../lib/use-event-callback';

const key = 'gos-person';

function signedInLast(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

interface Elsewhere {
  /** Somebody else has signed in in another tab. */
  readonly onOther?: () => void;
  /** The person has signed out in another tab. */
  readonly onSignedOut: () => void;
}

/**
 * All tabs of a browser share one session. After another person signs in in one tab, the others reload, so that nothing is shown or
 * sent in the wrong name.
 * After a sign-out in one tab, the others follow.
 */
export function useOtherTabs(
  userId: number,
  { onOther = () => window.location.reload(), onSignedOut }: Elsewhere,
): void {
  const other = useEventCallback(onOther);
  const signedOut = useEventCallback(onSignedOut);
  useEffect(() => {
    try {
      localStorage.setItem(key, String(userId));
    } catch {
      return;
    }
    const look = () => {
      const last = signedInLast();
      const isOver = isVisitOver(userId);
      if (last === null || last === String(userId)) return isOver && signedOut();
      if (isOver) leaveVisit(userId);
      other();
    };
    const stored = (event: StorageEvent) => {
      if (event.key === key || isOfVisits(event.key)) look();
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
  }, [userId, other, signedOut]);
}

/** Calls back when somebody comes or goes in another tab. */
export function useVisitsElsewhere(onChange: () => void): void {
  const changed = useEventCallback(onChange);
  useEffect(() => {
    const stored = (event: StorageEvent) => {
      if (isOfVisits(event.key)) changed();
    };
    window.addEventListener('storage', stored);
    return () => window.removeEventListener('storage', stored);
  }, [changed]);
}
