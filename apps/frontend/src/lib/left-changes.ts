import { onSignOut } from './sign-out';

interface Change {
  readonly address: string;
  readonly init: RequestInit & { readonly body?: string };
}

/** Browsers send at most 64 KiB in total from a page that is being left. */
const most = 60 * 1024;
const underWay = new Set<Change>();
onSignOut(() => underWay.clear());

/**
 * Resends unanswered changes when the page is left, because the browser aborts them then. The Idempotency-Key makes the resend
 * harmless.
 * A change that waits for a retry gets its last try here.
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
