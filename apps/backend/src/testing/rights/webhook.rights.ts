import { setTimeout as sleep } from 'node:timers/promises';
import { webhookOperations } from '@gos/contract';
import { github } from '../../features/webhooks/testing/host-payloads';
import type { Person } from '../harness';
import { type Asked, rightsOf, row, type Scene, signedIn } from './rights';

const body = { name: 'GitHub', targetUrl: 'https://odber.invalid/gos' };

type Standing = 'manage' | 'edit' | 'none';

/** A project of the admin's, in which the asker has this permission; auditors are members of nothing. */
async function project({ admin }: Scene, me: Person, standing: Standing): Promise<number> {
  const { id } = (await admin.post('/api/projects', { name: 'Cizí e-shop' })).body;
  const member = { userId: me.id, permission: standing, notification: 'none' };
  if (standing !== 'none') await admin.post(`/api/projects/${id}/members`, member);
  return id;
}

const within =
  (standing: Standing, more: Asked = {}) =>
  async (scene: Scene, me: Person) => ({
    ...more,
    path: { id: await project(scene, me, standing) },
  });

/** A webhook, named in a path below its project. */
const webhook =
  (standing: Standing, more: Asked = {}) =>
  async (scene: Scene, me: Person) => {
    const id = await project(scene, me, standing);
    const { id: webhookId } = (await scene.admin.post(`/api/projects/${id}/webhooks`, body)).body;
    return { ...more, path: { id, webhookId } };
  };

/** The same, named by its own id. */
const alone =
  (standing: Standing, more: Asked = {}) =>
  async (scene: Scene, me: Person) => {
    const { path } = await webhook(standing, more)(scene, me);
    return { ...more, path: { ...more.path, id: path.webhookId } };
  };

/** One delivery that came in for a webhook. */
const delivery = (standing: Standing) => async (scene: Scene, me: Person) => {
  const id = await project(scene, me, standing);
  const { id: webhookId, secret } = (await scene.admin.post(`/api/projects/${id}/webhooks`, body)).body;
  const { headers, body: sent } = github('ping', { zen: 'x' }, { secret });
  const taken = await scene.gos.stranger().call('POST', `/api/hooks/${webhookId}`, sent, headers);
  for (;;) {
    const found = await scene.admin.get(`/api/webhooks/${webhookId}/deliveries/${taken.body.id}`);
    if (found.body.status !== 'pending') return { path: { id: webhookId, delivery: taken.body.id } };
    await sleep(10);
  }
};
const noDelivery = (standing: Standing) => async (scene: Scene, me: Person) => ({
  path: { ...(await alone(standing)(scene, me)).path, delivery: 'none' },
});

const mine = 'of a project that one manages';
const edited = 'of a project that one edits';
const foreign = 'of a foreign project';

export const webhookRights = rightsOf(webhookOperations, {
  list: [
    row(mine, signedIn(200, 200, 200, 200), within('manage')),
    row(edited, signedIn(403, 403, 200, 200), within('edit')),
    row(foreign, signedIn(404, 404, 200, 200), within('none')),
  ],
  detail: [
    row(mine, signedIn(200, 200, 200, 200), webhook('manage')),
    row(edited, signedIn(403, 403, 200, 200), webhook('edit')),
    row(foreign, signedIn(404, 404, 200, 200), webhook('none')),
    row('none', signedIn(404, 404, 404, 404), async (scene, me) => ({
      path: { id: await project(scene, me, 'manage'), webhookId: 9_999 },
    })),
  ],
  create: [
    row(mine, signedIn(201, 201, 403, 201), within('manage', { body })),
    row(edited, signedIn(403, 403, 403, 201), within('edit', { body })),
    row(foreign, signedIn(404, 404, 403, 201), within('none', { body })),
  ],
  edit: [
    row(mine, signedIn(200, 200, 403, 200), webhook('manage', { body: { name: 'GitLab' } })),
    row(edited, signedIn(403, 403, 403, 200), webhook('edit', { body: { name: 'GitLab' } })),
    row(foreign, signedIn(404, 404, 403, 200), webhook('none', { body: { name: 'GitLab' } })),
  ],
  remove: [
    row(mine, signedIn(200, 200, 403, 200), webhook('manage')),
    row(edited, signedIn(403, 403, 403, 200), webhook('edit')),
    row(foreign, signedIn(404, 404, 403, 200), webhook('none')),
  ],
  rotateSecret: [
    row(mine, signedIn(200, 200, 403, 200), alone('manage')),
    row(edited, signedIn(404, 404, 403, 200), alone('edit')),
    row(foreign, signedIn(404, 404, 403, 200), alone('none')),
  ],
  deliveries: [
    row(mine, signedIn(200, 200, 200, 200), alone('manage')),
    row(edited, signedIn(404, 404, 200, 200), alone('edit')),
    row(foreign, signedIn(404, 404, 200, 200), alone('none')),
  ],
  delivery: [
    row(mine, signedIn(200, 200, 200, 200), delivery('manage')),
    row(edited, signedIn(404, 404, 200, 200), delivery('edit')),
    row('none', signedIn(404, 404, 404, 404), noDelivery('manage')),
  ],
  redeliver: [
    row(mine, signedIn(202, 202, 403, 202), delivery('manage')),
    row(edited, signedIn(404, 404, 403, 202), delivery('edit')),
    row('none', signedIn(404, 404, 403, 404), noDelivery('manage')),
  ],
  test: [
    row(mine, signedIn(202, 202, 403, 202), alone('manage')),
    row(edited, signedIn(404, 404, 403, 202), alone('edit')),
    row(foreign, signedIn(404, 404, 403, 202), alone('none')),
  ],
  replay: [
    row(mine, signedIn(202, 202, 403, 202), alone('manage', { body: {} })),
    row(edited, signedIn(404, 404, 403, 202), alone('edit', { body: {} })),
    row(foreign, signedIn(404, 404, 403, 202), alone('none', { body: {} })),
  ],
  take: [
    row('unsigned', { ...signedIn(401, 401, 401, 401), stranger: 401 }, async (scene, me) => ({
      path: { webhookId: (await alone('manage')(scene, me)).path.id },
      body: {},
    })),
    row('none', { ...signedIn(404, 404, 404, 404), stranger: 404, deactivated: 404 }, () => ({
      path: { webhookId: 9_999 },
      body: {},
    })),
  ],
});
