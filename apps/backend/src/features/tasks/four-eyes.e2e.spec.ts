import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let jana: Person;
let petr: Person;
let eva: Person;
let projectId: number;

beforeAll(async () => {
  gos = await Harness.start({}, { background: false });
  admin = await gos.person('Adam');
  jana = await gos.person('Jana');
  petr = await gos.person('Petr');
  eva = await gos.person('Eva');
  projectId = (await admin.post('/api/projects', { name: 'Nový web' })).body.id;
  await admin.post(`/api/projects/${projectId}/members`, { userId: jana.id, permission: 'edit', notification: 'mine' });
  for (const { id } of [petr, eva])
    await admin.post(`/api/projects/${projectId}/members`, { userId: id, permission: 'manage', notification: 'mine' });
});
afterAll(() => gos.stop());

/** A task of Jana's that Petr, who manages the project, handed over. */
async function handedOver(): Promise<number> {
  const id = await jana.task({ name: 'Nabídka', solverId: petr.id, projectId });
  expect((await petr.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' })).status).toBe(200);
  return id;
}
const ref = ({ id }: Person, name: string) => ({ id, name });

it('no manager accepts the result that they handed over, alone or with the whole board', async () => {
  const id = await handedOver();
  const refused = await petr.post(`/api/tasks/${id}/accept`, {});
  expect([refused.status, refused.body.code]).toEqual([403, 'task.own-result']);
  expect((await petr.get(`/api/tasks/${id}`)).body).toMatchObject({
    state: 'fulfilled',
    can: { accept: 'task.own-result', return: true },
  });

  const { body: board } = await admin.post(`/api/projects/${projectId}/boards`, { name: 'Práce', section: 'todo' });
  await jana.post(`/api/tasks/${id}/move`, { projectId, boardId: board.id });
  const all = await petr.post(`/api/boards/${board.id}/accept`, {});
  expect(all.body).toMatchObject({ accepted: [], refused: [{ id, code: 'task.own-result' }] });
});

it('another manager accepts for the contractor, as history, notifications and statistics say', async () => {
  const id = await handedOver();
  expect((await eva.post(`/api/tasks/${id}/accept`, {})).status).toBe(200);
  const { body: history } = await jana.get(`/api/tasks/${id}/activity`);
  const accepted = history.items.find(({ event }: Json) => event === 'TaskAccepted');
  expect(accepted).toMatchObject({ by: ref(eva, 'Eva') });
  expect(accepted.changes).toContainEqual({ field: 'onBehalfOf', from: null, to: ref(jana, 'Jana') });

  for (const person of [jana, petr]) {
    const { body } = await person.get('/api/me/notifications');
    expect(body.items.find(({ kind }: Json) => kind === 'accepted')).toMatchObject({
      by: ref(eva, 'Eva'),
      onBehalfOf: ref(jana, 'Jana'),
    });
  }

  const { body: items } = await eva.get(
    `/api/projects/${projectId}/statistics/items?kind=solved&from=2026-01-01&to=2027-12-31`,
  );
  expect(items.items).toMatchObject([
    { task: { id }, solver: ref(petr, 'Petr'), acceptedBy: ref(eva, 'Eva'), onBehalfOf: ref(jana, 'Jana') },
  ]);
});

it('the contractor accepts on nobody’s behalf', async () => {
  const id = await handedOver();
  await jana.post(`/api/tasks/${id}/accept`, {});
  const { body } = await petr.get(`/api/tasks/${id}/activity`);
  const accepted = body.items.find(({ event }: Json) => event === 'TaskAccepted');
  expect(accepted.changes.map(({ field }: Json) => field)).not.toContain('onBehalfOf');
});
