import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Worker } from '../../engine/jobs/worker';
import { Checkpoints } from '../../engine/proof/checkpoints';
import { Receiver } from '../../features/webhooks/testing/receiver';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('copies of checkpoints', () => {
  let gos: Harness;
  let admin: Person;
  let target: Receiver;

  const begin = async (env: Record<string, string> = { GOS_WEBHOOK_ALLOW_PRIVATE: 'true' }) => {
    gos = await Harness.start(env);
    admin = await gos.person('Alena Adminová');
  };
  beforeEach(async () => {
    target = await Receiver.start();
  });
  afterEach(async () => {
    await gos.stop();
    await target.stop();
  });

  const set = (emails: readonly string[], webhookUrl: string | null = null) =>
    admin.call('PUT', '/api/log/copies', { emails, webhookUrl });
  const items = async (): Promise<Json[]> => (await admin.get('/api/log/copies')).body.items;
  const sign = async () => {
    await admin.task({ name: 'Základy' });
    return (await gos.service<Checkpoints>(Checkpoints).make())!;
  };
  const look = () => gos.service<Worker>(Worker).tickNow();
  const states = async (...wanted: readonly string[]) => {
    const now = async () => (await items()).map(({ state }) => state);
    for (const until = Date.now() + 20_000; Date.now() < until; await sleep(20)) {
      if (JSON.stringify(await now()) === JSON.stringify(wanted)) return;
    }
    expect(await now()).toEqual(wanted);
  };
  const mails = () =>
    readdirSync(join(gos.folder, 'mail'))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(gos.folder, 'mail', name), 'utf8'))
      .filter((mail) => mail.includes('To: kopie@firma.example'));

  it('are mailed and posted once each, signed by Standard Webhooks', async () => {
    await begin();
    const first = await sign();
    const { status, body } = await set([' kopie@firma.example '], target.url);
    expect([status, body.items.map(({ address }: Json) => address)]).toEqual([
      200,
      ['kopie@firma.example', target.url],
    ]);
    expect(body.secret).toMatch(/^whsec_/);
    await look();
    await states('sent', 'sent');
    expect(Receiver.verified(body.secret, target.received[0]!)).toMatchObject({
      type: 'checkpoint',
      data: { size: first.size, note: first.note },
    });
    expect(mails()).toHaveLength(1);
    expect(mails()[0]).toContain('gos/log/');
    await look();
    await gos.restart();
    admin.origin = gos.origin;
    await look();
    const second = await sign();
    await look();
    await target.got(2);
    // Both were sent before, so their states say nothing of the second one.
    while (mails().length < 2) await sleep(10);
    await states('sent', 'sent');
    expect(target.received.map(({ body: { data } }) => data.size)).toEqual([first.size, second.size]);
    expect(mails()).toHaveLength(2);
    expect((await set(['kopie@firma.example'], target.url)).body.secret).toBe(null);
  });

  it('that fail are tried again, and say why', async () => {
    await begin();
    target.answer = (_, response) => void response.writeHead(500).end();
    await set([], target.url);
    await sign();
    await look();
    await states('failing');
    expect((await items())[0]).toMatchObject({ kind: 'webhook', reason: expect.stringContaining('(500)') });
    const { jobs } = { jobs: (await admin.get('/api/admin/queues/checkpoint-copies/jobs?state=delayed')).body.items };
    expect(jobs[0]).toMatchObject({ attempts: 1 });
    target.answer = (_, response) => void response.writeHead(204).end();
    expect((await admin.post(`/api/admin/queues/checkpoint-copies/jobs/${jobs[0].id}/retry`)).status).toBe(204);
    await states('sent');
  });

  it('end for good where the target is gone, and are not sent to an address that was removed', async () => {
    await begin();
    target.answer = (_, response) => void response.writeHead(410).end();
    await set([], target.url);
    await sign();
    await look();
    await states('failed');
    await set([]);
    await sign();
    await look();
    expect(await items()).toEqual([]);
    expect(target.received).toHaveLength(1);
  });

  it.each([
    [['kopie'], null, 'emails.0', 'auth.email'],
    [['a@firma.example', 'A@firma.example'], null, 'emails.1', 'validation.repeated'],
    [Array.from({ length: 11 }, (_, n) => `kopie${n}@firma.example`), null, 'emails', 'validation.too-many'],
    [[], 'ftp://firma.example/', 'webhookUrl', 'validation.url'],
    [[], 'https://jan:heslo@firma.example/', 'webhookUrl', 'validation.url'],
    [[], 'http://127.0.0.1/', 'webhookUrl', 'webhook.target-private'],
    [[], 'http://[::1]/', 'webhookUrl', 'webhook.target-private'],
  ])('refuse %j and %j', async (emails, url, path, code) => {
    await begin({});
    const { status, body } = await set(emails, url);
    expect([status, body.errors[0]]).toEqual([422, expect.objectContaining({ path, code })]);
    expect(await items()).toEqual([]);
  });

  it('are for admins only, and their addresses are in no event', async () => {
    await begin();
    const member = await gos.person('Petr Člen');
    await admin.patch(`/api/users/${member.id}`, { role: 'auditor' });
    expect((await member.get('/api/log/copies')).status).toBe(403);
    expect((await member.call('PUT', '/api/log/copies', { emails: [], webhookUrl: null })).status).toBe(403);
    await set(['kopie@firma.example']);
    expect(JSON.stringify((await admin.get('/api/log/proof')).body)).not.toContain('kopie@firma');
  });
});
