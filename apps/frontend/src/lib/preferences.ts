import { meRoutes } from '@gos/contract';
import { request } from './request';
import { onSignOut, whileSignedIn } from './sign-out';
import { sleep } from './waits';

/** The last value set in this tab, by name. Each is a new object, so that its identity shows whether another was set since. */
const latest = new Map<string, { readonly value: unknown }>();
/** The preferences that are being saved, each with the value to save next; null for none. */
const saving = new Map<string, { readonly value: unknown } | null>();
/** The last value of each preference, until the server has answered that it is kept. */
const unanswered = new Map<string, { readonly value: unknown }>();
const throttleMs = 600;

/** The key of a preference in the cache: what is the reader's goes with what is known of the reader. */
export const preferenceKeys = { of: (name: string) => ['me', 'preferences', name] as const };

onSignOut(() => {
  latest.clear();
  saving.clear();
  unanswered.clear();
});

/** A preference from the server; null when it was never set. A value that was set in this tab meanwhile wins. */
export async function fetchPreference(name: string, signal?: AbortSignal): Promise<unknown> {
  const before = latest.get(name);
  const { value } = await request(meRoutes.preference, { key: name, signal });
  const now = latest.get(name);
  return now === before || now === undefined ? value : now.value;
}

/** The same, but a preference that cannot be read counts as never set: it must not keep a screen from being shown. */
export async function preferenceOrNone<T>(name: string, read: (value: unknown) => T, signal?: AbortSignal): Promise<T> {
  const before = latest.get(name);
  try {
    return read(await fetchPreference(name, signal));
  } catch {
    const now = latest.get(name);
    return read(now === before ? null : now?.value);
  }
}

/**
 * Saves at once, so that a reload keeps the value. While a save is under way, at least for `throttleMs`, only the latest further
 * value is kept for the next one, or for when the page is left.
 */
export function savePreference(name: string, value: unknown): void {
  const last = { value };
  latest.set(name, last);
  unanswered.set(name, last);
  if (saving.has(name)) saving.set(name, last);
  else void save(name, value);
}

// The browser gives up what is under way: also that goes once more, as only the last value counts.
window.addEventListener('pagehide', () => {
  for (const [key, body] of unanswered) {
    request(meRoutes.setPreference, { key, body, keepalive: true }).catch(() => undefined);
  }
});

async function save(name: string, value: unknown): Promise<void> {
  saving.set(name, null);
  const sent = request(meRoutes.setPreference, { key: name, body: { value }, keepalive: false }).catch(() => undefined);
  const answered = whileSignedIn(sent).then(() => {
    if (!saving.get(name)) unanswered.delete(name);
  });
  await Promise.all([answered, whileSignedIn(sleep(throttleMs))]);
  const next = saving.get(name);
  saving.delete(name);
  if (next) await save(name, next.value);
}
