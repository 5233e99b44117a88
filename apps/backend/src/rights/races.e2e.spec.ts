import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@gos/contract';
import {
  type EventWithTime,
  evolveTask,
  type GlobalRole,
  type ProjectPermission,
  type RecordedEvent,
  type Task,
  type TaskEvent,
} from '@gos/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import { isFull, sampled } from '../testing/full';
import { Harness, type Json, Person, type Reply } from '../testing/harness';
import { type Scene, sceneOf } from '../testing/rights/rights';
import { rights } from '../testing/rights/tables';

interface Standing {
  role: GlobalRole;
  active: boolean;
  readonly projects: Map<number, ProjectPermission>;
}

/** Judges each event by the rights at the time when it was written, which follow from the events before it alone. */
class Auditor {
  private readonly people = new Map<number, Standing>();
  private readonly tasks = new Map<string, Task | null>();
  private readonly boards = new Map<string, number>();
  readonly found: string[] = [];

  see(event: RecordedEvent): void {
    const { actor, causationId, correlationId } = event.metadata;
    // An event that follows from another one was decided together with it.
    if (actor !== null && causationId === correlationId) this.judge(actor, event);
    this.follow(actor, event);
  }

  private judge(actor: number, { type, stream, data, position }: RecordedEvent): void {
    // A person exists from their registration on.
    if (type === 'UserRegistered' || stream === 'installation') return;
    const { role, active } = this.of(actor);
    const say = (what: string) => this.found.push(`${position}: ${type} in ${stream} by ${actor}, ${what}`);
    if (!active) say('who was deactivated');
    else if (role === 'auditor') say('who was an auditor');
    if (role === 'admin') return;
    const [kind, id] = stream.split('-') as [string, string];
    const holds = (projectId: number | null | undefined, ...held: ProjectPermission[]) =>
      held.includes(this.of(actor).projects.get(projectId ?? 0)!);
    const { projectId, userId, from, to } = data as Json;
    if (kind === 'user' && type !== 'UserRenamed') say('who was no admin');
    if (kind === 'project' && type !== 'ProjectCreated') {
      // Members may leave and choose their notifications.
      const isOwn = userId === actor && (type === 'MemberRemoved' || from?.permission === to?.permission);
      const held: ProjectPermission[] = isOwn ? ['view', 'edit', 'manage'] : ['manage'];
      if (!holds(Number(id), ...held)) say('who did not manage it');
    }
    if (kind === 'board' && !holds(projectId ?? this.boards.get(stream), 'edit', 'manage')) {
      say('who did not edit its project');
    }
    const worked = type === 'WorkStarted' || type === 'TimeAdded' ? (data as Json).taskId : null;
    if (kind !== 'task' && worked === null) return;
    const task = this.tasks.get(worked === null ? stream : `task-${worked}`);
    const above = task ? null : this.tasks.get(`task-${(data as Json).parentId}`);
    if (above && !this.hasPartIn(actor, above)) say('who had no part in the task above');
    if (!task && projectId && !holds(projectId, 'edit', 'manage')) say('who did not edit its project');
    if (type === 'TaskMoved' && to?.projectId && !holds(to.projectId, 'edit', 'manage'))
      say('who did not edit where to');
    if (task && !this.hasPartIn(actor, task)) say('who had no part in it');
  }

  private hasPartIn(actor: number, { projectId, contractorId, solverId, acknowledged, passive }: Task): boolean {
    const held = this.of(actor).projects.get(projectId ?? 0);
    return (
      held === 'edit' || held === 'manage' || [contractorId, solverId, ...acknowledged, ...passive].includes(actor)
    );
  }

  private follow(actor: number | null, event: RecordedEvent): void {
    const { type, stream, data } = event;
    const [kind, id] = stream.split('-') as [string, string];
    const { userId, permission, to, role, projectId } = data as Json;
    if (kind === 'task') {
      this.tasks.set(stream, evolveTask(this.tasks.get(stream) ?? null, event as unknown as EventWithTime<TaskEvent>));
    }
    if (type === 'BoardCreated') this.boards.set(stream, projectId);
    const own = kind === 'user' ? this.of(Number(id)) : null;
    if (type === 'UserRegistered') own!.role = role;
    if (type === 'UserRoleChanged') own!.role = to;
    if (type === 'UserDeactivated') own!.active = false;
    if (type === 'UserActivated') own!.active = true;
    if (type === 'ProjectCreated') this.of(actor!).projects.set(projectId, 'manage');
    if (type === 'MemberAdded') this.of(userId).projects.set(projectId, permission);
    if (type === 'MemberChanged') this.of(userId).projects.set(projectId, to.permission);
    if (type === 'MemberRemoved') this.of(userId).projects.delete(projectId);
  }

  private of(userId: number): Standing {
    const known = this.people.get(userId) ?? { role: 'member' as const, active: true, projects: new Map() };
    this.people.set(userId, known);
    return known;
  }
}

const writes = rights.filter(
  ({ route, statuses: { member = 0 } }) => !route.startsWith('GET ') && member >= 200 && member < 300,
);
/** Moments at which a change of rights comes, in ms after the requests. */
const moments = [0, 1, 2, 4, 7];
const someMoments = sampled(moments, 2);

/** An hour that nobody else has worked in. */
const lastYear = (hour: number) => {
  const from = Date.now() - 365 * 86_400_000 + hour * 3_600_000;
  return { from: new Date(from).toISOString(), to: new Date(from + 3_600_000).toISOString() };
};

describe('rights that change under a request', () => {
  let gos: Harness;
  let scene: Scene;
  let admin: Person;
  let log: EventLog;

  beforeAll(async () => {
    gos = await Harness.start();
    scene = await sceneOf(gos);
    admin = scene.admin;
    log = gos.service<EventLog>(EVENT_LOG);
  });
  afterAll(() => gos.stop());

  async function events(): Promise<RecordedEvent[]> {
    const all: RecordedEvent[] = [];
    for (;;) {
      const some = await log.readAll(all.at(-1)?.position ?? null, 500);
      all.push(...some);
      if (some.length < 500) return all;
    }
  }

  /** Returns the events in the log that nobody had the right to cause when they were written. */
  async function findings(): Promise<string[]> {
    const auditor = new Auditor();
    for (const event of await events()) auditor.see(event);
    return auditor.found;
  }

  /** All requests at once, and the change of rights a moment later. */
  async function race(
    ms: number,
    change: () => Promise<Reply<Json>>,
    requests: readonly (() => Promise<Reply<Json>>)[],
  ) {
    const [changed, ...replies] = await Promise.all([sleep(ms).then(change), ...requests.map((request) => request())]);
    return { changed: changed!.status, replies };
  }

  it.each(writes.map((right, index) => [`${right.route}: ${right.of}`, right, index] as const))(
    'of a member who is deactivated, or becomes an auditor: %s',
    async (_, { route, ask }, row) => {
      for (const [index, lowering] of [{ active: false }, { role: 'auditor' }].entries()) {
        // Rows in turn have one of both where not all is tried.
        if (!isFull && index !== row % 2) continue;
        const me = await gos.person();
        const { path = {}, query = '', body } = await ask({ ...scene, people: { ...scene.people, member: me } }, me);
        const [method, pattern] = route.split(' ');
        const address = `/api${contract.pathOf(`GET ${pattern!}` as contract.Route, path as never)}${query}`;
        const { replies } = await race(
          moments[index * 2]!,
          () => admin.patch(`/api/users/${me.id}`, lowering),
          Array.from({ length: 4 }, () => () => me.call(method!, address, body)),
        );
        for (const { status } of replies) expect(status).toBeLessThan(500);
      }
    },
  );

  it.each(someMoments)(
    'of a member who is taken out of a project, or may only look from then on: after %d ms',
    async (ms) => {
      for (const takesOut of [true, false]) {
        const me = await gos.person();
        const project = (await admin.post('/api/projects', { name: 'Závod' })).body.id;
        await admin.post(`/api/projects/${project}/members`, {
          userId: me.id,
          permission: 'manage',
          notification: 'none',
        });
        const board = (await admin.post(`/api/projects/${project}/boards`, { name: 'Deska', section: 'todo' })).body.id;
        const tasks = [];
        for (let n = 0; n < 4; n++) tasks.push(await admin.task({ name: `Úkol ${n}`, projectId: project }));
        const member = `/api/projects/${project}/members/${me.id}`;
        const change = () => (takesOut ? admin.delete(member) : admin.patch(member, { permission: 'view' }));
        const { changed } = await race(ms, change, [
          ...tasks.map((id) => () => me.post(`/api/tasks/${id}/comments`, { text: 'Ještě já.' })),
          ...tasks.map((id) => () => me.patch(`/api/tasks/${id}`, { name: 'Přejmenovaný' })),
          ...tasks.map((id) => () => me.post(`/api/tasks/${id}/move`, { projectId: null, boardId: null })),
          ...tasks.map((id) => () => me.post(`/api/tasks/${id}/subtasks`, { name: 'Podúkol' })),
          ...tasks.map((id) => () => me.post('/api/work/start', { taskId: id })),
          () => me.post('/api/tasks', { name: 'Nový', projectId: project }),
          () => me.patch(`/api/projects/${project}`, { name: 'Můj závod' }),
          () => me.post(`/api/projects/${project}/boards`, { name: 'Moje deska', section: 'todo' }),
          () => me.patch(`/api/boards/${board}`, { name: 'Má deska' }),
          () => me.post(`/api/boards/${board}/move`, { section: 'done', beforeId: null }),
          () =>
            me.post(`/api/projects/${project}/members`, {
              userId: scene.other.id,
              permission: 'edit',
              notification: 'none',
            }),
          () => me.post(`/api/projects/${project}/webhooks`, { name: 'Háček' }),
          () =>
            me.post('/api/repeated-tasks', {
              name: 'Opakovaný',
              firstDeadline: '2099-01-01T10:00:00Z',
              repeat: 'daily',
              template: { projectId: project },
            }),
        ]);
        expect(changed).toBe(200);
      }
    },
  );

  it.each(someMoments)(
    'of a participant who is taken out of a task, or a solver who is replaced: after %d ms',
    async (ms) => {
      for (const isSolver of [true, false]) {
        const me = await gos.person();
        const part = isSolver ? { solverId: me.id } : { acknowledged: [me.id] };
        const tasks: number[] = [];
        for (let n = 0; n < 4; n++) tasks.push(await admin.task({ name: `Úkol ${n}`, ...part }));
        const takeOut = (id: number) =>
          isSolver
            ? admin.post(`/api/tasks/${id}/assign`, { solverId: scene.other.id })
            : admin.delete(`/api/tasks/${id}/participants/${me.id}`);
        const { changed } = await race(ms, async () => (await Promise.all(tasks.map(takeOut)))[0]!, [
          ...tasks.map((id) => () => me.post('/api/work/start', { taskId: id })),
          ...tasks.map((id) => () => me.post(`/api/tasks/${id}/comments`, { text: 'Ještě já.' })),
          ...tasks.map((id) => () => me.post(`/api/tasks/${id}/subtasks`, { name: 'Podúkol' })),
          ...tasks.map((id) => () => me.post('/api/work/entries', { taskId: id, ...lastYear(id) })),
          ...tasks.map((id) => () => me.post(`/api/tasks/${id}/complete`, { result: 'Hotovo.' })),
        ]);
        // A task that was completed first has no solver to replace any more.
        expect([200, 409]).toContain(changed);
      }
    },
  );

  it.each(someMoments)('of two admins who lower each other: after %d ms', async (ms) => {
    const [one, other] = [await gos.person(), await gos.person()];
    for (const { id } of [one, other]) await admin.patch(`/api/users/${id}`, { role: 'admin' });
    const { changed, replies } = await race(ms, () => one.patch(`/api/users/${other.id}`, { role: 'member' }), [
      () => other.patch(`/api/users/${one.id}`, { role: 'member' }),
    ]);
    expect([changed, ...replies.map(({ status }) => status)].sort()).toEqual([200, 403]);
  });

  describe.each([
    ['a token that is revoked', true],
    ['a session that is ended', false],
  ])('of who comes by %s', (_, isToken) => {
    it.each(someMoments)('after %d ms: nothing once that was answered', async (ms) => {
      const me = await gos.person();
      const id = await me.task({ name: 'Úkol' });
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const { id: tokenId, token } = (
        await me.post('/api/me/tokens', { name: 'P', scope: 'write', expiresAt, password: 'correct horse' })
      ).body;
      const other = new Person(me.origin);
      if (!isToken) for (const [name, value] of me.cookies) other.cookies.set(name, value);
      const headers: Record<string, string> = isToken ? { authorization: `Bearer ${token}` } : {};
      let then: number | undefined;
      const { changed, replies } = await race(
        ms,
        async () => {
          const reply = await (isToken ? me.delete(`/api/me/tokens/${tokenId}`) : me.post('/api/auth/logout'));
          then = (await events()).length;
          return reply;
        },
        Array.from({ length: 20 }, (_, n) => () => other.post(`/api/tasks/${id}/comments`, { text: `${n}` }, headers)),
      );
      expect(changed).toBe(204);
      expect((await events()).slice(then)).toEqual([]);
      for (const { status } of replies) expect([201, 401]).toContain(status);
    });
  });

  it('leave nothing in the log that was not allowed when it was written', async () => {
    expect(await findings()).toEqual([]);
  });
});
