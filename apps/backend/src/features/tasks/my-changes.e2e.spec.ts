import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('what changed in my tasks, over HTTP', () => {
  let gos: Harness;
  let contractor: Person;
  let solver: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
  });
  afterAll(() => gos.stop());

  const changes = async (who: Person, since?: string): Promise<Json[]> =>
    (await who.get(`/api/me/changes${since === undefined ? '' : `?since=${encodeURIComponent(since)}`}`)).body.items;
  const begun = Date.now();
  const minute = (count: number) => new Date(begun + count * 60_000).toISOString();
  const at = (count: number) => gos.clock.set(minute(count));

  it('names each task once, with the last that others did, the latest first', async () => {
    at(1);
    const first = await contractor.task({ name: 'Inventura', solverId: solver.id });
    const second = await contractor.task({ name: 'Převoz', solverId: solver.id });
    at(3);
    await contractor.post(`/api/tasks/${second}/comments`, { text: 'Pospěchá to.' });
    at(5);
    await contractor.post(`/api/tasks/${first}/comments`, { text: 'Kdy to bude?' });
    at(6);
    await solver.post(`/api/tasks/${first}/comments`, { text: 'Zítra.' });

    expect(await changes(solver, minute(2))).toEqual([
      {
        task: { id: first, name: 'Inventura', state: 'assigned' },
        last: expect.objectContaining({
          class: 'comment',
          text: 'Kdy to bude?',
          by: { id: contractor.id, name: 'Karla Svobodová' },
        }),
        count: 1,
      },
      expect.objectContaining({ task: { id: second, name: 'Převoz', state: 'assigned' }, count: 1 }),
    ]);
    expect(await changes(solver, minute(4))).toHaveLength(1);
    expect(await changes(solver, minute(5))).toEqual([]);
    expect((await changes(solver)).map(({ task }) => task.name)).toEqual(['Inventura', 'Převoz']);
    expect((await changes(contractor)).map(({ last }) => last.text)).toEqual(['Zítra.']);
  });

  it('is in the order of its times, whichever clock came to the log first', async () => {
    at(7);
    const ids = [
      await contractor.task({ name: 'Jedna', solverId: solver.id }),
      await contractor.task({ name: 'Dvě', solverId: solver.id }),
    ];
    for (const [index, time] of [7.6, 7.5].entries()) {
      at(time);
      await contractor.post(`/api/tasks/${ids[index]}/comments`, { text: 'Kdy to bude?' });
    }
    expect((await changes(solver, minute(7.2))).map(({ task }) => task.id)).toEqual(ids);
    for (const id of ids) await contractor.delete(`/api/tasks/${id}`);
  });

  it('knows nothing of the tasks of others, nor of deleted ones', async () => {
    at(8);
    const id = await contractor.task({ name: 'Omyl', solverId: solver.id });
    const since = minute(7);
    expect(await changes(solver, since)).toHaveLength(1);
    expect(await changes(await gos.person('Petr Kolega'), since)).toEqual([]);
    await contractor.delete(`/api/tasks/${id}`);
    expect(await changes(solver, since)).toEqual([]);
  });

  it('refuses a moment that is none, and what it does not know', async () => {
    const reply = await solver.get('/api/me/changes?since=yesterday&page=2');
    expect(reply.status).toBe(422);
    expect(reply.body.errors.map(({ path }: Json) => path).sort()).toEqual(['page', 'since']);
    expect((await gos.stranger().get('/api/me/changes')).status).toBe(401);
  });
});
