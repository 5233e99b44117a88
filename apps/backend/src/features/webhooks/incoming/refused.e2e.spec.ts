import { limits } from '@gos/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Harness, type Person } from '../../../testing/harness';
import {
  gitea,
  github,
  githubIssue,
  gitlab,
  gitlabIssue,
  type Sent,
  standard,
  standardIssue,
} from '../testing/host-payloads';
import { WebhookScene } from '../testing/webhook-scene';
import { IncomingQuota } from './incoming-quota';

describe('deliveries of hosts', () => {
  let gos: Harness;
  let jan: Person;
  let scene: WebhookScene;

  beforeAll(async () => {
    gos = await Harness.start();
    jan = await gos.person('Jan Novák');
  });
  afterAll(() => gos.stop());
  beforeEach(async () => {
    scene = await WebhookScene.of(gos, jan, jan);
  });

  describe('are refused', () => {
    const issue = () => githubIssue('opened', { number: 12 });
    const now = () => gos.clock.now();

    it.each<[string, (secret: string) => Sent]>([
      ['GitHub, another secret', () => github('issues', issue(), { secret: 'whsec_x' })],
      ['Gitea, another secret', () => gitea('issues', issue(), { secret: 'whsec_x' })],
      ['GitLab, another token', () => gitlab('Issue Hook', gitlabIssue('open', { number: 1 }), { secret: 'whsec_x' })],
      [
        'no signature',
        (secret) => ({
          ...github('issues', issue(), { secret }),
          headers: { 'content-type': 'application/json', 'x-github-event': 'issues' },
        }),
      ],
      ['a body that was changed', (secret) => ({ ...github('issues', issue(), { secret }), body: '{}' })],
      [
        'too old',
        (secret) => standard('issue.opened', standardIssue({ number: 1 }), { secret }, new Date(now() - 6 * 60_000)),
      ],
      [
        'from the future',
        (secret) => standard('issue.opened', standardIssue({ number: 1 }), { secret }, new Date(now() + 6 * 60_000)),
      ],
      [
        'another key',
        () =>
          standard('issue.opened', standardIssue({ number: 1 }), {
            secret: `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`,
          }),
      ],
    ])('%s', async (_, sent) => {
      const { status, body, headers } = await scene.post(sent(scene.secret));
      expect([status, body.code]).toEqual([401, 'webhook.signature']);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect((await scene.deliveries()).total).toBe(0);
      expect(await scene.webhook()).toMatchObject({ refusedAt: expect.any(String), refusedFor: 'signature' });
    });

    it('from a host that is not supported, which the webhook names until one is taken', async () => {
      const headers = { 'content-type': 'application/json', 'x-event-key': 'issue:created', 'x-hook-uuid': '{a}' };
      const { status, body } = await scene.post({ headers, body: '{}' });
      expect([status, body.code]).toEqual([400, 'webhook.host.unsupported']);
      expect(await scene.webhook()).toMatchObject({ refusedAt: expect.any(String), refusedFor: 'host' });
      await scene.take(github('ping', { zen: 'x' }, { secret: scene.secret }));
      expect(await scene.webhook()).toMatchObject({ refusedAt: null, refusedFor: null });
    });

    it('beyond what a webhook takes in a day, until some of it has passed', async () => {
      const { mebibytesADay } = limits.incomingPayloads;
      gos.service<IncomingQuota>(IncomingQuota).add(scene.hook, mebibytesADay * 1024 * 1024);
      const sent = github('issues', issue(), { secret: scene.secret });
      const { status, body, headers } = await scene.post(sent);
      expect([status, body.code, body.params]).toEqual([429, 'limit.incoming', { mebibytesADay }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await scene.deliveries()).total).toBe(0);
      gos.clock.set(new Date(gos.clock.now() + 60_000).toISOString());
      expect((await scene.post(github('issues', issue(), { secret: scene.secret }))).status).toBe(202);
      gos.clock.set(null);
    });

    it('by their signature, which is noted until one is taken', async () => {
      const wrong = github('issues', issue(), { secret: 'whsec_x' });
      expect(await scene.webhook()).toMatchObject({ lastDelivery: null, refusedAt: null });
      const first = new Date(now()).toISOString();
      const noted = async (afterMs: number) => {
        gos.clock.set(new Date(Date.parse(first) + afterMs).toISOString());
        expect((await scene.post(wrong)).status).toBe(401);
        return (await scene.webhook()).refusedAt;
      };
      const later = new Date(Date.parse(first) + 10_000).toISOString();
      try {
        // However many come, one in ten seconds is noted.
        expect([await noted(0), await noted(9_999), await noted(10_000)]).toEqual([first, first, later]);
        await scene.take(github('ping', { zen: 'x' }, { secret: scene.secret }));
        const lastDelivery = { at: later, status: 'ignored' };
        expect(await scene.webhook()).toMatchObject({ lastDelivery, refusedAt: null });
      } finally {
        gos.clock.set(null);
      }
    });

    it('for a webhook that is off, removed or was never there', async () => {
      const sent = github('issues', issue(), { secret: scene.secret });
      const path = `/api/projects/${scene.project}/webhooks/${scene.hook}`;
      await jan.patch(path, { active: false });
      expect((await scene.post(sent)).body).toMatchObject({ status: 404, code: 'webhook.not-found' });
      await jan.patch(path, { active: true });
      expect((await scene.post(sent)).status).toBe(202);
      await jan.delete(path);
      expect((await scene.post(sent)).status).toBe(404);
      for (const hook of [9_999, 'x' as never]) expect((await scene.post(sent, hook)).status).toBe(404);
    });

    it('beyond 1 MiB, said or not', async () => {
      const long = JSON.stringify({ filler: 'x'.repeat(10 * 1024 * 1024) });
      const { headers } = github('issues', {}, { secret: scene.secret });
      const reply = await scene.post({ headers, body: long });
      expect([reply.status, reply.body.code]).toEqual([413, 'request.too-large']);
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
        },
      });
      const address = `${gos.origin}/api/hooks/${scene.hook}`;
      const init = { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit;
      const status = await fetch(address, init).then(
        (answer) => answer.status,
        () => 'cut off',
      );
      expect([413, 'cut off']).toContain(status);
      expect((await scene.deliveries()).total).toBe(0);
    });

    it('as anything but JSON or a form', async () => {
      const { headers, body } = github('issues', issue(), { secret: scene.secret });
      const reply = await scene.post({ headers: { ...headers, 'content-type': 'text/xml' }, body });
      expect([reply.status, reply.body.code]).toEqual([415, 'request.media-type']);
    });
  });

  it('are signed with the old secret for a day after a rotation', async () => {
    const { secret } = (await jan.post(`/api/webhooks/${scene.hook}/rotate-secret`)).body;
    const ping = (of: string) => scene.post(github('ping', { zen: 'x' }, { secret: of }));
    try {
      expect([(await ping(scene.secret)).status, (await ping(secret)).status]).toEqual([202, 202]);
      gos.clock.set(new Date(Date.now() + 25 * 60 * 60_000).toISOString());
      expect([(await ping(scene.secret)).status, (await ping(secret)).status]).toEqual([401, 202]);
    } finally {
      gos.clock.set(null);
    }
  });
});
