import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Deliveries } from '../../../shared/webhook/deliveries';
import { Harness, type Person } from '../../../testing/harness';
import { github, githubIssue } from '../testing/host-payloads';
import { WebhookScene } from '../testing/webhook-scene';
import { IncomingDeliveries } from './incoming-deliveries';

describe('a delivery that its host sends again', () => {
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

  const sent = (action: string, more: object = {}, event = 'issues') =>
    github(event, githubIssue(action, { number: 12 }, more), { secret: scene.secret });
  const comments = async (id: number) => (await jan.get(`/api/tasks/${id}/comments`)).body.items;

  it('acts once the cause of its failure is gone, and never again', async () => {
    const opened = sent('opened');
    await jan.patch(`/api/projects/${scene.project}/webhooks/${scene.hook}`, { backlogBoardName: 'Nová' });
    const first = await scene.take(opened);
    expect(first).toMatchObject({ status: 'failed', effect: { did: [], notes: ['board.not-found'] } });
    await jan.post(`/api/projects/${scene.project}/boards`, { name: 'Nová', section: 'backlog' });
    const second = await scene.take(opened);
    expect(second).toMatchObject({ id: first.id, status: 'delivered', effect: { did: ['created'] } });
    expect(second.attempts).toHaveLength(2);
    const third = await scene.take(opened);
    expect(third).toMatchObject({ id: first.id, effect: { did: ['created'] } });
    expect(third.attempts).toHaveLength(2);
    expect([(await scene.tasks()).length, (await scene.deliveries()).total]).toEqual([1, 1]);
  });

  it('acts when there was nothing to act on before', async () => {
    const comment = { id: 1, body: 'Opraveno', user: { login: 'petra-git' } };
    const commented = sent('created', { comment }, 'issue_comment');
    expect(await scene.take(commented)).toMatchObject({
      status: 'ignored',
      effect: { notes: ['webhook.issue.unknown'] },
    });
    const { id } = (await scene.take(sent('opened'))).effect!.task!;
    expect(await scene.take(commented)).toMatchObject({ status: 'delivered', effect: { did: ['commented'] } });
    await scene.take(commented);
    expect(await comments(id)).toHaveLength(1);
  });

  it('acts once when it comes several times at the same moment', async () => {
    const comment = { id: 1, body: 'Opraveno', user: { login: 'petra-git' } };
    const commented = sent('created', { comment }, 'issue_comment');
    await scene.take(commented);
    const { id } = (await scene.take(sent('opened'))).effect!.task!;
    const replies = await Promise.all([1, 2, 3, 4].map(() => scene.post(commented)));
    await Promise.all(replies.map(({ body }) => scene.settled(body.id)));
    expect(await comments(id)).toHaveLength(1);
  });

  describe('after the process ended between effect and record', () => {
    /** As the records were before the effect. */
    const forget = async (id: string, status: 'pending' | 'failed') => {
      const deliveries = gos.service<Deliveries>(Deliveries);
      await deliveries.change({ webhookId: scene.hook, id }, (one) => ({ ...one, status, effect: null, attempts: [] }));
    };

    it.each(['pending', 'failed'] as const)('acts once, recorded as %s', async (status) => {
      const { id } = (await scene.take(sent('opened'))).effect!.task!;
      const comment = { id: 1, body: 'Opraveno', user: { login: 'petra-git' } };
      const deliveries = [sent('created', { comment }, 'issue_comment'), sent('closed'), sent('reopened')];
      for (const one of deliveries) {
        const done = await scene.take(one);
        await forget(done.id, status);
        // The job of a process that ended is run again; a failed delivery waits for its host.
        if (status === 'pending') {
          await gos.service<IncomingDeliveries>(IncomingDeliveries).act({ webhookId: scene.hook, id: done.id }, false);
        } else await scene.post(one);
        const again = await scene.settled(done.id);
        expect(again).toMatchObject({
          status: 'delivered',
          effect: { did: expect.arrayContaining([done.effect!.did[0]]) },
        });
      }
      expect(await comments(id)).toHaveLength(1);
      const types = (await scene.events(id)).map(({ type }) => type);
      for (const once of ['TaskCompleted', 'CommentAdded'])
        expect(types.filter((type) => type === once)).toHaveLength(1);
    });
  });

  it('is not settled by a slow process once another one has begun it again', async () => {
    const failed = await scene.take(sent('closed'));
    const deliveries = gos.service<Deliveries>(Deliveries);
    const which = { webhookId: scene.hook, id: failed.id };
    const before = (await deliveries.get(scene.hook, failed.id))!;
    // The slow process has read the delivery as it was in the round before.
    const reading = deliveries.get;
    deliveries.get = async () => ({ ...before, status: 'pending' });
    try {
      await deliveries.change(which, (one) => ({ ...one, status: 'pending', effect: null, round: one.round + 1 }));
      await gos.service<IncomingDeliveries>(IncomingDeliveries).act(which, true);
    } finally {
      deliveries.get = reading;
    }
    expect(await deliveries.get(scene.hook, failed.id)).toMatchObject({ status: 'pending', effect: null });
  });

  it('acts again when a person wants it, also where it has acted', async () => {
    const { id } = (await scene.take(sent('opened'))).effect!.task!;
    const comment = { id: 1, body: 'Opraveno', user: { login: 'petra-git' } };
    const done = await scene.take(sent('created', { comment }, 'issue_comment'));
    await jan.post(`/api/webhooks/${scene.hook}/deliveries/${done.id}/redeliver`);
    await scene.settled(done.id);
    expect(await comments(id)).toHaveLength(2);
  });
});
