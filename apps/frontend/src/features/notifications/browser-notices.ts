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

/** Returns whether browser notifications are on here and permitted by the browser's settings. */
export const isAllowed = () => hasNotices() && isWanted() && Notification.permission === 'granted';

/** Requests the browser's permission if needed. @returns whether notifications are permitted */
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
