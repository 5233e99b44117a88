import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Screen } from '../../testing/screen';

describe('presence', () => {
  let gos: Harness;
  let admin: Person;
  let member: Person;
  let collaborator: Person;
  const screens: Screen[] = [];

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    member = await gos.person('Jan Novák');
    collaborator = await gos.person('Karel Externí');
    await admin.patch(`/api/users/${collaborator.id}`, { role: 'collaborator' });
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
  const present = async (who: Person): Promise<string[]> =>
    (await who.get('/api/presence')).body.items.map(({ user }: Json) => user.name);
  const told = (screen: Screen) => screen.until('online');

  it('is who has a screen open, once each, in order of names, told to the others', async () => {
    const watching = await open(admin);
    await told(watching);
    const [first, second] = [await open(member), await open(member)];
    expect(await present(admin)).toEqual(['Alena Adminová', 'Jan Novák']);
    const { body } = await admin.get('/api/presence?q=novak');
    expect(body).toMatchObject({ total: 1, items: [{ user: { id: member.id }, state: 'connected', task: null }] });
    first.close();
    await second.until('hello');
    expect(await present(admin)).toEqual(['Alena Adminová', 'Jan Novák']);
    const heard = watching.said('online').length;
    second.close();
    await watching.until('online', () => watching.said('online').length > heard);
    expect(await present(admin)).toEqual(['Alena Adminová']);
  });

  it('shows a collaborator only whom they see', async () => {
    await open(admin);
    await open(member);
    await open(collaborator);
    expect(await present(collaborator)).toEqual(['Karel Externí']);
    await member.task({ name: 'Společný úkol', solverId: collaborator.id });
    expect(await present(collaborator)).toEqual(['Jan Novák', 'Karel Externí']);
  });

  it('is also of who works without a screen, and says on what', async () => {
    const watching = await open(admin);
    const id = await member.task({ name: 'Společný úkol', solverId: member.id });
    await member.post('/api/work/start', { taskId: id });
    const about = (userId: number) => (message: Json) => message.items.some(({ user }: Json) => user.id === userId);
    await watching.until('online', about(member.id));
    const [, item] = (await admin.get('/api/presence')).body.items;
    expect(item).toMatchObject({ user: { id: member.id }, state: 'working', task: { id, name: 'Společný úkol' } });
    const other = await gos.person('Cyril Cizí');
    const hidden = (await other.get('/api/presence')).body.items.find(({ user }: Json) => user.id === member.id);
    expect(hidden).toMatchObject({ state: 'working', task: { id: null, name: null } });
    await member.post('/api/work/stop');
    await watching.until('online', ({ items }) =>
      items.some(({ user, state }: Json) => user.id === member.id && state === 'away'),
    );
    expect(await present(admin)).toEqual(['Alena Adminová']);
  });

  it('idles and is away, with when they were last seen and what they plan today', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Prague' }).format(new Date());
    await member.post('/api/plans', { date: today, from: '00:00', to: '24:00', type: 'remote_work', location: 'Doma' });
    const watching = await open(admin);
    const screen = await open(member);
    const state = async (query = '') =>
      (await admin.get(`/api/presence${query}`)).body.items.find(({ user }: Json) => user.id === member.id);
    expect(await state()).toMatchObject({ state: 'connected', plan: 'remote_work' });
    const heardOf = (wanted: string) =>
      watching.until('online', ({ items }) =>
        items.some((one: Json) => one.user.id === member.id && one.state === wanted),
      );
    screen.socket.emit('idle', { idle: true });
    await heardOf('idle');
    expect(await state()).toMatchObject({ state: 'idle', plan: 'remote_work' });
    screen.close();
    await heardOf('away');
    expect(await state()).toBeUndefined();
    const away = await state('?away=true');
    expect(away).toMatchObject({ state: 'away', plan: 'remote_work' });
    expect(Date.now() - Date.parse(away.since)).toBeLessThan(60_000);
  });

  it('ends with the session', async () => {
    const leaving = await open(member);
    await member.post('/api/auth/logout');
    await leaving.until('disconnect');
    expect(await present(admin)).toEqual([]);
  });
});
