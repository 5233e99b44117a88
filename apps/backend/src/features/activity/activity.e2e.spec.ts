import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

const crowns = (amount: string) => ({ amount, currency: 'CZK' });

describe('the activity', () => {
  let gos: Harness;
  let admin: Person;
  let auditor: Person;
  let manager: Person;
  let viewer: Person;
  let project: number;
  let task: number;
  let hidden: number;
  /** A moment between the comment and the budget. */
  let middle: string;

  const made = async (person: Person, path: string, body: object) => {
    const { status, body: answer } = await person.post(path, body);
    if (status >= 400) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.id as number;
  };
  const search = async (query = '') => (await auditor.get(`/api/activity?pageSize=100${query}`)).body;
  const typesOf = ({ items }: Json) => (items as Json[]).map(({ event }) => event);
  const found = async (query: string) => typesOf(await search(query));
  const inProject = async (person: Person, query = '') =>
    (await person.get(`/api/projects/${project}/activity?pageSize=100${query}`)).body;
  const exported = async (query: string) => (await auditor.get(`/api/activity/export?${query}`)).body;

  beforeAll(async () => {
    gos = await Harness.start({}, { background: false });
    admin = await gos.person('Alena Adminová');
    auditor = await gos.person('Aurel Auditor');
    manager = await gos.person('Marie Vedoucí');
    viewer = await gos.person('Viktor Divák');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    await admin.patch(`/api/users/${viewer.id}`, { hourlyRate: crowns('800.00') });
    await made(admin, '/api/positions', { name: 'Stavbyvedoucí' });
    project = await made(manager, '/api/projects', { name: 'Most přes řeku' });
    const member = { userId: viewer.id, permission: 'view', notification: 'mine' };
    await manager.post(`/api/projects/${project}/members`, member);
    task = await manager.task({ name: 'Pilíř', projectId: project, solverId: viewer.id, budget: crowns('900.00') });
    await made(manager, `/api/tasks/${task}/comments`, { text: 'Beton dorazí později' });
    await sleep(5);
    middle = new Date().toISOString();
    await sleep(5);
    await made(manager, `/api/tasks/${task}/budget`, { budget: crowns('950.00') });
    await made(viewer, '/api/work/start', { taskId: task });
    hidden = await manager.task({ name: 'Tajné vyjednávání', projectId: project, solverId: manager.id });
    await made(manager, `/api/tasks/${hidden}/move`, { projectId: null });
    await made(manager, '/api/repeated-tasks', {
      name: 'Kontrola dna',
      ...{ firstDeadline: '2031-03-03T10:00:00.000Z', generateAhead: 1, createFor: 'user', solverId: viewer.id },
      ...{ repeat: 'weekly', period: 'week', repeatDay: 1, endRepeat: 'never' },
      template: { projectId: project, budget: crowns('900.00') },
    });
    await gos.applied();
  }, 60_000);
  afterAll(() => gos.stop());

  describe('of the installation', () => {
    it('shows every event, the newest first, with what it concerns', async () => {
      const { items, total } = await search();
      expect(items.length).toBe(total);
      const positions = (items as Json[]).map(({ position }) => BigInt(position));
      expect(positions).toEqual([...positions].sort((a, b) => (a < b ? 1 : -1)));
      const log = await gos.service<EventLog>(EVENT_LOG).readAll(null, 500);
      const searches = ['ActivitySearched', 'ActivityExported'];
      const expected = log.filter(({ type }) => !searches.includes(type)).map(({ id }) => id);
      const shown = (items as Json[]).filter(({ event }) => !searches.includes(event)).map(({ id }) => id);
      expect(shown.reverse()).toEqual(expected);
      const of = (event: string) => (items as Json[]).find((item) => item.event === event);
      expect(of('CommentAdded')).toMatchObject({
        class: 'comment',
        by: { id: manager.id, name: 'Marie Vedoucí' },
        text: 'Beton dorazí později',
        thing: { kind: 'task', id: String(task), name: 'Pilíř' },
        task: { id: task, name: 'Pilíř' },
        project: { id: project, name: 'Most přes řeku' },
      });
      expect(of('MemberAdded')).toMatchObject({
        class: null,
        thing: { kind: 'project', id: String(project), name: 'Most přes řeku' },
        task: null,
        changes: [
          { field: 'user', from: null, to: { id: viewer.id, name: 'Viktor Divák' } },
          { field: 'permission', from: null, to: 'view' },
          { field: 'notification', from: null, to: 'mine' },
        ],
      });
      expect(of('HourlyRateChanged')).toMatchObject({
        thing: { kind: 'user', id: String(viewer.id), name: 'Viktor Divák' },
        changes: [{ field: 'hourlyRate', from: null, to: crowns('800.00') }],
      });
      expect(of('PositionCreated')).toMatchObject({
        thing: { kind: 'position', id: '1', name: 'Stavbyvedoucí' },
        changes: [{ field: 'name', from: null, to: 'Stavbyvedoucí' }],
      });
    });

    it('is filtered by person, class, kind, task, project, channel, time and text, and by several at once', async () => {
      const all = await search();
      expect(await found(`&by=${viewer.id}`)).toEqual(['WorkStarted', 'UserRegistered']);
      expect(await found('&class=comment')).toEqual(['CommentAdded']);
      expect(await found('&kind=position&kind=project')).toEqual([
        ...['MemberAdded', 'MemberAdded', 'ProjectCreated', 'PositionCreated'],
      ]);
      expect(await found(`&taskId=${task}`)).toEqual(['WorkStarted', 'BudgetAdded', 'CommentAdded', 'TaskCreated']);
      expect(await found(`&taskId=${hidden}`)).toEqual(['TaskMoved', 'TaskCreated']);
      expect(await found(`&projectId=${project}&kind=repeatedTask`)).toEqual(['RepeatedTaskCreated']);
      expect(await found(`&projectId=${project}&by=${viewer.id}`)).toEqual(['WorkStarted']);
      expect((await search('&via=web')).total).toBeGreaterThan(10);
      expect(await found('&via=webhook')).toEqual([]);
      expect(await found('&q=betON')).toEqual(['CommentAdded']);
      expect(await found('&q=rek')).toEqual(['ProjectCreated']);
      const before = await found(`&to=${middle}`);
      expect(before.slice(0, 2)).toEqual(['CommentAdded', 'TaskCreated']);
      const later = await found(`&from=${middle}&kind=task`);
      expect(later).toEqual(['TaskMoved', 'TaskCreated', 'BudgetAdded']);
      expect(await found('&from=2099-01-01T00:00:00Z')).toEqual([]);
      expect(await found('&to=2001-01-01T00:00:00Z')).toEqual([]);
      expect(all.total).toBeGreaterThan(before.length);
    });

    it('is paged', async () => {
      const { items, total } = (await auditor.get(`/api/activity?pageSize=3&page=2&to=${middle}`)).body;
      expect(items).toEqual((await search(`&to=${middle}`)).items.slice(3, 6));
      expect(total).toBe((await search(`&to=${middle}`)).total);
    });

    it('is for admins and auditors only', async () => {
      expect((await admin.get('/api/activity')).status).toBe(200);
      for (const path of ['activity', 'activity/export?format=csv']) {
        expect((await manager.get(`/api/${path}`)).body).toMatchObject({ status: 403, code: 'user.forbidden' });
      }
    });

    it.each(['by=x', 'class=x', 'kind=x', 'via=x', 'from=yesterday', 'to=2026-13-01', 'sort=at', 'unknown=1'])(
      'refuses %s',
      async (query) => {
        expect((await auditor.get(`/api/activity?${query}`)).status).toBe(422);
      },
    );
  });

  describe('what is searched and exported', () => {
    const recordedOf = async (person: Person) =>
      (await gos.service<EventLog>(EVENT_LOG).readStream(`audit-${person.id}`)).map(({ type, data }) => ({
        type,
        ...(data as Json),
      }));

    it('is recorded before it is answered: one search of an hour once, each export', async () => {
      const before = (await recordedOf(admin)).length;
      for (const page of [1, 1, 2]) await admin.get(`/api/activity?q=pilir&page=${page}`);
      await admin.get('/api/activity/export?format=csv&q=pilir');
      await admin.get('/api/activity/export?format=csv&q=pilir');
      expect((await recordedOf(admin)).slice(before)).toEqual([
        { type: 'ActivitySearched', filters: { q: 'pilir' }, found: 1, at: expect.any(String) },
        { type: 'ActivityExported', filters: { format: 'csv', q: 'pilir' }, found: 1 },
        { type: 'ActivityExported', filters: { format: 'csv', q: 'pilir' }, found: 1 },
      ]);
      await gos.applied();
      const { items } = await search(`&kind=audit&by=${admin.id}`);
      expect(items[0]).toMatchObject({
        event: 'ActivityExported',
        thing: { kind: 'audit', id: String(admin.id), name: 'Alena Adminová' },
        changes: [
          { field: 'filters', from: null, to: 'format=csv q=pilir' },
          { field: 'found', from: null, to: 1 },
        ],
      });
    });

    it('leaves no event when it is refused', async () => {
      const before = (await recordedOf(admin)).length;
      await admin.get('/api/activity?by=x');
      await admin.get('/api/activity/export?format=xml');
      await manager.get('/api/activity');
      expect(await recordedOf(admin)).toHaveLength(before);
      expect(await recordedOf(manager)).toEqual([]);
    });
  });

  describe('of a project', () => {
    it('shows its manager what happened in it, money included', async () => {
      expect(typesOf(await inProject(manager))).toEqual([
        ...['RepeatedTaskCreated', 'TaskCreated', 'WorkStarted', 'BudgetAdded', 'CommentAdded', 'TaskCreated'],
        ...['MemberAdded', 'MemberAdded', 'ProjectCreated'],
      ]);
      const { items } = await inProject(manager, '&kind=repeatedTask');
      expect(items[0].changes).toContainEqual({ field: 'budget', from: null, to: crowns('900.00') });
    });

    it('shows others neither money nor tasks that they may not see', async () => {
      const seen = await inProject(viewer);
      expect(typesOf(seen)).toEqual([
        ...['RepeatedTaskCreated', 'WorkStarted', 'CommentAdded', 'TaskCreated'],
        ...['MemberAdded', 'MemberAdded', 'ProjectCreated'],
      ]);
      expect(seen.total).toBe(7);
      expect(JSON.stringify(seen)).not.toMatch(/Tajné|900\.00|50\.00/);
    });

    it('hides a deleted task from those who may not read it', async () => {
      const gone = await manager.task({ name: 'Zrušené dílo', projectId: project, solverId: manager.id });
      await gos.applied();
      expect(JSON.stringify(await inProject(viewer))).toContain('Zrušené dílo');
      await manager.delete(`/api/tasks/${gone}`);
      await gos.applied();
      expect(JSON.stringify(await inProject(viewer))).not.toContain('Zrušené dílo');
      expect((await inProject(viewer)).total).toBe(7);
      expect(typesOf(await inProject(manager)).slice(0, 2)).toEqual(['TaskDeleted', 'TaskCreated']);
    });

    it('is a missing project to strangers', async () => {
      const stranger = await gos.person('Cyril Cizí');
      expect((await stranger.get(`/api/projects/${project}/activity`)).body).toMatchObject({
        status: 404,
        code: 'project.not-found',
      });
    });
  });

  describe('exported', () => {
    it('is oldest first, as JSON and as CSV', async () => {
      const json: Json[] = await exported(`format=json&projectId=${project}`);
      const events = json.map(({ event }) => event);
      expect(events.slice(0, 4)).toEqual(['ProjectCreated', 'MemberAdded', 'MemberAdded', 'TaskCreated']);
      expect(json[3]).toEqual((await search(`&projectId=${project}`)).items.find(({ id }: Json) => id === json[3]!.id));
      const csv = String(await exported(`format=csv&projectId=${project}`));
      const [head, ...rows] = csv.trim().split('\r\n');
      expect(head!.replace('\uFEFF', '')).toMatch(/^position,at,event,class,by,byId,via,kind,/);
      expect(rows).toHaveLength(json.length);
      expect(rows[0]).toContain(`ProjectCreated,,Marie Vedoucí,${manager.id},web,project,${project},Most přes řeku`);
    });

    it('continues after the last event that somebody has', async () => {
      const whole: Json[] = await exported(`format=json&projectId=${project}`);
      const rest = await exported(`format=json&projectId=${project}&after=${whole[3]!.position}`);
      expect(rest).toEqual(whole.slice(4));
      expect(await exported(`format=json&after=${'9'.repeat(20)}`)).toEqual([]);
    });

    it.each(['', 'format=xml', 'format=csv&after=x', 'format=csv&after=-1', 'format=csv&by=x'])(
      'refuses %j',
      async (query) => {
        expect((await auditor.get(`/api/activity/export?${query}`)).status).toBe(422);
      },
    );
  });
});
