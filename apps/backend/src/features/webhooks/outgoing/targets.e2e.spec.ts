import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Person } from '../../../testing/harness';
import { Receiver } from '../testing/receiver';
import { WebhookScene } from '../testing/webhook-scene';
import { Pumps } from './pumps';
import { Sender } from './sender';

describe('targets where private ones are not allowed', () => {
  let gos: Harness;
  let jan: Person;
  let inside: Receiver;

  beforeAll(async () => {
    gos = await Harness.start();
    jan = await gos.person('Jan Novák');
    inside = await Receiver.start();
  });
  afterAll(async () => {
    inside.stop();
    await gos.stop();
  });

  const sentTo = async (host: string, resolve: Sender['resolve']) => {
    gos.service<Sender>(Sender).resolve = resolve;
    const targetUrl = `http://${host}:${inside.port}/`;
    const scene = await WebhookScene.of(gos, jan, jan, { targetUrl });
    const { id } = (await jan.post(`/api/webhooks/${scene.hook}/test`)).body;
    for (;;) {
      const delivery = await scene.delivery(id);
      if (delivery.attempts.length > 0) return delivery;
      await sleep(10);
    }
  };

  it.each([
    ['loopback', ['127.0.0.1']],
    ['a private network among others', ['93.184.216.34', '10.0.0.1']],
    ['link-local metadata', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['unique local', ['fd00::1']],
  ])('a name that leads to %s is not connected to', async (_, addresses) => {
    const delivery = await sentTo('odber.example', async () => addresses);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ status: null }],
      effect: { notes: ['webhook.target-private'] },
    });
    expect(inside.received).toEqual([]);
  });

  it('a name without an answer is unreachable', async () => {
    const delivery = await sentTo('nikde.example', () => Promise.reject(new Error('ENOTFOUND')));
    expect(delivery.effect!.notes).toEqual(['webhook.target.unreachable']);
  });
});

describe('a target that does not answer', () => {
  it('is given up after 15 seconds', async () => {
    const gos = await Harness.start({ GOS_WEBHOOK_ALLOW_PRIVATE: 'true' });
    const jan = await gos.person('Jan Novák');
    const target = await Receiver.start();
    target.answer = () => {};
    try {
      const scene = await WebhookScene.of(gos, jan, jan, { targetUrl: target.url });
      const { id } = (await jan.post(`/api/webhooks/${scene.hook}/test`)).body;
      await gos.service<Pumps>(Pumps).idle();
      for (;;) {
        const delivery = await scene.delivery(id);
        if (delivery.attempts.length === 0) {
          await sleep(50);
          continue;
        }
        expect(delivery.effect!.notes).toEqual(['webhook.target.too-slow']);
        expect(delivery.attempts[0]!.ms).toBeGreaterThanOrEqual(14_900);
        return;
      }
    } finally {
      target.stop();
      await gos.stop();
    }
  });
});
