import { workOperations } from '@gos/contract';
import type { Person } from '../harness';
import { type Asked, rightsOf, row, type Scene, signedIn } from './rights';

const span = { from: '2024-03-12T09:00:00.000Z', to: '2024-03-12T10:00:00.000Z' };
/** Nobody has two entries at once: each row takes the next day. */
let days = 0;
function anotherSpan() {
  const move = (at: string) => new Date(Date.parse(at) - ++days * 86_400_000).toISOString();
  const from = move(span.from);
  return { from, to: new Date(Date.parse(from) + 3_600_000).toISOString() };
}

/** Creates a task in which the present person takes part, if they may at all, or only the other person. */
function task({ other, people }: Scene, me?: Person): Promise<number> {
  const mayTakePart = me && ![people.stranger, people.deactivated, people.auditor].includes(me);
  return other.task({ name: 'Cizí úkol', ...(mayTakePart && { passive: [me.id] }) });
}
const noBody = () => ({ path: { id: 9_999 } });

/** Creates an entry of the other person; the present person sees it if the task is common. */
async function foreign(scene: Scene, me?: Person): Promise<Asked> {
  const taskId = await task(scene, me);
  const { id } = (await scene.other.post('/api/work/entries', { taskId, ...anotherSpan() })).body;
  return { path: { id } };
}

/** Creates an own entry; for people who may have none, returns the id of a missing one. */
async function own(scene: Scene, me: Person): Promise<Asked> {
  const { body, status } = await me.post('/api/work/entries', { taskId: await task(scene, me), ...anotherSpan() });
  return status === 201 ? { path: { id: body.id } } : noBody();
}
async function removed(person: Person, asked: Promise<Asked>): Promise<Asked> {
  const { path } = await asked;
  await person.delete(`/api/work/entries/${path!.id}`);
  return { path };
}

const note = { body: { note: 'oprava', reason: 'Oprava' } };
/** The reason that a change of somebody else's entry needs. */
const explained = async (asked: Promise<Asked>): Promise<Asked> => ({ ...(await asked), query: '?reason=Oprava' });
const month = ({ id }: Person): Asked => ({ body: { userId: Math.max(1, id), month: 1, year: 2020 } });
const reopening = ({ id }: Person): Asked => ({
  body: { userId: Math.max(1, id), month: 1, year: 2020, reason: 'Oprava' },
});

export const workRights = rightsOf(workOperations, {
  active: [row('own', signedIn(200, 200, 200, 200))],
  list: [
    row('own', signedIn(200, 200, 200, 200)),
    row('of a person', signedIn(200, 200, 200, 200), ({ other }) => ({ query: `?userId=${other.id}` })),
    row('of a foreign task', signedIn(404, 404, 200, 200), async (scene) => ({
      query: `?taskId=${await task(scene)}`,
    })),
    row('of a common task', signedIn(200, 200, 200, 200), async (scene, me) => ({
      query: `?taskId=${await task(scene, me)}`,
    })),
    row('of a deleted task, on request', signedIn(404, 404, 200, 200), async (scene, me) => {
      const id = await task(scene, me);
      await scene.other.delete(`/api/tasks/${id}`);
      return { query: `?taskId=${id}&deleted=true` };
    }),
  ],
  detail: [
    row('own', signedIn(200, 200, 404, 200), own),
    row('foreign', signedIn(404, 404, 200, 200, 200), (scene) => foreign(scene)),
    row('of a common task', signedIn(200, 200, 200, 200), foreign),
    row('foreign removed', signedIn(404, 404, 404, 404), (scene) => removed(scene.other, foreign(scene))),
    row('own removed, on request', signedIn(200, 200, 404, 200), async (scene, me) => ({
      ...(await removed(me, own(scene, me))),
      query: '?deleted=true',
    })),
    row('foreign removed, on request', signedIn(404, 404, 200, 200, 200), async (scene) => ({
      ...(await removed(scene.other, foreign(scene))),
      query: '?deleted=true',
    })),
    row('none', signedIn(404, 404, 404, 404), noBody),
  ],
  start: [
    row('on a common task', signedIn(201, 201, 403, 201), async (scene, me) => ({
      body: { taskId: await task(scene, me) },
    })),
    row('on a foreign task', signedIn(404, 404, 403, 403), async (scene) => ({ body: { taskId: await task(scene) } })),
  ],
  stop: [
    row('own', signedIn(200, 200, 403, 200), async (scene, me) => {
      await me.post('/api/work/start', { taskId: await task(scene, me) });
      return {};
    }),
  ],
  add: [
    row('to a common task', signedIn(201, 201, 403, 201), async (scene, me) => ({
      body: { taskId: await task(scene, me), ...anotherSpan() },
    })),
    row('to a foreign task', signedIn(404, 404, 403, 403), async (scene) => ({
      body: { taskId: await task(scene), ...anotherSpan() },
    })),
    row('for somebody else', signedIn(403, 403, 403, 201, 201), async (scene, me) => ({
      body: { taskId: await task(scene, me), userId: scene.other.id, reason: 'Oprava', ...anotherSpan() },
    })),
  ],
  change: [
    row('own', signedIn(200, 200, 404, 200), async (scene, me) => ({ ...(await own(scene, me)), ...note })),
    row('foreign', signedIn(404, 404, 403, 200, 200), async (scene) => ({ ...(await foreign(scene)), ...note })),
    row('of a common task', signedIn(403, 403, 403, 200, 200), async (scene, me) => ({
      ...(await foreign(scene, me)),
      ...note,
    })),
    row('none', signedIn(404, 404, 404, 404), () => ({ ...noBody(), ...note })),
  ],
  remove: [
    row('own', signedIn(200, 200, 404, 200), own),
    row('foreign', signedIn(404, 404, 403, 200, 200), (scene) => explained(foreign(scene))),
    row('of a common task', signedIn(403, 403, 403, 200, 200), (scene, me) => explained(foreign(scene, me))),
  ],
  restore: [
    row('own', signedIn(200, 200, 404, 200), (scene, me) => removed(me, own(scene, me))),
    row('foreign', signedIn(404, 404, 403, 200, 200), (scene) => explained(removed(scene.other, foreign(scene)))),
    row('of a common task', signedIn(404, 404, 403, 200, 200), (scene, me) =>
      explained(removed(scene.other, foreign(scene, me))),
    ),
  ],
  closeMonth: [
    row('own', signedIn(403, 403, 403, 200, 200), (_, me) => month(me)),
    row('foreign', signedIn(403, 403, 403, 200, 200), ({ other }) => month(other)),
  ],
  reopenMonth: [
    row('own', signedIn(403, 403, 403, 200, 200), (_, me) => reopening(me)),
    row('foreign', signedIn(403, 403, 403, 200, 200), ({ other }) => reopening(other)),
  ],
});
