import { meRoutes } from '@gos/contract';
import { request } from './request';
import { onSignOut, whileSignedIn } from './sign-out';

/** What was set from here last, by name: an object of its own each time. */
const latest = new Map<string, { readonly value: unknown }>();
/** What is to be stored next of what is being stored. */
const saving = new Map<string, { readonly value: unknown } | null>();
const throttleMs = 600;

onSignOut(() => {
  latest.clear();
  saving.clear();
});

/** What the person keeps on the server under a name, null for nothing; what they set here while it was asked for stands. */
export async function fetchPreference(name: string, signal?: AbortSignal): Promise<unknown> {
  const before = latest.get(name);
  const { value } = await request(meRoutes.preference, { key: name, signal });
  const now = latest.get(name);
  return now === before || now === undefined ? value : now.value;
}

/** The same; what cannot be read must not keep a screen from being seen, and is as if nothing was kept. */
export async function preferenceOrNone<T>(name: string, read: (value: unknown) => T, signal?: AbortSignal): Promise<T> {
  const before = latest.get(name);
  try {
    return read(await fetchPreference(name, signal));
  } catch {
    const now = latest.get(name);
    return read(now === before ? null : now?.value);
  }
}

/** Stored at once, so that a reload keeps it; of a row of clicks that follow only the last, one after the other. */
export function savePreference(name: string, value: unknown): void {
  latest.set(name, { value });
  if (saving.has(name)) saving.set(name, { value });
  else void save(name, value);
}

async function save(name: string, value: unknown): Promise<void> {
  saving.set(name, null);
  const sent = request(meRoutes.setPreference, { key: name, body: { value } }).catch(() => undefined);
  await whileSignedIn(Promise.all([sent, new Promise((resolve) => setTimeout(resolve, throttleMs))]));
  const next = saving.get(name);
  saving.delete(name);
  if (next) await save(name, next.value);
}
