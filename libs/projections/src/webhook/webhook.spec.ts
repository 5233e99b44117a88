import type { WebhookEvent } from '@gos/domain';
import { webhookSamples } from '@gos/domain/webhook/webhook.samples';
import { expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { webhookModel } from './webhook';

const all = Object.values(webhookSamples) as WebhookEvent[];
const after = async (count: number) =>
  (
    await fed(
      webhookModel,
      all.slice(0, count).map((event) => recorded('webhook-7', event)),
    )
  ).get('7')!;

it('a webhook document holds the webhook as it is now, for whoever manages its project', async () => {
  expect(await after(1)).toMatchObject({
    projectId: 5,
    parties: [],
    least: 'manage',
    webhook: { name: 'GitHub', active: true, createdAt: '2026-11-20T08:00:00.000Z', revision: 1 },
    words: ['7', 'github'],
  });
  expect(await after(3)).toMatchObject({ webhook: { name: 'GitLab', targetUrl: null, revision: 3 }, deleted: false });
  expect(await after(4)).toMatchObject({ webhook: { active: false, switchedOff: 'gone' } });
  expect(await after(5)).toMatchObject({ deleted: true });
  expect((await fed(webhookModel, [recorded('board-7', webhookSamples.WebhookCreated)])).size).toBe(0);
});
