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

  it('ends with the session', async () => {
    const leaving = await open(member);
    await member.post('/api/auth/logout');
    await leaving.until('disconnect');
    expect(await present(admin)).toEqual([]);
  });
});
