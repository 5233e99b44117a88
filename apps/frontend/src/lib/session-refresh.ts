import { authRoutes } from '@gos/contract';
import { apiUrl } from './api-url';
import { onSignOut } from './sign-out';
import { sleep, waits } from './waits';

type Refreshed = 'ready' | 'refused' | 'unreachable';
const refreshLock = 'gos-refresh';
const patienceMs = 5_000;
let refreshing: Promise<Refreshed> | null = null;
onSignOut(() => {
  refreshing = null;
});

async function refreshed(): Promise<Refreshed> {
  try {
    const response = await fetch(apiUrl(authRoutes.refresh), {
      method: 'POST',
      headers: { 'X-Requested-With': 'gos' },
    });
    if (response.ok) return 'ready';
    return response.status >= 500 ? 'unreachable' : 'refused';
  } catch {
    return 'unreachable';
  }
}

/** Tries again while the server cannot be reached: a short outage must not end the session. */
async function askForRefresh(): Promise<Refreshed> {
  for (const wait of waits) {
    const answer = await refreshed();
    if (answer !== 'unreachable') return answer;
    await sleep(wait);
  }
  return refreshed();
}

/** One refresh at a time, for all requests of this tab and, where the browser has locks, of all tabs. */
export function refreshOnce(): Promise<Refreshed> {
  if (refreshing) return refreshing;
  const asked = (navigator.locks ? navigator.locks.request(refreshLock, askForRefresh) : askForRefresh())
    .catch((): Refreshed => 'unreachable')
    .finally(() => {
      if (refreshing === asked) refreshing = null;
    });
  refreshing = asked;
  return asked;
}

/**
 * Runs a sign-in while no tab refreshes: an answer that refuses to would take away the cookies of the new session, and be taken
 * for its end. A refresh that lasts holds it up no longer than `patienceMs`.
 */
export async function apartFromRefresh<T>(signIn: () => Promise<T>): Promise<T> {
  if (!navigator.locks) {
    await Promise.race([refreshing, sleep(patienceMs)]);
    return signIn();
  }
  const patience = new AbortController();
  setTimeout(() => patience.abort(), patienceMs);
  let begun = false;
  const once = () => {
    begun = true;
    return signIn();
  };
  try {
    return await navigator.locks.request(refreshLock, { signal: patience.signal }, once);
  } catch (error) {
    if (begun) throw error;
    return signIn();
  }
}

/** True when the session goes on. */
export const refreshSession = async (): Promise<boolean> => (await refreshOnce()) === 'ready';
