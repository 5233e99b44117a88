import { onSignOut } from './sign-out';

interface Change {
  readonly address: string;
  readonly init: RequestInit & { readonly body?: string };
}

/** What browsers send of a page that is left is at most 64 KiB together. */
const most = 60 * 1024;
const underWay = new Set<Change>();
onSignOut(() => underWay.clear());

/**
 * Changes without an answer, which the browser gives up when the page is left: they are sent once more then, and their
 * Idempotency-Key makes each the same change. Of those that wait to be sent again it is the last try.
 */
window.addEventListener('pagehide', () => {
  let room = most;
  for (const { address, init } of underWay) {
    const bytes = new TextEncoder().encode(init.body).length;
    if (bytes > room) continue;
    room -= bytes;
    fetch(address, { ...init, signal: null, keepalive: true }).catch(() => undefined);
  }
});

/** Runs what sends the change until it has an answer. @param init with an Idempotency-Key */
export async function alsoWhenLeft<T>(address: string, init: Change['init'], run: () => Promise<T>): Promise<T> {
  const change = { address, init };
  underWay.add(change);
  try {
    return await run();
  } finally {
    underWay.delete(change);
  }
}
