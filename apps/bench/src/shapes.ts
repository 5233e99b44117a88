import { Chance, sentence } from '../../backend/src/testing/chance';
import { percentile } from './figures';
import type { Latencies, Request } from './http-load';
import { inOwnProcess } from './own-process';
import type { World } from './seed';
import { sharedTasks } from './setting';
import { comment } from './socket-load';

/** A measured installation, wherever it stores its data. */
export interface Shape {
  readonly world: World;
  readonly cookies: ReadonlyMap<number, string>;
}

export const connected = 50;

type Requests = (shape: Shape, chance: Chance) => Request;

const someTask = ({ world }: Shape, chance: Chance) => chance.of(sharedTasks(world.open, world.people));
const cookieOf = ({ cookies }: Shape, id: number) => cookies.get(id)!;
const json = (body: object) => JSON.stringify(body);

const create: Requests = (shape, chance) => {
  const { contractorId, solverId } = someTask(shape, chance);
  const body = json({ name: sentence(chance, 2, 6), solverId });
  return { method: 'POST', path: '/api/tasks', cookie: cookieOf(shape, contractorId), body };
};
const change: Requests = (shape, chance) => {
  const { taskId, contractorId } = someTask(shape, chance);
  const cookie = cookieOf(shape, contractorId);
  return { method: 'PATCH', path: `/api/tasks/${taskId}`, cookie, body: json({ name: sentence(chance, 2, 6) }) };
};
const list: Requests = (shape, chance) => ({
  method: 'GET',
  path: '/api/tasks?list=to-complete&pageSize=25',
  cookie: cookieOf(shape, 2 + chance.below(shape.world.people - 1)),
});
const detail: Requests = (shape, chance) => {
  const { taskId, contractorId } = someTask(shape, chance);
  return { method: 'GET', path: `/api/tasks/${taskId}`, cookie: cookieOf(shape, contractorId) };
};

export const loads = { create, change, list, detail };

export function loaded(
  origin: string,
  shape: Shape,
  { kind, atOnce, milliseconds }: { kind: keyof typeof loads; atOnce: number; milliseconds: number },
): Promise<Latencies> {
  const chance = new Chance(7);
  const requests = Array.from({ length: 2_000 }, () => loads[kind](shape, chance));
  return inOwnProcess('httpLoad', { origin, atOnce, milliseconds, requests });
}

/** Tasks of two people who both have a screen open. */
export function watchedTasks({ world }: Shape) {
  const isOpen = (id: number) => id > 1 && id <= connected + 1;
  return sharedTasks(world.open, connected + 1).filter((one) => isOpen(one.contractorId) && isOpen(one.solverId));
}

export const screensOf = ({ cookies }: Shape) => new Map([...cookies].filter(([id]) => id > 1 && id <= connected + 1));

/**
 * Sends one comment after another and awaits the detail of its task with it, while a projector is disturbed.
 * @returns the time of an ordinary one, and the longest of all, milliseconds
 */
export async function longestWait(
  origin: string,
  shape: Shape,
  disturb: () => Promise<void>,
): Promise<{ readonly ordinary: number; readonly longest: number }> {
  const { taskId, contractorId } = watchedTasks(shape)[0]!;
  const cookie = cookieOf(shape, contractorId);
  const revision = async () => {
    const answer = await fetch(`${origin}/api/tasks/${taskId}`, { headers: { cookie } });
    return ((await answer.json()) as { revision: number }).revision;
  };
  let shown = await revision();
  const round = async (n: number) => {
    const began = performance.now();
    const status = await comment(origin, taskId, cookie, n);
    if (status !== 201) throw new Error(`A comment was answered with ${status}`);
    while ((await revision()) <= shown)
      if (performance.now() - began > 120_000) throw new Error('No other projector took over');
    shown++;
    return performance.now() - began;
  };
  const before: number[] = [];
  for (let n = 0; n < 20; n++) before.push(await round(n));
  const ordinary = percentile(before, 0.5);
  let isOver = false;
  const disturbed = disturb().finally(() => (isOver = true));
  const waits: number[] = [];
  // A terminated projector works for a while: the wait comes when it has stopped.
  for (let after = 0; after < 10; ) {
    waits.push(await round(waits.length));
    if (isOver) after++;
  }
  await disturbed;
  return { ordinary, longest: Math.max(...waits) };
}
