import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Worker } from '../engine/jobs/worker';
import { Pumps } from '../features/webhooks/outgoing/pumps';
import { Receiver } from '../features/webhooks/testing/receiver';
import { WebhookScene } from '../features/webhooks/testing/webhook-scene';
import { Operations } from '../operator/ops/operations';
import { SecondSteps } from '../shared/user/second-steps';
import { WebhookSecrets } from '../shared/webhook/webhook-secrets';
import { type Harness, type Json, Person } from '../testing/harness';
import { Installation } from '../testing/installation';
import {
  type CopiedInstallation,
  type InstallationCopy,
  type InstallationPartName,
  startCopiedInstallation,
} from '../testing/installation-copy';

let own: CopiedInstallation;
let gos: Harness;
/** The installation when it had two people and two tasks, as it was left, and another one. */
let older: InstallationCopy;
let whole: InstallationCopy;
let another: InstallationCopy;
let seen: unknown;
/** The target of a project's webhook. */
let target: Receiver;
let scene: WebhookScene;
const copies = { lost: () => null, older: () => older, another: () => another };
type Fault = keyof typeof copies;

const admin = 'person1@example.com';
const newest = 'person3@example.com';

async function attach(person: Person, taskId: number, text: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/plain' }), `${text}.txt`);
  expect((await person.post(`/api/tasks/${taskId}/files`, form)).status).toBeLessThan(300);
}

const namesOf = ({ items }: Json) => items.map(({ id, name }: Json) => `${id} ${name}`).sort();
async function tasksOf(person: Person): Promise<unknown> {
  const { status, body } = await person.get('/api/tasks?pageSize=100');
  expect(status).toBe(200);
  return namesOf(body);
}

beforeAll(async () => {
  const foreign = await startCopiedInstallation();
  const stranger = await foreign.gos.person('Cizí Správce');
  for (const name of ['Cizí úkol', 'Jiný cizí úkol']) await stranger.task({ name });
  await attach(stranger, 1, 'cizí');
  await foreign.gos.down();
  another = await foreign.copy();

  target = await Receiver.start();
  own = await startCopiedInstallation({ GOS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  gos = own.gos;
  const karla = await gos.person('Karla Svobodová');
  const petr = await gos.person('Petr Novotný');
  scene = await WebhookScene.of(gos, karla, petr, { targetUrl: target.url });
  for (const name of ['Čtečka', 'Turniket']) await karla.task({ name, projectId: scene.project });
  await attach(karla, 1, 'první');
  await delivered(karla, 3);
  await gos.down();
  older = await own.copy();

  await gos.up();
  const again = await gos.signIn(admin);
  await gos.person('Jana Malá');
  for (const name of ['Brána', 'Kamera', 'Závora']) await again.task({ name, projectId: scene.project });
  await attach(again, 4, 'druhý');
  await delivered(again, 7);
  seen = await tasksOf(again);
  await sealSecrets();
  await gos.down();
  whole = await own.copy();
  return () => foreign.stop();
});

afterAll(async () => {
  await own.stop();
  target.stop();
});

/** Resolves once so many events were sent, and it is kept that they were. */
async function delivered(person: Person, count: number): Promise<void> {
  const path = `/api/webhooks/${scene.hook}/deliveries?direction=out&status=delivered`;
  while ((await person.get(path)).body.total < count) await sleep(10);
}

/** The secret of a webhook, and that of somebody's app for codes. */
async function sealSecrets(): Promise<void> {
  await gos.service<WebhookSecrets>(WebhookSecrets).make(7, 1);
  const steps = gos.service<SecondSteps>(SecondSteps);
  const totp = { sealed: steps.seal('of the app', 2), since: '2026-11-20T08:00:00.000Z', usedStep: 0 };
  await steps.change(2, (now) => ({ next: { ...now, totp }, answer: null }));
}

/** Everything as it was left, but for one part. */
async function putAll(part: InstallationPartName, fault: Fault): Promise<void> {
  for (const [name, copy] of Object.entries(whole)) await own.put(name as InstallationPartName, copy);
  await own.put(part, copies[fault]()?.[part] ?? null);
}

/** A start of the built product, which is expected to end with one sentence. */
async function refusal(): Promise<string> {
  const { code, out, err } = await new Installation(gos.env, gos.folder).startWith({});
  expect({ code, saysRunning: out.includes('Gos is running') }).toEqual({ code: 1, saysRunning: false });
  return err;
}

async function ops(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  await gos.service<Operations>(Operations).run(args[0] as never, args.slice(1), (line) => lines.push(line));
  return lines;
}

/** The number of somebody new. */
async function register(name: string, email: string): Promise<number> {
  const password = 'correct horse';
  const person = new Person(gos.origin, email);
  const { status, body } = await person.post('/api/auth/register', { name, email, password, passwordRepeat: password });
  expect(status).toBe(201);
  return body.id;
}

/** Somebody signs in with the password that an operation said, which has to be changed first. */
async function signInBy(lines: readonly string[], email: string): Promise<Person> {
  const current = /password: (\S+)/.exec(lines.join('\n'))![1]!;
  const person = new Person(gos.origin, email);
  expect((await person.post('/api/auth/login', { email, password: current })).status).toBe(200);
  const password = 'another correct horse';
  expect((await person.post('/api/me/password', { current, password, passwordRepeat: password })).status).toBeLessThan(
    300,
  );
  return person;
}

/** Nobody's task is answered as one's own, and no number is given twice. */
async function worksOn(person: Person): Promise<void> {
  const before = (await person.get('/api/tasks?pageSize=100')).body;
  const made = await person.post('/api/tasks', { name: 'Další' }, { 'idempotency-key': crypto.randomUUID() });
  expect(made.status).toBe(201);
  expect(made.body.id).toBeGreaterThan(Math.max(...before.items.map(({ id }: Json) => id)));
  expect((await person.get(`/api/tasks/${made.body.id}`)).body.name).toBe('Další');
  expect(namesOf((await person.get('/api/tasks?pageSize=100')).body)).toEqual(
    [...(namesOf(before) as string[]), `${made.body.id} Další`].sort(),
  );
}

describe('an installation whose part does not belong to the others', () => {
  it.each([
    ['log', 'lost', /^Gos cannot start: The event log \(.*\) is empty, .*bring its log back.*\.\n$/],
    ['log', 'older', /^Gos cannot start: The event log \(.*\) lacks \d+ events that .*accept-log.*\.\n$/],
    ['log', 'another', /^Gos cannot start: The event log \(.*\) is another installation's than .*\.\n$/],
    ['accounts', 'lost', /^Gos cannot start: The accounts \(.*\) are empty, .*user restore.*\.\n$/],
    [
      'accounts',
      'another',
      /^Gos cannot start: The accounts \(.*\) are another installation's than the event log.*\.\n$/,
    ],
    [
      'claims',
      'another',
      /^Gos cannot start: The claims .*\(.*\) are another installation's than the event log.*\.\n$/,
    ],
  ] as const)('does not start with a %s that is %s, and says why in one sentence', async (part, fault, sentence) => {
    await putAll(part, fault);
    expect(await refusal()).toMatch(sentence);
  });

  it('does not start with the jobs of another one, or does not see them', async () => {
    await putAll('jobs', 'another');
    if (process.env.TEST_SHAPE !== 'servers') {
      expect(await refusal()).toMatch(/^Gos cannot start: The jobs \(.*\) are another installation's.*\.\n$/);
      return;
    }
    await gos.up();
    await worksOn(await gos.signIn(admin));
    await gos.down();
  });

  it.each([
    ['claims', 'lost'],
    ['claims', 'older'],
    ['views', 'lost'],
    ['views', 'older'],
    ['views', 'another'],
  ] as const)('goes on with %s that are %s', async (part, fault) => {
    await putAll(part, fault);
    await gos.up();
    const karla = await gos.signIn(admin);
    expect(await tasksOf(karla)).toEqual(seen);
    await worksOn(karla);
    expect(await register('Nový Člověk', 'novy@example.com')).toBeGreaterThan(3);
    expect((await ops('verify')).at(-1)).toMatch(/^\d+ documents compared, 0 different$/);
    await gos.down();
  });

  it.each(['lost', 'older'] as const)('makes jobs that are %s again, and does nothing twice', async (fault) => {
    await putAll('jobs', fault);
    target.received.length = 0;
    await gos.up();
    const karla = await gos.signIn(admin);
    expect(await tasksOf(karla)).toEqual(seen);
    const id = await karla.task({ name: 'Ven', projectId: scene.project });
    await target.got(1);
    await gos.service<Worker>(Worker).tickNow();
    await gos.service<Pumps>(Pumps).idle();
    expect(target.received.map(({ body }) => [body.type, body.data.task.id])).toEqual([['task.created', id]]);
    await worksOn(karla);
    await gos.down();
  });

  it('goes on with older accounts, names who has none, and gives them one again', async () => {
    await putAll('accounts', 'older');
    await gos.up();
    const karla = await gos.signIn(admin);
    expect(await tasksOf(karla)).toEqual(seen);
    expect((await karla.get('/api/admin/overview')).body.withoutAccount).toEqual({ count: 1, first: [3] });
    expect(await ops('verify')).toContain('person 3 has no account: "user restore 3 NAME E-MAIL" gives them one');
    // A person who registers with the e-mail of somebody without an account does not become them.
    expect(await register('Vetřelec', newest)).toBe(4);
    await expect(ops('user', 'restore', '3', 'Jana Malá', newest)).rejects.toThrow('belongs to somebody already');
    const said = await ops('user', 'restore', '3', 'Jana Malá', 'jana@example.com');
    expect(said[0]).toBe('Jana Malá is person 3 again, member');
    const jana = await signInBy(said, 'jana@example.com');
    expect((await jana.get('/api/me')).body.id).toBe(3);
    await expect(ops('user', 'restore', '3', 'Jana Malá', 'jana2@example.com')).rejects.toThrow('has an account');
    await expect(ops('user', 'restore', '77', 'Nikdo', 'nikdo@example.com')).rejects.toThrow('knows no person 77');
    expect((await karla.get('/api/admin/overview')).body.withoutAccount).toEqual({ count: 0, first: [] });
    await gos.down();
  });

  it('gives people new accounts where all were lost, and nobody else becomes one of them', async () => {
    await putAll('accounts', 'lost');
    const installation = new Installation(gos.env, gos.folder);
    const { code, out, err } = await installation.ops('user', 'restore', '1', 'Karla Svobodová', admin);
    expect([code, err]).toEqual([0, '']);
    await gos.up();
    expect(await register('Kdokoli', 'kdokoli@example.com')).toBe(4);
    const karla = await signInBy(out.split('\n'), admin);
    expect((await karla.get('/api/me')).body).toMatchObject({ id: 1, role: 'admin' });
    expect(await tasksOf(karla)).toEqual(seen);
    expect((await karla.get('/api/admin/overview')).body.withoutAccount).toEqual({ count: 2, first: [2, 3] });
    await gos.down();
  });

  it('goes on with an older copy of accounts and claims under a newer log: no number twice, nobody taken for another', async () => {
    await putAll('accounts', 'older');
    await own.put('claims', older.claims);
    await gos.up();
    const karla = await gos.signIn(admin);
    expect(await tasksOf(karla)).toEqual(seen);
    await worksOn(karla);
    expect(await register('Nový Člověk', 'novy@example.com')).toBe(4);
    await gos.down();
  });

  it('answers a creation again with what its first try made, where the claims lost which that was', async () => {
    await putAll('claims', 'lost');
    await gos.up();
    const karla = await gos.signIn(admin);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const { body } = await karla.post('/api/tasks', { name: 'Jednou' }, key);
    await gos.down();
    await own.put('claims', null);
    await gos.up();
    const again = await gos.signIn(admin);
    expect((await again.post('/api/tasks', { name: 'Jednou' }, key)).body.id).toBe(body.id);
    await worksOn(again);
    await gos.down();
  });

  it('follows an older log once it was accepted, with numbers above what it had', async () => {
    await putAll('log', 'older');
    const installation = new Installation(gos.env, gos.folder);
    const asked = await installation.ops('accept-log');
    expect(asked).toMatchObject({ code: 1, err: '' });
    const [, missing] = /To accept it: npm run ops -- accept-log (\d+)/.exec(asked.out)!;
    expect(Number(missing)).toBeGreaterThanOrEqual(5);
    expect((await installation.ops('accept-log', `${Number(missing) + 1}`)).err).toMatch(/nothing was changed\.\n$/);
    expect(await refusal()).toContain(`lacks ${missing} events`);
    expect(await installation.ops('accept-log', missing!)).toMatchObject({ code: 0, err: '' });
    await gos.up();
    const karla = await gos.signIn(admin);
    expect(await tasksOf(karla)).toEqual(['1 Čtečka', '2 Turniket']);
    expect(await karla.task({ name: 'Po obnově' })).toBe(6);
    expect(await register('Nový Člověk', 'novy@example.com')).toBe(4);
    // A person whose registration was lost registers again, and keeps their number.
    expect((await gos.signIn(newest)).id).toBe(3);
    await gos.down();
    const { code, err } = await installation.ops('accept-log');
    expect([code, err]).toEqual([1, 'The log is not older than the other parts: there is nothing to accept.\n']);
  });

  it.each(['lost', 'older', 'another'] as const)(
    'goes on with files that are %s, and names what is missing',
    async (fault) => {
      await putAll('files', fault);
      await gos.up();
      const karla = await gos.signIn(admin);
      expect(await tasksOf(karla)).toEqual(seen);
      await attach(karla, 2, 'nový');
      const lines = await ops('verify');
      const missing = [
        ...(fault === 'older' ? [] : ['task 1: its file "první.txt" is missing']),
        'task 4: its file "druhý.txt" is missing',
      ];
      expect(lines.filter((line) => line.endsWith('is missing'))).toEqual(missing);
      await gos.down();
      // Nothing of the other installation was taken or removed.
      if (fault !== 'another') return;
      await own.put('files', whole.files);
      await gos.up();
      expect((await ops('verify')).filter((line) => line.endsWith('is missing'))).toEqual([
        'task 2: its file "nový.txt" is missing',
      ]);
      await gos.down();
    },
  );

  it.each(['lost', 'another'] as const)('has people sign in again when its secret is %s', async (fault) => {
    await putAll('secret', fault);
    await gos.up();
    const karla = await gos.signIn(admin);
    expect(await tasksOf(karla)).toEqual(seen);
    await worksOn(karla);
    expect((await ops('verify')).slice(-3)).toEqual([
      `webhook ${scene.hook}: its secret was sealed with another key of the installation; give it a new one`,
      'webhook 7: its secret was sealed with another key of the installation; give it a new one',
      'person 2: their app for codes was set up with another key of the installation; they have to set it up again',
    ]);
    await gos.down();
  });
});
