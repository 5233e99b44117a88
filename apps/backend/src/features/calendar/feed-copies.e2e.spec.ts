import { limits } from '@gos/domain';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { Harness, type Person } from '../../testing/harness';

let gos: Harness;
let karla: Person;
let jan: Person;
const feeds = new Map<Person, string>();

beforeAll(async () => {
  gos = await Harness.start();
  gos.clock.set('2026-11-25T09:00:00.000Z');
  [karla, jan] = [await gos.person('Karla Svobodová'), await gos.person('Jan Novák')];
  for (const one of [karla, jan]) {
    await one.task({ name: `Porada pro ${one.id}`, deadline: '2026-11-27T09:00:00.000Z' });
    feeds.set(one, new URL((await one.post('/api/calendar/subscription')).body.calendarUrl).pathname);
  }
});
afterAll(() => gos.stop());

const read = (of: Person, headers = {}) => gos.stranger().get(feeds.get(of)!, headers);

/** How often feeds were made meanwhile: each looks for as many tasks as a feed holds. */
async function madeBy(action: () => Promise<unknown>): Promise<number> {
  const store = gos.service<ReadModels>(READ_MODELS);
  const { find } = store;
  let count = 0;
  store.find = (model, filter, options) => {
    if (model.name === 'task' && options?.limit === 2_000) count++;
    return find.call(store, model, filter, options) as never;
  };
  try {
    await action();
  } finally {
    store.find = find;
  }
  return count;
}

it('is made once for all who ask at once, and kept until something of it changes', async () => {
  const ten = () => Promise.all(Array.from({ length: 10 }, () => read(karla)));
  expect(await madeBy(ten)).toBe(1);
  expect(await madeBy(ten)).toBe(0);
  await jan.task({ name: 'Jen Janův', deadline: '2026-11-28T09:00:00.000Z' });
  expect(await madeBy(() => read(karla))).toBe(0);
  await karla.task({ name: 'Nový termín', deadline: '2026-11-28T09:00:00.000Z' });
  const { body, headers } = await read(karla);
  expect(body).toContain('SUMMARY:Nový termín');
  const again = await madeBy(async () => {
    expect((await read(karla, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
  });
  expect(again).toBe(0);
});

it('changes with the tasks that one comes into and leaves, with plans and with the day', async () => {
  const id = await jan.task({ name: 'Společný', deadline: '2026-11-29T09:00:00.000Z' });
  await read(karla);
  await jan.post(`/api/tasks/${id}/participants`, { userId: karla.id, kind: 'passive' });
  expect((await read(karla)).body).toContain('SUMMARY:Společný');
  await jan.delete(`/api/tasks/${id}/participants/${karla.id}`);
  expect((await read(karla)).body).not.toContain('SUMMARY:Společný');
  const plan = { type: 'remote_work', date: '2026-11-30', from: '08:00', to: '16:00', location: 'Chata' };
  expect((await karla.post('/api/plans', plan)).status).toBe(201);
  expect((await read(karla)).body).toContain('Chata');
  gos.clock.set('2026-11-26T09:00:00.000Z');
  expect(await madeBy(() => read(karla))).toBe(1);
});

it('is refused when it is asked for too often, and others are answered', async () => {
  let refused = await read(jan);
  for (let n = 0; n <= limits.feed.perMinute && refused.status === 200; n++) refused = await read(jan);
  expect(refused).toMatchObject({ status: 429, body: { code: 'limit.feed', params: { perMinute: 60 } } });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect((await read(karla)).status).toBe(200);
  gos.clock.set(new Date(Date.parse('2026-11-26T09:00:00.000Z') + seconds * 1_000).toISOString());
  expect((await read(jan)).status).toBe(200);
});
