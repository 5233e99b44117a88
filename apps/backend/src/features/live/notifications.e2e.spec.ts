import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Person } from '../../testing/harness';
import { Screen } from '../../testing/screen';

describe('notifications on sockets', () => {
  let gos: Harness;
  let jana: Person;
  let petr: Person;
  const screens: Screen[] = [];

  beforeAll(async () => {
    gos = await Harness.start();
    jana = await gos.person('Jana Nová');
    petr = await gos.person('Petr Starý');
  });
  afterEach(() => {
    for (const screen of screens.splice(0)) screen.close();
  });
  afterAll(() => gos.stop());

  async function open(person: Person): Promise<Screen> {
    const screen = await Screen.open(person);
    screens.push(screen);
    return screen;
  }
  const given = () => jana.task({ name: 'Objednat papír', solverId: petr.id });
  const read = (body: object) => petr.post('/api/me/notifications/read', body);
  const told = (screen: Screen) => screen.said('notification');

  it('tell every screen of their person what came and what was read, and nobody else', async () => {
    const [one, two, other] = [await open(petr), await open(petr), await open(jana)];
    const id = await given();
    for (const screen of [one, two]) {
      const message = await screen.until('notification', ({ unread }) => unread === 1);
      expect(message.items).toEqual([
        expect.objectContaining({ kind: 'assigned', task: { id, name: 'Objednat papír' } }),
      ]);
    }
    const [{ id: first }] = (await petr.get('/api/me/notifications')).body.items;
    await read({ ids: [first] });
    for (const screen of [one, two])
      expect((await screen.until('notification', ({ unread }) => unread === 0)).items).toEqual([]);
    await given();
    await one.until('notification', () => told(one).length === 3);
    expect(told(one).at(-1)).toMatchObject({ unread: 1, items: [{ kind: 'assigned' }] });
    await read({ all: true });
    await one.until('notification', () => told(one).length === 4);
    expect(told(one).at(-1)).toEqual({ unread: 0, items: [] });
    await other.settled(id);
    expect(told(other)).toEqual([]);
  });

  it('tell much at once in few messages', async () => {
    const screen = await open(petr);
    const id = await given();
    const comments = Array.from({ length: 30 }, () => jana.post(`/api/tasks/${id}/comments`, { text: 'Ještě něco' }));
    await Promise.all(comments);
    await screen.until('notification', ({ unread }) => unread === 31);
    // How many come together depends on how long the comments take; never is there one for each.
    const sizes = told(screen).map(({ items }) => items.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
    expect(sizes.length).toBeLessThan(31);
  });

  it('show no name of what may not be seen any more', async () => {
    await read({ all: true });
    const screen = await open(petr);
    const id = await given();
    await jana.post(`/api/tasks/${id}/assign`, { solverId: null });
    const project = (await jana.post('/api/projects', { name: 'Stěhování' })).body.id;
    await jana.post(`/api/projects/${project}/members`, { userId: petr.id, permission: 'view', notification: 'all' });
    await screen.until('notification', ({ unread }) => unread === 2);
    const seen = await screen.until('notification', ({ items }) => items[0]?.kind === 'invited');
    expect(seen.items[0]).toMatchObject({ task: null, project: { id: project, name: 'Stěhování' } });
  });
});
