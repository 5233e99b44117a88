import { limits } from '@gos/domain';
import { onSignOut } from './sign-out';

let running = 0;
let waiting: (() => void)[] = [];
onSignOut(() => {
  running = 0;
  waiting = [];
});

/** Sends as many files at once as the server takes of one person; the others wait for their turn. */
export async function inUploadTurn<T>(send: () => Promise<T>): Promise<T> {
  const mine = waiting;
  if (running >= limits.uploads.atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await send();
  } finally {
    // A person who signed in meanwhile has a queue of their own.
    if (mine === waiting) {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }
}
