import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Cookies, chromiumPath } from './browser';
import { root } from './bundle';
import { inOwnProcess } from './own-process';
import { GosServer } from './server';
import type { Setting } from './setting';

export const builtPages = join(root, 'dist/frontend/index.html');

/** The reason why screens cannot be opened here, or null. */
export function withoutScreens(): string | null {
  if (!existsSync(builtPages)) return 'the front end is not built';
  return chromiumPath() === undefined ? 'no Chromium was found' : null;
}

/** Adds the cookies by which the browser knows that it is signed in. */
export function signedInCookies(cookie: string): Cookies {
  const soon = String(Date.now() + 10 * 60_000);
  const [name = '', value = ''] = cookie.split('=');
  return { [name]: value, accessExpiration: soon, refreshExpiration: soon };
}

const people = 20;
const [readerId, otherId] = [2, 3];
const tasksOfEach = 150;
const numbered = (first: number) => Array.from({ length: tasksOfEach }, (_, index) => first + index);

export interface Screens {
  readonly origin: string;
  /** Cookies of the person whose screens are opened. */
  readonly cookies: Cookies;
  /** The Cookie header of the person who acts meanwhile. */
  readonly other: string;
  /** Tasks in the reader's list to complete, given by the other; and the other way round. */
  readonly toComplete: readonly number[];
  readonly given: readonly number[];
}

/** Starts the product with two people who have equally many tasks from each other. */
export async function withScreens<T>(setting: Setting, name: string, work: (screens: Screens) => Promise<T>) {
  const folder = setting.path(name);
  const members = Array.from({ length: people - 1 }, (_, index) => index + 2);
  const projects = [
    { managerId: otherId, solverId: readerId, members, boards: [tasksOfEach] },
    { managerId: readerId, solverId: otherId, members, boards: [tasksOfEach] },
  ];
  await inOwnProcess('seedBoards', { folder, people, projects });
  const cookies = await inOwnProcess('signIn', { folder, people: otherId });
  const server = await GosServer.start(folder);
  try {
    return await work({
      origin: server.origin,
      cookies: signedInCookies(cookies.get(readerId)!),
      other: cookies.get(otherId)!,
      toComplete: numbered(1),
      given: numbered(tasksOfEach + 1),
    });
  } finally {
    await server.stop();
  }
}

/** Sends a change of the other person over HTTP; a refusal is an error. */
export async function act({ origin, other }: Screens, taskId: number, change: object): Promise<void> {
  const answer = await fetch(`${origin}/api/tasks/${taskId}`, {
    method: 'PATCH',
    headers: { cookie: other, 'content-type': 'application/json', 'x-requested-with': 'gos' },
    body: JSON.stringify(change),
  });
  const said = await answer.text();
  if (answer.status > 201) throw new Error(`A change was answered with ${answer.status}: ${said}`);
}
