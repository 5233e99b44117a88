import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';
import { github, githubIssue } from '../webhooks/testing/host-payloads';
import { WebhookScene } from '../webhooks/testing/webhook-scene';

describe('the source of events', () => {
  let gos: Harness;
  let admin: Person;
  let auditor: Person;
  let karla: Person;
  let scene: WebhookScene;
  let tokenId: string;
  let bearer: Readonly<Record<string, string>>;
  let byToken: number;
  let byWebhook: number;

  const tokenOf = async (person: Person, name: string) => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    return (await person.post('/api/me/tokens', { name, scope: 'write', expiresAt, password: 'correct horse' })).body;
  };
  const search = async (query: string, who = auditor): Promise<Json> =>
    (await who.get(`/api/activity?pageSize=100&${query}`)).body;
  const found = async (query: string) => ((await search(query)).items as Json[]).map(({ event }) => event);
  const sources = async (query = ''): Promise<Json> => (await auditor.get(`/api/activity/sources?${query}`)).body;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    auditor = await gos.person('Aurel Auditor');
    karla = await gos.person('Karla Svobodová');
    const jan = await gos.person('Jan Novák');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    scene = await WebhookScene.of(gos, karla, jan);
    const { id, token } = await tokenOf(karla, 'Noční import');
    tokenId = id;
    bearer = { authorization: `Bearer ${token}` };
    byToken = (await gos.stranger().post('/api/tasks', { name: 'Cihly' }, bearer)).body.id;
    await gos.stranger().patch(`/api/tasks/${byToken}`, { name: 'Cihly 2' }, bearer);
    await karla.patch(`/api/tasks/${byToken}`, { name: 'Cihly 3' });
    const { secret } = scene;
    byWebhook = (await scene.take(github('issues', githubIssue('opened', { number: 12 }), { secret }))).effect!.task!
      .id;
    await gos.applied();
  }, 60_000);
  afterAll(() => gos.stop());

  it('is recorded for tokens and incoming webhooks, and for nothing else', async () => {
    const eventsOf = (id: number) => gos.service<EventLog>(EVENT_LOG).readStream(`task-${id}`);
    expect((await eventsOf(byToken)).map(({ metadata }) => metadata.source)).toEqual([
      ...[`token-${tokenId}`, `token-${tokenId}`, undefined],
    ]);
    expect((await eventsOf(byWebhook)).map(({ metadata }) => metadata.source)).toContain(`webhook-${scene.hook}`);
    expect(JSON.stringify((await eventsOf(byToken))[2])).not.toContain('source');
    expect(JSON.stringify(await eventsOf(byToken))).not.toContain('Noční');
  });

  it('is a filter of the activity, its export and ranges', async () => {
    expect(await found(`token=${tokenId}`)).toEqual(['TaskEdited', 'TaskCreated']);
    expect(await found(`token=${tokenId}&by=${auditor.id}`)).toEqual([]);
    expect((await search(`webhook=${scene.hook}`)).items[0].task.id).toBe(byWebhook);
    expect(await found(`webhook=${scene.hook}&token=${tokenId}`)).toEqual([]);
    const exported = (await auditor.get(`/api/activity/export?format=json&token=${tokenId}`)).body;
    expect(exported.map(({ event }: Json) => event)).toEqual(['TaskCreated', 'TaskEdited']);
    const csv = String((await auditor.get(`/api/activity/export?format=csv&token=${tokenId}`)).body);
    expect(csv).toMatch(new RegExp(`,token,${tokenId},Noční import\r\n`));
    const span = `from=2020-01-01T00:00:00.000Z&to=${new Date().toISOString()}`;
    const preview = (await admin.get(`/api/admin/undo/preview?${span}&token=${tokenId}`)).body;
    expect(preview.items.map(({ action, refusal }: Json) => [action.event, refusal?.code])).toEqual([
      ['TaskEdited', 'undo.too-late'],
      ['TaskCreated', undefined],
    ]);
  });

  it('finds nothing for an unknown one, and refuses one that cannot be', async () => {
    expect(await found('token=unknown')).toEqual(await found('by=9999'));
    expect(await found('webhook=9999')).toEqual([]);
    for (const query of ['token=a%20b', 'token=', 'webhook=x', 'webhook=0'])
      expect((await auditor.get(`/api/activity?${query}`)).status).toBe(422);
    for (const query of ['token=%2E', 'webhook=x', 'other=1'])
      expect((await auditor.get(`/api/activity/sources?${query}`)).status).toBe(422);
    expect((await karla.get(`/api/projects/${scene.project}/activity?token=x`)).status).toBe(422);
  });

  it('is named for auditors and admins only', async () => {
    const [edited] = (await search(`token=${tokenId}`)).items;
    expect(edited.source).toEqual({ kind: 'token', id: tokenId, name: 'Noční import' });
    const [ofHook] = (await search(`webhook=${scene.hook}`)).items;
    expect(ofHook.source).toEqual({ kind: 'webhook', id: String(scene.hook), name: 'Hostitel' });
    const own = (await karla.get('/api/undo')).body.items;
    expect(own.map(({ action }: Json) => action.source)).toEqual(own.map(() => null));
    const inProject = (await karla.get(`/api/projects/${scene.project}/activity`)).body.items;
    expect(inProject.every(({ source }: Json) => source === null)).toBe(true);
    expect((await karla.get('/api/activity/sources')).status).toBe(403);
  });

  it('is offered by its name and that of its owner or project', async () => {
    const token = {
      ...{ id: tokenId, name: 'Noční import', ended: false },
      owner: { id: karla.id, name: 'Karla Svobodová' },
    };
    const project = { id: scene.project, name: 'E-shop' };
    const webhook = { id: scene.hook, name: 'Hostitel', project, deleted: false };
    expect(await sources()).toEqual({ tokens: [token], webhooks: [webhook] });
    expect(await sources('q=nocni')).toEqual({ tokens: [token], webhooks: [] });
    expect(await sources('q=svobod')).toMatchObject({ tokens: [token] });
    expect(await sources('q=hosti')).toEqual({ tokens: [], webhooks: [webhook] });
    expect(await sources(`token=${tokenId}`)).toEqual({ tokens: [token], webhooks: [] });
    expect(await sources(`webhook=${scene.hook}`)).toEqual({ tokens: [], webhooks: [webhook] });
    expect(await sources('q=nothing')).toEqual({ tokens: [], webhooks: [] });
  });

  it('keeps the name of a token that was used and has ended, until its owner is erased', async () => {
    const jitka = await gos.person('Jitka Malá');
    const unused = await tokenOf(jitka, 'Nikdy');
    const used = await tokenOf(jitka, 'Jednou');
    const auth = { authorization: `Bearer ${used.token}` };
    await gos.stranger().post('/api/tasks', { name: 'Malta' }, auth);
    for (const { id } of [unused, used]) expect((await jitka.delete(`/api/me/tokens/${id}`)).status).toBe(204);
    await gos.applied();
    expect((await sources('q=jitka')).tokens).toEqual([
      { id: used.id, name: 'Jednou', ended: true, owner: { id: jitka.id, name: 'Jitka Malá' } },
    ]);
    expect((await search(`token=${used.id}`)).items[0].source.name).toBe('Jednou');
    await admin.patch(`/api/users/${jitka.id}`, { active: false });
    expect((await admin.post(`/api/users/${jitka.id}/erase`, { confirm: 'Jitka Malá' })).status).toBeLessThan(300);
    expect(await gos.service<Accounts>(ACCOUNTS).get('apiTokenName', used.id)).toBeUndefined();
    expect((await search(`token=${used.id}`)).items[0].source).toEqual({ kind: 'token', id: used.id, name: null });
  });
});
