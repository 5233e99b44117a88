import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Deliveries } from '../../shared/webhook/deliveries';
import { Harness, type Json, type Person } from '../../testing/harness';
import { github } from './testing/host-payloads';

describe('webhooks over HTTP', () => {
  let gos: Harness;
  let jan: Person;
  let eva: Person;
  let project: number;

  beforeAll(async () => {
    gos = await Harness.start();
    jan = await gos.person('Jan Novák');
    eva = await gos.person('Eva Malá');
    project = (await jan.post('/api/projects', { name: 'E-shop' })).body.id;
  });
  afterAll(() => gos.stop());

  const make = async (body: object = {}): Promise<Json> =>
    (await jan.post(`/api/projects/${project}/webhooks`, { name: 'GitHub', ...body })).body;
  const read = async (id: number): Promise<Json> => (await jan.get(`/api/projects/${project}/webhooks/${id}`)).body;

  it('are created with a secret that is shown this once', async () => {
    const { status, body } = await jan.post(`/api/projects/${project}/webhooks`, {
      name: ' GitHub ',
      backlogBoardName: 'Příchozí',
      autoContractorId: eva.id,
      targetUrl: 'https://odber.example/gos',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      revision: 1,
      position: expect.any(String),
      eventId: expect.any(String),
      secret: body.secret,
    });
    expect(body.secret).toMatch(/^whsec_/);
    expect(Buffer.from(body.secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    const webhook = await read(body.id);
    expect(webhook).toEqual({
      id: body.id,
      projectId: project,
      name: 'GitHub',
      backlogBoardName: 'Příchozí',
      doneBoardName: null,
      autoContractor: { id: eva.id, name: 'Eva Malá' },
      active: true,
      url: `http://localhost/api/hooks/${body.id}`,
      targetUrl: 'https://odber.example/gos',
      switchedOff: null,
      lastDelivery: null,
      refusedAt: null,
      refusedFor: null,
      revision: 1,
      can: { edit: true, delete: true, 'rotate-secret': true, test: true, replay: true, redeliver: true },
    });
  });

  it('are listed by name, found by words and by whether they are active', async () => {
    const { id } = await make({ name: 'Archiv', active: false });
    const names = async (query: string) =>
      (await jan.get(`/api/projects/${project}/webhooks${query}`)).body.items.map(({ name }: Json) => name);
    expect((await names(''))[0]).toBe('Archiv');
    expect(await names('?active=false')).toEqual(['Archiv']);
    expect(await names('?q=arch')).toEqual(['Archiv']);
    expect((await names('?sort=-id'))[0]).toBe('Archiv');
    expect((await jan.get(`/api/projects/${project}/webhooks?colour=red`)).status).toBe(422);
    await jan.delete(`/api/projects/${project}/webhooks/${id}`);
    expect(await names('?active=false')).toEqual([]);
    expect((await jan.get(`/api/projects/${project}/webhooks/${id}`)).body.code).toBe('webhook.not-found');
  });

  it('are edited with If-Match; only a change of the same field is a conflict', async () => {
    const { id } = await make();
    const path = `/api/projects/${project}/webhooks/${id}`;
    expect((await jan.patch(path, { name: 'GitLab' })).body).toMatchObject({ id, revision: 2 });
    expect((await jan.patch(path, { active: false }, { 'if-match': '"1"' })).status).toBe(200);
    expect((await jan.patch(path, { name: 'Gitea' }, { 'if-match': '"1"' })).body).toMatchObject({
      status: 409,
      conflicts: [{ path: 'name', base: 'GitHub', theirs: 'GitLab', yours: 'Gitea' }],
    });
    expect(await read(id)).toMatchObject({ name: 'GitLab', active: false, revision: 3 });
  });

  it('get another secret; a retry is answered the same one, another rotation a further one', async () => {
    const first = await make();
    const rotate = (key: string) =>
      jan.post(`/api/webhooks/${first.id}/rotate-secret`, undefined, { 'idempotency-key': key });
    const { body } = await rotate('rotate-1');
    expect(body).toMatchObject({ id: first.id, revision: 2 });
    expect(body.secret).not.toBe(first.secret);
    expect((await rotate('rotate-1')).body.secret).toBe(body.secret);
    const { secret } = (await rotate('rotate-2')).body;
    expect([first.secret, body.secret]).not.toContain(secret);
    expect((await rotate('rotate-1')).body).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('are created once for one Idempotency-Key, with one secret', async () => {
    const create = () =>
      jan.post(`/api/projects/${project}/webhooks`, { name: 'Jednou' }, { 'idempotency-key': 'one' });
    const [a, b] = [await create(), await create()];
    expect([b.status, b.body.id, b.body.secret]).toEqual([201, a.body.id, a.body.secret]);
  });

  it.each([
    ['http://127.0.0.1:8080/', 'webhook.target-private'],
    ['http://[::1]/', 'webhook.target-private'],
    ['http://0x7f000001/', 'webhook.target-private'],
    ['http://169.254.169.254/latest', 'webhook.target-private'],
    ['http://localhost/', 'webhook.target-private'],
    ['https://jan:heslo@odber.example/', 'validation.url'],
    ['ftp://odber.example/', 'validation.url'],
  ])('send nothing to %s', async (targetUrl, code) => {
    const { status, body } = await jan.post(`/api/projects/${project}/webhooks`, { name: 'GitHub', targetUrl });
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ path: 'targetUrl', code })]]);
  });

  it('name no contractor who may not be named, and have no fields of their own', async () => {
    const wrong = await jan.post(`/api/projects/${project}/webhooks`, {
      name: '',
      autoContractorId: 9_999,
      secret: 'x',
    });
    expect(wrong.body.errors.map(({ path, code }: Json) => [path, code])).toEqual([
      ['secret', 'validation.unknown-field'],
      ['name', 'validation.required'],
    ]);
    const unknown = await jan.post(`/api/projects/${project}/webhooks`, { name: 'GitHub', autoContractorId: 9_999 });
    expect(unknown.body).toMatchObject({ status: 422, code: 'webhook.contractor.unknown' });
  });

  it('of another project are not found below this one', async () => {
    const { id } = await make();
    const other = (await jan.post('/api/projects', { name: 'Sklad' })).body.id;
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { body } = await jan.call(
        method,
        `/api/projects/${other}/webhooks/${id}`,
        method === 'PATCH' ? {} : undefined,
      );
      expect(body.code).toBe('webhook.not-found');
    }
  });

  it('keep deliveries for as many days as a setting says', async () => {
    const { id, secret } = await make();
    const { headers, body } = github('ping', { zen: 'x' }, { secret });
    await gos.stranger().call('POST', `/api/hooks/${id}`, body, headers);
    const deliveries = async () => (await jan.get(`/api/webhooks/${id}/deliveries`)).body;
    const count = async () => (await deliveries()).total;
    // The record of a delivery that is still being processed is written again.
    while ((await deliveries()).items[0]?.status === 'pending');
    const days = (count: number) => gos.clock.set(new Date(Date.now() + count * 24 * 60 * 60_000).toISOString());
    try {
      days(29);
      await gos.service<Deliveries>(Deliveries).sweep();
      gos.clock.set(null);
      expect(await count()).toBe(1);
      days(31);
      await gos.service<Deliveries>(Deliveries).sweep();
    } finally {
      gos.clock.set(null);
    }
    expect(await count()).toBe(0);
  });
});

describe('the secret of a webhook', () => {
  let gos: Harness;
  let jan: Person;
  let project: number;

  beforeAll(async () => {
    gos = await Harness.startEmbedded();
    jan = await gos.person('Jan Novák');
    project = (await jan.post('/api/projects', { name: 'E-shop' })).body.id;
  });
  afterAll(() => gos.stop());

  const make = async (): Promise<Json> =>
    (await jan.post(`/api/projects/${project}/webhooks`, { name: 'GitHub' })).body;
  const read = async (id: number): Promise<Json> => (await jan.get(`/api/projects/${project}/webhooks/${id}`)).body;

  it('lies nowhere in clear', async () => {
    const { secret } = await make();
    for (const name of ['accounts.sqlite', 'log.sqlite', 'views.sqlite']) {
      for (const end of ['', '-wal']) {
        const kept = readFileSync(join(gos.folder, `${name}${end}`)).toString('latin1');
        expect(kept).not.toContain(secret.slice('whsec_'.length));
      }
    }
  });

  it('that cannot be read any more switches it off; it takes a new one', async () => {
    const { id, secret } = await make();
    await gos.down();
    writeFileSync(join(gos.folder, 'secret'), 'another secret of at least 32 characters');
    await gos.up();
    jan.origin = gos.origin;
    await jan.post('/api/auth/login', { email: jan.email, password: 'correct horse' });
    const { headers, body } = github('ping', { zen: 'x' }, { secret });
    const ping = (sent: Record<string, string>) => gos.stranger().call('POST', `/api/hooks/${id}`, body, sent);
    expect((await ping(headers)).body).toMatchObject({ status: 404, code: 'webhook.not-found' });
    expect(await read(id)).toMatchObject({ active: false, switchedOff: 'secret-lost' });
    const again = (await jan.post(`/api/webhooks/${id}/rotate-secret`)).body.secret;
    await jan.patch(`/api/projects/${project}/webhooks/${id}`, { active: true });
    expect((await ping(github('ping', { zen: 'x' }, { secret: again }).headers as Record<string, string>)).status).toBe(
      202,
    );
  });
});
