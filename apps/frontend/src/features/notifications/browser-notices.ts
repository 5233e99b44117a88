const key = 'gos-browser-notices';

/** Whether this browser has notifications at all; only a page of a secure address is given them. */
export const hasNotices = () => 'Notification' in window;

function isWanted(): boolean {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
}

/** Asked for here and not taken back in the browser's own settings. */
export const isAllowed = () => hasNotices() && isWanted() && Notification.permission === 'granted';

/** Asks the person, if they were not asked before. @returns whether they allow it */
export async function allowNotices(wanted: boolean): Promise<boolean> {
  const allowed = wanted && (await Notification.requestPermission()) === 'granted';
  try {
    if (allowed) localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
  } catch {
    return false;
  }
  return allowed;
}
