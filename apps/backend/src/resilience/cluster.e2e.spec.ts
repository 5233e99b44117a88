import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { BullJobs } from '../stores/jobs/bullmq.jobs';
import { Cluster, type Member } from '../testing/cluster';
import { type Json, Person, type Reply } from '../testing/harness';
import { Screen } from '../testing/screen';
import { describeWithEveryServer } from '../testing/servers/every-server';

// Every start is that of a whole application, on machines that have other work.
const password = 'correct horse';

describeWithEveryServer('an installation of several processes', () => {
  let cluster: Cluster;
  let apis: Member[];
  let projectors: Member[];
  let workers: Member[];
  let karla: Person;
  let jan: Person;

  beforeAll(async () => {
    cluster = await Cluster.start();
    [apis, projectors, workers] = await Promise.all([
      cluster.add('api', 'api'),
      cluster.add('projector', 'projector'),
      cluster.add('worker'),
    ]);
    karla = await registered('Karla Svobodová', apis[0]!);
    jan = await registered('Jan Novák', apis[1]!);
  });
  afterAll(() => cluster?.stop());

  async function registered(name: string, at: Member): Promise<Person> {
    const email = `${crypto.randomUUID()}@example.com`;
    const person = new Person(at.origin, email);
    const { status, body } = await person.post('/api/auth/register', {
      name,
      email,
      password,
      passwordRepeat: password,
    });
    expect(status).toBe(201);
    person.id = body.id;
    return person;
  }

  /** The same person in the same browser, answered by another process. */
  function at(member: Member, person: Person): Person {
    const other = new Person(member.origin, person.email);
    other.id = person.id;
    for (const [name, value] of person.cookies) other.cookies.set(name, value);
    return other;
  }

  async function until<T>(look: () => Promise<T>, fits: (value: T) => boolean, ms = 30_000): Promise<T> {
    const end = Date.now() + ms;
    for (;;) {
      const value = await look();
      if (fits(value)) return value;
      if (Date.now() > end) throw new Error(`It never came to that: ${JSON.stringify(value)}`);
      await sleep(50);
    }
  }

  it('shows at one process at once what was done at another, and tells open screens', async () => {
    const screen = await Screen.open(jan);
    const id = await karla.task({ name: 'Migrace karet', solverId: jan.id });
    await screen.change('task', id);
    expect((await at(apis[1]!, karla).get(`/api/tasks/${id}`)).body.name).toBe('Migrace karet');
    const done = await jan.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    expect(done.status).toBe(200);
    const { body } = await jan.get(`/api/tasks/${id}`);
    expect(body.state).toBe('fulfilled');
    await until(
      async () => (await karla.get('/api/tasks?list=to-accept')).body.total,
      (total) => total === 1,
    );
    expect((await karla.post(`/api/tasks/${id}/accept`)).status).toBe(200);
    screen.socket.close();
  });

  it('knows people and who is connected, wherever they are', async () => {
    const eva = await registered('Eva Malá', apis[0]!);
    await until(
      async () => (await jan.get('/api/users?q=Eva')).body.total,
      (total) => total === 1,
    );
    const screen = await Screen.open(eva);
    const online = (answer: Reply<Json>) => answer.body.items.map(({ user }: Json) => user.name);
    await until(
      async () => online(await at(apis[1]!, karla).get('/api/presence')),
      (names) => names.includes('Eva Malá'),
    );
    screen.socket.close();
  });

  it('goes by the same settings everywhere', async () => {
    const refused = async (name: string) => {
      const body = { name, email: `${crypto.randomUUID()}@example.com`, password, passwordRepeat: password };
      return (await new Person(apis[1]!.origin).post('/api/auth/register', body)).body.code;
    };
    expect((await karla.patch('/api/settings', { registration: 'off' })).status).toBe(200);
    await until(
      () => refused('Nikdo'),
      (code) => code === 'auth.registration-closed',
    );
    expect((await at(apis[1]!, karla).patch('/api/settings', { registration: 'open' })).status).toBe(200);
    await until(
      async () => (await karla.get('/api/settings')).body.registration.value,
      (value) => value === 'open',
    );
  });

  it('signs out everywhere at once', async () => {
    const petr = await registered('Petr Dvořák', apis[0]!);
    const elsewhere = at(apis[1]!, petr);
    expect((await elsewhere.get('/api/me')).status).toBe(200);
    const screen = await Screen.open(elsewhere);
    await petr.post('/api/auth/logout');
    await screen.until('disconnect');
    expect((await elsewhere.get('/api/me')).status).toBe(401);
  });

  it('takes one code of an authenticator app once, whichever process is asked', async () => {
    const eva = await registered('Eva Bezpečná', apis[0]!);
    const { secret } = (await eva.post('/api/me/totp', { password })).body;
    const codeAt = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
    const [now, next] = [codeAt(Date.now()), codeAt(Date.now() + 30_000)];
    expect((await eva.post('/api/me/totp/confirm', { code: now })).status).toBe(200);
    const begun = async (member: Member) => {
      const browser = new Person(member.origin, eva.email);
      const { body } = await browser.post('/api/auth/login', { email: eva.email, password });
      expect(body.secondStep).toContain('totp');
      return browser;
    };
    const finish = (browser: Person, code: string) => browser.post('/api/auth/second-step', { kind: 'totp', code });
    const used = [401, 'auth.second-step.used'];
    const said = ({ status, body }: Reply<Json>) => (status === 200 ? [200] : [status, body.code]);
    const late = await begun(apis[1]!);
    expect(said(await finish(late, now))).toEqual(used);
    const both = await Promise.all(apis.map(begun));
    const answers = await Promise.all(both.map((browser) => finish(browser, next)));
    expect(answers.map(said).sort()).toEqual([[200], used]);
    for (const member of apis) expect(said(await finish(await begun(member), next))).toEqual(used);
  });

  it('knows everywhere that an API token was revoked, and that a sign-in left its session', async () => {
    const ota = await registered('Ota Oddělený', apis[0]!);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { id, token } = (
      await ota.post('/api/me/tokens', { name: 'x', scope: 'read', expiresAt, password: 'correct horse' })
    ).body;
    const headers = { authorization: `Bearer ${token}` };
    const byToken = async (member: Member) => (await fetch(`${member.origin}/api/me`, { headers })).status;
    expect(await Promise.all(apis.map(byToken))).toEqual([200, 200]);
    expect((await ota.delete(`/api/me/tokens/${id}`)).status).toBe(204);
    await until(
      () => Promise.all(apis.map(byToken)),
      (statuses) => statuses.every((status) => status === 401),
    );
    const planted = at(apis[1]!, ota);
    expect((await planted.get('/api/me')).status).toBe(200);
    await ota.post('/api/auth/login', { email: ota.email, password });
    await until(
      async () => (await planted.get('/api/me')).status,
      (status) => status === 401,
    );
    expect((await at(apis[1]!, ota).get('/api/me')).status).toBe(200);
  });

  it('answers a retry at another process with what the first try did', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = { name: 'Jen jednou' };
    const both = await Promise.all([
      karla.post('/api/tasks', body, key),
      at(apis[1]!, karla).post('/api/tasks', body, key),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]!.body.id).toBe(both[1]!.body.id);
    expect((await karla.get('/api/tasks?name=Jen%20jednou')).body.total).toBe(1);
  });

  it('takes over from a projector that was killed, within seconds, and loses nothing', async () => {
    const acknowledged: number[] = [];
    let busy = true;
    const work = async (who: Person, n: number) => {
      for (let round = 0; busy; round++) {
        const { status, body } = await who.post('/api/tasks', { name: `Za běhu ${n}/${round}` });
        if (status === 201) acknowledged.push(body.id);
      }
    };
    const load = [work(karla, 1), work(at(apis[1]!, karla), 2)];
    const moreThan = (count: number) =>
      until(
        async () => acknowledged.length,
        (length) => length > count,
      );
    const leads = async (member: Member) =>
      /^gos_projection_leads 1$/m.test(await (await fetch(`${member.origin}/metrics`)).text());
    const leading = await Promise.all(projectors.map(leads));
    expect(leading.filter(Boolean)).toHaveLength(1);
    const [killed, standby] = leading[0] ? projectors : projectors.toReversed();
    await moreThan(5);
    await killed!.end('SIGKILL');
    const before = acknowledged.length;
    await until(
      () => leads(standby!),
      (does) => does,
    );
    await moreThan(before + 5);
    busy = false;
    await Promise.all(load);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const listed = await until(
      async () => {
        const ids: number[] = [];
        for (let page = 1; ; page++) {
          const { items, total } = (await karla.get(`/api/tasks?list=all&pageSize=100&page=${page}&sort=id`)).body;
          ids.push(...items.map(({ id }: Json) => id));
          if (ids.length >= total || items.length === 0) return ids;
        }
      },
      (ids) => acknowledged.every((id) => ids.includes(id)),
    );
    expect(new Set(listed).size).toBe(listed.length);
    await killed!.start();
  });

  it('is restarted process by process without an error that anybody sees', async () => {
    const seen: number[] = [];
    let busy = true;
    /**
     * A proxy in front of both: a server that does not answer, or is not ready, is skipped, and the request goes to the
     * other one.
     */
    const work = async (n: number) => {
      for (let round = 0; busy; round++) {
        const key = { 'idempotency-key': crypto.randomUUID() };
        for (let attempt = 0; ; attempt++) {
          const person = at(apis[(n + attempt) % 2]!, karla);
          try {
            if (await isReady(person)) {
              const { status } = await person.post('/api/tasks', { name: `Výměna ${n}/${round}` }, key);
              if (status !== 503 || (await isReady(person))) {
                seen.push(status);
                break;
              }
            }
          } catch (error) {
            if (attempt > 50) throw error;
            await sleep(20);
          }
        }
      }
    };
    const isReady = async ({ origin }: Person) => (await fetch(`${origin}/api/health/ready`)).ok;
    const load = [work(0), work(1)];
    for (const member of [...apis, ...workers]) {
      expect((await member.end('SIGTERM')).code).toBe(0);
      await member.start();
    }
    busy = false;
    await Promise.all(load);
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.filter((status) => status !== 201)).toEqual([]);
    const { items } = (await karla.get('/api/tasks?list=all&pageSize=100&q=V%C3%BDm%C4%9Bna')).body;
    expect(new Set(items.map(({ name }: Json) => name)).size).toBe(items.length);
  });

  it('leaves nothing half done by an api that is killed while a request comes in', async () => {
    const [killed, other] = [apis[0]!, at(apis[1]!, karla)];
    const content = Buffer.alloc(2 * 1024 * 1024, 'obsah ');
    const form = () => {
      const data = new FormData();
      data.set('file', new Blob([content], { type: 'text/plain' }), 'smlouva.txt');
      return data;
    };
    const id = await karla.task({ name: 'Se smlouvou' });
    const whole = new Response(form());
    const key = { 'idempotency-key': crypto.randomUUID() };
    const half = (path: string, type: string, body: Buffer) =>
      new Promise<() => Promise<unknown>>((resolve) => {
        const headers = { cookie: karla.cookie, 'x-requested-with': 'gos', 'content-type': type, ...key };
        const sent = request(`${killed.origin}${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-length': body.length },
        });
        const ended = new Promise((end) => sent.on('error', end).on('response', end));
        sent.write(body.subarray(0, body.length / 2), () => resolve(() => ended));
      });
    const task = Buffer.from(JSON.stringify({ name: 'Napůl poslaný' }));
    const outcomes = [
      await half(`/api/tasks/${id}/files`, whole.headers.get('content-type')!, Buffer.from(await whole.arrayBuffer())),
      await half('/api/tasks', 'application/json', task),
    ];
    await killed.end('SIGKILL');
    for (const outcome of outcomes) expect(await outcome()).toMatchObject({ code: 'ECONNRESET' });
    expect((await other.get(`/api/tasks/${id}`)).body.files).toEqual([]);
    const again = await other.call('POST', '/api/tasks', task.toString(), key);
    expect(again.status).toBe(201);
    expect((await other.get('/api/tasks?name=Nap%C5%AFl%20poslan%C3%BD')).body.total).toBe(1);
    const added = await other.post(`/api/tasks/${id}/files`, form());
    expect(added.status).toBe(201);
    const read = await other.get(`/api/tasks/${id}/files/${added.body.fileId}`);
    expect(Buffer.from(read.body).equals(content)).toBe(true);
    await killed.start();
    expect((await karla.get(`/api/tasks/${id}`)).body.files).toHaveLength(1);
  });

  it('does the jobs of a worker that was killed while they ran', async () => {
    const queue = 'maintenance';
    const [prefix] = (await cluster.servers.keyNames()).flatMap((key) => /^\{gos-[^}]+\}/.exec(key)?.[0] ?? []);
    const jobs = new BullJobs({ url: cluster.servers.redis.url, prefix });
    await jobs.open();
    const [worker] = workers as [Member];
    for (let round = 0; ; round++) {
      await jobs.add(queue, ...Array.from({ length: 50 }, (_, n) => ({ id: `round-${round}-${n}`, data: null })));
      worker.signal('SIGSTOP');
      const { active } = await jobs.counts(queue);
      if (active > 0) break;
      worker.signal('SIGCONT');
      await until(
        () => jobs.counts(queue),
        ({ waiting, active }) => waiting + active === 0,
      );
    }
    await worker.end('SIGKILL');
    expect((await jobs.counts(queue)).active).toBeGreaterThan(0);
    await worker.start();
    await until(
      () => jobs.counts(queue),
      ({ waiting, active }) => waiting + active === 0,
      60_000,
    );
    expect((await jobs.counts(queue)).failed).toBe(0);
    await jobs.close();
  });

  it('generates each occurrence of a repeated task once by two workers, one of which is killed meanwhile', async () => {
    const [second] = await cluster.add('worker');
    const [tomorrow, definitions, ahead] = [new Date(Date.now() + 86_400_000).toISOString(), 6, 12];
    const ids = await Promise.all(
      Array.from({ length: definitions }, async (_, n) => {
        const body = { name: `Denně ${n}`, firstDeadline: tomorrow, repeat: 'daily', generateAhead: ahead };
        return (await karla.post('/api/repeated-tasks', body)).body.id as number;
      }),
    );
    const generated = async () => {
      const answers = await Promise.all(ids.map(async (id) => (await karla.get(`/api/repeated-tasks/${id}`)).body));
      return answers.flatMap(({ id, generated: tasks }) =>
        tasks.map(({ number, deadline }: Json) => `${id} ${number} ${deadline}`),
      );
    };
    await until(generated, (tasks) => tasks.length > 0);
    await workers[0]!.end('SIGKILL');
    const all = await until(generated, (tasks) => tasks.length >= definitions * ahead, 90_000);
    await workers[0]!.start();
    expect(new Set(all).size).toBe(definitions * ahead);
    expect(await generated()).toHaveLength(definitions * ahead);
    await second!.end('SIGTERM');
  });

  it('says what is wrong while a server is away, and goes on when it is back', async () => {
    const { mongoDb, eventStoreDb, redis } = cluster.servers;
    const attempt = (key: string) => karla.post('/api/tasks', { name: `Výpadek ${key}` }, { 'idempotency-key': key });
    const comesBack = (key: string) =>
      until(
        () => attempt(key),
        ({ status }) => status === 201,
      );
    const refused = ({ status, body, headers }: Reply<Json>) => {
      expect([status, body.code]).toEqual([503, 'store.unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    };

    await mongoDb.kill();
    refused(await attempt('mongo'));
    await mongoDb.again();
    await comesBack('mongo');

    eventStoreDb.die();
    refused(await attempt('log'));
    await eventStoreDb.revive();
    await comesBack('log');

    await redis.kill();
    const without = await attempt('redis');
    expect(without.status).toBe(201);
    await redis.start();
    const screen = await Screen.open(at(apis[1]!, karla));
    await until(
      async () => {
        const id = await karla.task({ name: 'Slyšíte?' });
        await sleep(200);
        return screen.changesOf('task', id).length + screen.said('disconnect').length;
      },
      (heard) => heard > 0,
    );
    screen.socket.close();
    for (const key of ['mongo', 'log', 'redis']) {
      expect((await karla.get(`/api/tasks?list=all&name=${encodeURIComponent(`Výpadek ${key}`)}`)).body.total).toBe(1);
    }
  });
});
