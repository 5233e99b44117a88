import { limits } from '@gos/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Manager } from 'socket.io-client';
import { Metrics } from '../../observability/metrics';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Screen } from '../../testing/screen';
import { SocketsGateway } from './sockets.gateway';

describe('sockets of one person', () => {
  let gos: Harness;
  let eager: Person;
  let other: Person;
  let task: number;
  const screens: Screen[] = [];

  beforeAll(async () => {
    gos = await Harness.start();
    eager = await gos.person('Jan Novák');
    other = await gos.person('Karla Svobodová');
    task = await other.task({ name: 'Migrace karet', solverId: eager.id });
  });
  afterEach(async () => {
    for (const screen of screens.splice(0)) screen.close();
    await screensOf(eager, 0);
    await screensOf(other, 0);
  });
  afterAll(() => gos.stop());

  async function open(person: Person, greeted = true): Promise<Screen> {
    const screen = await Screen.open(person, {}, { greeted });
    screens.push(screen);
    return screen;
  }
  const openMany = (person: Person, count: number) => Promise.all(Array.from({ length: count }, () => open(person)));
  async function screensOf(person: Person, count: number): Promise<void> {
    const { sockets } = gos.service<Json>(SocketsGateway);
    while (sockets.of(person.id).length !== count) await new Promise((resolve) => setImmediate(resolve));
  }
  const look = ({ socket }: Screen) => socket.emit('watch', { model: 'task', id: task });
  const lookAway = ({ socket }: Screen) => socket.emit('unwatch', { model: 'task', id: task });
  async function closed(reason: string): Promise<number> {
    const { values } = await gos.service<Metrics>(Metrics).socketsClosed.get();
    return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
  }
  /** Everything that was sent to the screen by now has come. */
  async function settled(screen: Screen): Promise<void> {
    const elsewhere = await other.task({ name: 'Něco jiného' });
    screen.socket.emit('watch', { model: 'task', id: elsewhere });
    await screen.until('presence', ({ id }) => id === elsewhere);
  }

  it('are at most 20; the next is told why, others are as ever, and it gets in when one closes', async () => {
    const before = await closed('limit.sockets');
    const own = await openMany(eager, limits.sockets.atOnce);
    const refused = await open(eager, false);
    await refused.until('disconnect');
    expect(refused.said('problem')).toEqual([{ code: 'limit.sockets' }]);
    expect(refused.said('hello')).toEqual([]);
    expect(await closed('limit.sockets')).toBe(before + 1);

    const theirs = await open(other);
    const { position } = (await eager.post(`/api/tasks/${task}/comments`, { text: 'Ahoj' })).body;
    for (const screen of [theirs, ...own]) await screen.change('task', task, (change) => change.position === position);

    own[7]!.close();
    await screensOf(eager, limits.sockets.atOnce - 1);
    await open(eager);
  });

  it('are counted where many come at the same moment', async () => {
    const many = await Promise.all(Array.from({ length: 2 * limits.sockets.atOnce }, () => open(other, false)));
    const answers = await Promise.all(
      many.map((one) =>
        Promise.race([one.until('hello').then(() => 'in'), one.until('problem').then(({ code }) => code)]),
      ),
    );
    const wanted = many.map((_, n) => (n < limits.sockets.atOnce ? 'in' : 'limit.sockets'));
    expect(answers.toSorted()).toEqual(wanted.toSorted());
  });

  it('are one person at what they look at: who else does hears once, however many come and go', async () => {
    const [theirs, ...own] = [await open(other), ...(await openMany(eager, limits.sockets.atOnce))];
    look(theirs!);
    await theirs!.until('presence');
    for (const screen of own) look(screen);
    for (const screen of own) await screen.until('presence');
    await theirs!.until('presence', ({ users }) => users.length === 2);
    for (const screen of own.slice(1)) lookAway(screen);
    for (const screen of own.slice(1)) look(screen);
    for (const screen of own) {
      lookAway(screen);
      look(screen);
    }
    for (const screen of own) lookAway(screen);
    await theirs!.until('presence', ({ users }) => users.length === 1 && theirs!.said('presence').length >= 3);
    await settled(theirs!);
    const told = theirs!.said('presence').filter(({ id }) => id === task);
    // Alone; with the other; alone again. People who came and went within a second are not reported.
    expect(told.map(({ users }) => users.length)).toEqual([1, 2, 1]);
    // Each screen gets the people present when it came, and the messages to the room meanwhile.
    for (const screen of own) expect(screen.said('presence').length).toBeLessThanOrEqual(6);
  });

  it('hear of each other’s coming and going once a second at most', async () => {
    const [theirs, own] = [await open(other), await open(eager)];
    const since = performance.now();
    look(theirs);
    await theirs.until('presence');
    for (let times = 0; times < 50; times++) {
      look(own);
      lookAway(own);
    }
    look(own);
    await theirs.until('presence', ({ users }) => users.length === 2);
    await settled(theirs);
    const told = theirs.said('presence').filter(({ id }) => id === task).length;
    expect(told).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - since) / 1_000));
  });

  it('are closed where they say too much, the others go on, and the person may come again', async () => {
    const before = await closed('request.rate-limited');
    const [flooding, theirs] = [await open(eager), await open(other)];
    for (let times = 0; times < 2_000; times++) flooding.socket.emit(times % 2 ? 'watch' : 'anything', { model: 'x' });
    await flooding.until('disconnect');
    expect(flooding.said('problem')).toEqual([{ code: 'request.rate-limited' }]);
    expect(await closed('request.rate-limited')).toBe(before + 1);
    const { position } = (await eager.post(`/api/tasks/${task}/comments`, { text: 'Pořád tu jsem' })).body;
    await theirs.change('task', task, (change) => change.position === position);
    await open(eager);
  });

  it('are cut off where they say much before they say whose they are', async () => {
    const nobody = new Manager(eager.origin, { transports: ['websocket'], reconnection: false });
    const ended = new Promise((resolve) => nobody.on('close', resolve));
    // Each tries to enter a room.
    for (let times = 0; times < 200; times++) nobody.socket(`/elsewhere-${times}`).connect();
    await ended;
  });

  it('take no messages larger than a few kilobytes', async () => {
    const screen = await open(eager);
    screen.socket.emit('watch', { model: 'task', id: task, more: 'x'.repeat(20_000) });
    await screen.until('disconnect');
  });
});
