import type { Route } from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../testing/harness';
import { allRoutes } from '../testing/rights/operations';
import { type Scene, sceneOf } from '../testing/rights/rights';

/** In every name and text of what is made meanwhile. */
const secret = 'Utajený';
const month = 'month=11&year=2026';
const [from, to] = ['2026-11-01', '2026-11-30'];

/** The requests for each operation that answers without an id; without an entry, the plain operation. */
const asked: Partial<Record<Route, readonly string[]>> = {
  'GET /tasks': [
    '',
    ...['to-complete', 'given', 'to-accept', 'notified', 'planned', 'finished', 'completed', 'accepted', 'archive'].map(
      (list) => `?list=${list}`,
    ),
    `?q=${secret}`,
    `?tags=${secret}`,
    '?state=solved',
    '?deleted=true',
    '?sort=-budget,project,board,parent',
    '?pageSize=1',
  ],
  'GET /projects': ['', `?q=${secret}`, `?contracts=${secret}`, '?sort=-name'],
  'GET /search': [`?q=${secret}`, '?q=ukol', '?q=ukol&model=board', '?q=ukol&state=solved'],
  'GET /calendar': ['?from=2099-01-01&to=2099-12-31', '?from=2099-01-01&to=2099-12-31&part=solver'],
  'GET /repeated-tasks': ['', `?q=${secret}`],
  'GET /users': ['', '?q=Ciz'],
  'GET /users/avatars': [''],
  'GET /me/notifications': ['', '?pageSize=1'],
  'GET /me/changes': ['', '?since=2020-01-01T00:00:00.000Z'],
  'GET /me/sessions': [],
  'GET /undo': [''],
  'GET /work/entries': ['', `?from=2024-01-01T00:00:00.000Z`],
  'GET /attendance/month': [`?${month}`],
  'GET /attendance/months': [`?${month}`],
  'GET /attendance/team-month': [`?${month}`],
  'GET /attendance/activity': [`?from=${from}&to=${to}`],
  'GET /plans': ['', `?q=${secret}`],
};

/** Changes by itself, or is of the installation. */
const ofNobody: readonly RegExp[] = [/^GET \/(health|admin|auth)\//, /^GET \/me\/sessions$/, /^GET \/auth\/sso$/];

/** Members see everybody's plans and presence, but not their work or its place. */
const openToMembers = [
  'GET /plans',
  'GET /attendance/availability',
  'GET /attendance/availability/month',
  'GET /presence',
];

const lists = allRoutes.filter(
  (route) => route.startsWith('GET ') && !route.includes('{') && !ofNobody.some((one) => one.test(route)),
);

describe('what one may not see', () => {
  let gos: Harness;
  let scene: Scene;
  let left: Person;
  let owner: Person;
  let hidden: { readonly project: number; readonly board: number; readonly task: number; readonly file: number };
  let readers: Readonly<Record<string, Person>>;
  const before: Record<string, ReadonlyMap<string, string>> = {};
  const after: Record<string, ReadonlyMap<string, string>> = {};
  const own: Record<number, { readonly project: number; readonly feed: string }> = {};

  async function answersTo(me: Person, id: number): Promise<ReadonlyMap<string, string>> {
    const answers = new Map<string, string>();
    const note = async (what: string, path: string) => {
      const { status, body } = await me.get(path);
      answers.set(what, `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
    };
    for (const route of lists) {
      for (const query of asked[route] ?? ['']) await note(`${route}${query}`, `/api${route.split(' ')[1]}${query}`);
    }
    const { project, feed } = own[id]!;
    for (const part of ['', '/members', '/boards', '/statistics?period=month', '/statistics?period=week']) {
      await note(`own project${part}`, `/api/projects/${project}${part}`);
    }
    await note('own export', `/api/users/${id}/export`);
    await note('feed', feed);
    return answers;
  }

  const file = () => {
    const form = new FormData();
    form.set('file', new Blob([secret], { type: 'text/plain' }), `${secret}.txt`);
    return form;
  };

  /** Creates one of everything, in every list, and mentions the readers. */
  async function makeHidden() {
    const { solver, admin } = scene;
    const mention = [scene.people.collaborator, scene.people.member].map(({ id }) => `@[${id}]`).join(' ');
    const contracts = [{ contractId: secret, name: secret, client: secret }];
    const project = (await owner.post('/api/projects', { name: `${secret} projekt`, contracts })).body.id;
    const board = (await owner.post(`/api/projects/${project}/boards`, { name: `${secret} úkol`, section: 'todo' }))
      .body.id;
    const common = {
      name: `${secret} úkol`,
      description: `<p>${secret}</p>`,
      tags: [secret],
      projectId: project,
      boardId: board,
      solverId: solver.id,
      acknowledged: [left.id],
      deadline: '2099-11-24T08:00:00.000Z',
      budget: { amount: '100.00', currency: 'CZK' },
    };
    const task = await owner.task(common);
    const done = await owner.task({ ...common, acknowledged: [] });
    await solver.post(`/api/tasks/${done}/complete`, { result: secret });
    await owner.post(`/api/tasks/${done}/accept`, { rating: 5 });
    const waiting = await owner.task({ ...common, shownDate: '2099-01-01', predecessors: [task] });
    await owner.post(`/api/tasks/${waiting}/comments`, { text: `${secret} ${mention}` });
    await owner.delete(`/api/tasks/${await owner.task(common)}`);
    const added = (await owner.post(`/api/tasks/${task}/files`, file())).body.fileId;
    await owner.post('/api/repeated-tasks', {
      name: `${secret} úkol`,
      firstDeadline: '2099-11-24T08:00:00.000Z',
      repeat: 'weekly',
      solverId: solver.id,
    });
    const span = { from: '2026-11-12T09:00:00.000Z', to: '2026-11-12T10:00:00.000Z', note: secret };
    await solver.post('/api/work/entries', { taskId: task, ...span });
    await solver.post('/api/work/start', { taskId: task });
    await solver.post('/api/plans', {
      type: 'at_work',
      date: '2099-11-24',
      from: '08:00',
      to: '16:30',
      location: 'Brno',
    });
    await owner.post(`/api/projects/${project}/webhooks`, { name: secret, targetUrl: 'https://odber.invalid/gos' });
    // A former member.
    const member = { userId: left.id, permission: 'manage', notification: 'all' };
    await owner.post(`/api/projects/${project}/members`, member);
    await left.post(`/api/tasks/${task}/comments`, { text: 'Vidím to.' });
    await owner.post(`/api/tasks/${task}/comments`, { text: `${secret} @[${left.id}]` });
    await admin.delete(`/api/projects/${project}/members/${left.id}`);
    for (const id of [task, waiting]) await admin.delete(`/api/tasks/${id}/participants/${left.id}`);
    return { project, board, task, file: added };
  }

  beforeAll(async () => {
    gos = await Harness.start();
    scene = await sceneOf(gos);
    const { collaborator, member, admin, auditor } = scene.people;
    owner = await gos.person('Majitel');
    left = await gos.person('Bývalá');
    for (const me of [collaborator, member, left, admin, auditor]) {
      const project = (await admin.post('/api/projects', { name: 'Vlastní' })).body.id;
      await admin.post(`/api/projects/${project}/members`, { userId: me.id, permission: 'view', notification: 'none' });
      if (me !== auditor) await admin.task({ name: 'Vlastní úkol', projectId: project, solverId: me.id });
      const { calendarUrl } = (await me.post('/api/calendar/subscription')).body;
      own[me.id] = { project, feed: new URL(calendarUrl).pathname };
    }
    readers = { collaborator, member, program: scene.programs.read, admin, auditor };
    for (const me of [...Object.values(readers), left]) await me.get('/api/me');
    const idOf = (me: Person) => me.id || member.id;
    for (const [name, me] of Object.entries(readers)) before[name] = await answersTo(me, idOf(me));
    hidden = await makeHidden();
    for (const [name, me] of Object.entries({ ...readers, left })) after[name] = await answersTo(me, idOf(me));
  });
  afterAll(() => gos.stop());

  /** An export says when it was made. */
  const changed = (name: string) =>
    [...after[name]!].filter(([what, told]) => what !== 'own export' && before[name]!.get(what) !== told);
  const routeOf = (what: string) => what.replace(/\?.*/, '');

  it('is nothing to a collaborator: no item, no count, no order', () => {
    expect(changed('collaborator')).toEqual([]);
  });

  it.each(['member', 'program'])('is to a %s no more than where a colleague is', (name) => {
    expect(changed(name).filter(([what]) => !openToMembers.includes(routeOf(what)))).toEqual([]);
    expect(changed(name).length).toBeGreaterThan(0);
  });

  it.each(['collaborator', 'member', 'program', 'left'])('is told to a %s by no word', (name) => {
    expect([...after[name]!].filter(([, told]) => told.includes(secret))).toEqual([]);
  });

  it.each(['admin', 'auditor'])('is seen by an %s, so that this would be noticed', (name) => {
    const seen = new Set(changed(name).map(([what]) => routeOf(what)));
    const expected = ['GET /tasks', 'GET /projects', 'GET /search', 'GET /repeated-tasks', 'GET /attendance/months'];
    expect(expected.filter((route) => !seen.has(route))).toEqual([]);
  });

  it.each(['collaborator', 'member', 'program', 'left'])('is found by a %s through no filter', async (name) => {
    const me = { ...readers, left }[name]!;
    const { project, board } = hidden;
    const probes = [
      `/tasks?project=${project}`,
      `/tasks?board=${board}`,
      `/tasks?solver=${scene.solver.id}`,
      `/tasks?contractor=${owner.id}`,
      `/tasks?participants=${scene.solver.id}`,
      `/search?q=ukol&project=${project}`,
      `/search?q=ukol&person=${owner.id}`,
      `/projects?members=${owner.id}`,
      `/repeated-tasks?solver=${scene.solver.id}`,
      `/work/entries?userId=${scene.solver.id}`,
    ];
    for (const probe of probes) {
      const { status, body } = await me.get(`/api${probe}`);
      expect([probe, status, status === 200 ? body.total : 0]).toEqual([probe, expect.any(Number), 0]);
      expect(JSON.stringify(body as Json)).not.toContain(secret);
    }
  });
});
