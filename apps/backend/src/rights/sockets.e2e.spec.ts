import type { LiveModel, SocketCommands, SocketEvents, Watched } from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../testing/harness';
import { type PlaceStanding, projectFor, type Standing } from '../testing/rights/place';
import { foreignWord, type Role, roles, type Scene, sceneOf } from '../testing/rights/rights';
import { taskFor } from '../testing/rights/task.rights';
import { Screen } from '../testing/screen';

/** Those who get a socket. */
type Reader = Exclude<Role, 'stranger' | 'deactivated'>;
type Heard = Readonly<Partial<Record<Reader, boolean>>>;

const heardBy = (collaborator: boolean, member: boolean, auditor: boolean, admin: boolean): Heard => ({
  collaborator,
  member,
  auditor,
  admin,
});
/** Only collaborators and members have standings; a person without one represents all roles. */
const byStanding = (isHeard: boolean): Heard => ({ collaborator: isHeard, member: isHeard });
const seesAll = heardBy(false, false, true, true);
const everybody = heardBy(true, true, true, true);

interface Made {
  readonly id: number;
  readonly change: () => Promise<unknown>;
}
interface Case {
  readonly of: string;
  readonly heard: Heard;
  readonly make: (scene: Scene, me: Person) => Promise<Made>;
}

let count = 0;
const another = () => `${foreignWord} ${++count}`;

const ofTask = (standing: Exclude<Standing, 'party'>, heard: Heard): Case => ({
  of: standing,
  heard,
  async make(scene, me) {
    const { id } = await taskFor(scene, me, standing);
    return { id, change: () => scene.admin.post(`/api/tasks/${id}/comments`, { text: another() }) };
  },
});
const ofProject = (
  standing: PlaceStanding,
  heard: Heard,
  within: (scene: Scene, project: number) => Promise<Made>,
): Case => ({
  of: standing,
  heard,
  make: async (scene, me) => within(scene, await projectFor(scene, me, standing)),
});

const project = async ({ admin }: Scene, id: number): Promise<Made> => ({
  id,
  change: () => admin.patch(`/api/projects/${id}`, { name: another() }),
});
const board = async ({ admin }: Scene, projectId: number): Promise<Made> => {
  const { id } = (await admin.post(`/api/projects/${projectId}/boards`, { name: another(), section: 'todo' })).body;
  return { id, change: () => admin.patch(`/api/boards/${id}`, { name: another() }) };
};
const webhook = async ({ admin }: Scene, projectId: number): Promise<Made> => {
  const { id } = (await admin.post(`/api/projects/${projectId}/webhooks`, { name: another() })).body;
  return { id, change: () => admin.patch(`/api/projects/${projectId}/webhooks/${id}`, { name: another() }) };
};
const inProject = (within: typeof project): readonly Case[] => [
  ...(['view', 'edit', 'manage'] as const).map((standing) => ofProject(standing, byStanding(true), within)),
  ...(['party', 'left'] as const).map((standing) => ofProject(standing, byStanding(false), within)),
  ofProject('none', seesAll, within),
];

let days = 0;
const work = async (scene: Scene, taskId: number): Promise<Made> => {
  const from = new Date(Date.UTC(2024, 0, 1) + ++days * 86_400_000);
  const span = { from: from.toISOString(), to: new Date(from.getTime() + 3_600_000).toISOString() };
  const { id } = (await scene.solver.post('/api/work/entries', { taskId, ...span })).body;
  return { id, change: () => scene.admin.patch(`/api/work/entries/${id}`, { note: another(), reason: 'Oprava' }) };
};
const plan = async (owner: Person): Promise<Made> => {
  const body = { type: 'available', date: '2099-11-24', from: '08:00', to: '16:30', location: 'Brno' };
  const { id } = (await owner.post('/api/plans', body)).body;
  return { id, change: () => owner.patch(`/api/plans/${id}`, { location: another() }) };
};
const repeatedTask = async (owner: Person): Promise<Made> => {
  const body = { name: another(), firstDeadline: '2099-11-24T08:00:00.000Z', repeat: 'weekly', active: false };
  const { id } = (await owner.post('/api/repeated-tasks', body)).body;
  return { id, change: () => owner.patch(`/api/repeated-tasks/${id}`, { name: another() }) };
};
const user = async (of: Person): Promise<Made> => ({
  id: of.id,
  change: () => of.patch('/api/me', { phone: String(++count) }),
});
let months = 0;
const worklog = async ({ admin }: Scene, of: Person): Promise<Made> => ({
  id: of.id,
  change: () => admin.post('/api/attendance/months/close', { userId: of.id, month: ++months, year: 2020 }),
});
/** Auditors have none of their own. */
const own = { collaborator: true, member: true, admin: true };

/** The recipients of each model's changes. A new model does not compile without its lines. */
const changes: Readonly<Record<LiveModel, readonly Case[]>> = {
  task: [
    ...(['contractor', 'solver', 'acknowledged', 'passive', 'view', 'edit', 'manage'] as const).map((standing) =>
      ofTask(standing, byStanding(true)),
    ),
    ofTask('left', byStanding(false)),
    ofTask('none', seesAll),
  ],
  project: inProject(project),
  board: inProject(board),
  webhook: [
    ofProject('manage', byStanding(true), webhook),
    ...(['view', 'edit', 'party', 'left'] as const).map((standing) => ofProject(standing, byStanding(false), webhook)),
    ofProject('none', seesAll, webhook),
  ],
  work: [
    ...(['contractor', 'passive', 'view'] as const).map((standing) => ({
      of: `on a task, ${standing}`,
      heard: byStanding(true),
      make: async (scene: Scene, me: Person) => work(scene, (await taskFor(scene, me, standing)).id),
    })),
    {
      of: 'on a foreign task',
      heard: seesAll,
      make: async (scene, me) => work(scene, (await taskFor(scene, me, 'none')).id),
    },
    {
      of: 'on a task that one was taken out of',
      heard: byStanding(false),
      make: async (scene, me) => work(scene, (await taskFor(scene, me, 'left')).id),
    },
  ],
  plan: [
    { of: 'own', heard: own, make: (_, me) => plan(me) },
    {
      of: 'foreign',
      heard: heardBy(false, true, true, true),
      make: async ({ gos }) => plan(await gos.person(another())),
    },
  ],
  'repeated-task': [
    { of: 'own', heard: own, make: (_, me) => repeatedTask(me) },
    { of: 'foreign', heard: seesAll, make: ({ other }) => repeatedTask(other) },
  ],
  user: [
    { of: 'oneself', heard: everybody, make: (_, me) => user(me) },
    {
      of: 'foreign',
      heard: heardBy(false, true, true, true),
      make: async ({ gos }) => user(await gos.person(another())),
    },
  ],
  worklog: [
    { of: 'own', heard: everybody, make: worklog },
    { of: 'foreign', heard: seesAll, make: (scene) => worklog(scene, scene.other) },
  ],
  position: [
    {
      of: 'all',
      heard: everybody,
      async make({ admin }) {
        const { id } = (await admin.post('/api/positions', { name: another() })).body;
        return { id, change: () => admin.patch(`/api/positions/${id}`, { name: another() }) };
      },
    },
  ],
  installation: [
    {
      of: 'the only one',
      heard: everybody,
      make: async ({ admin }) => ({ id: 1, change: () => admin.patch('/api/settings', { ipDays: 30 + ++count }) }),
    },
  ],
};

interface Looked {
  readonly of: string;
  readonly model: Watched['model'];
  readonly heard: Heard;
  readonly make: (scene: Scene, me: Person) => Promise<number>;
}
const looked: Readonly<Record<Watched['model'], readonly Looked[]>> = {
  task: changes.task.map(({ make, ...one }) => ({
    ...one,
    model: 'task' as const,
    make: async (scene: Scene, me: Person) => (await make(scene, me)).id,
  })),
  project: changes.project.map(({ make, ...one }) => ({
    ...one,
    model: 'project' as const,
    make: async (scene: Scene, me: Person) => (await make(scene, me)).id,
  })),
  board: changes.board.map(({ make, ...one }) => ({
    ...one,
    model: 'board' as const,
    make: async (scene: Scene, me: Person) => (await make(scene, me)).id,
  })),
};

describe('rights to what sockets tell', () => {
  let gos: Harness;
  let scene: Scene;
  const screens = {} as Record<Reader, Screen>;
  const ownTasks = {} as Record<Reader, number>;
  const readers = roles.filter((role): role is Reader => role !== 'stranger' && role !== 'deactivated');

  beforeAll(async () => {
    gos = await Harness.start();
    scene = await sceneOf(gos);
    for (const role of readers) {
      const me = scene.people[role];
      ownTasks[role] = await scene.admin.task({
        name: 'Společný úkol',
        ...(role !== 'auditor' && { passive: [me.id] }),
      });
      screens[role] = await Screen.open(me);
    }
  });
  afterAll(async () => {
    for (const screen of Object.values(screens)) screen.close();
    await gos.stop();
  });

  /** All that there was to hear so far was heard. */
  async function settled(role: Reader): Promise<Screen> {
    await gos.applied();
    await screens[role].settled(ownTasks[role]);
    return screens[role];
  }

  async function whoHears({ heard, make }: Case, model: LiveModel): Promise<Heard> {
    const told: Partial<Record<Reader, boolean>> = {};
    for (const role of readers) {
      if (heard[role] === undefined) continue;
      const { id, change } = await make(scene, scene.people[role]);
      const before = (await settled(role)).changesOf(model, id).length;
      expect(await change()).toMatchObject({ status: model === 'task' ? 201 : 200 });
      const after = (await settled(role)).changesOf(model, id).slice(before);
      told[role] = after.length > 0;
    }
    return told;
  }

  async function whoIsShown({ heard, make, model }: Looked): Promise<Heard> {
    const told: Partial<Record<Reader, boolean>> = {};
    for (const role of readers) {
      if (heard[role] === undefined) continue;
      const id = await make(scene, scene.people[role]);
      await settled(role);
      screens[role].socket.emit('watch', { model, id });
      const said = (await settled(role)).said('presence');
      told[role] = said.some((one) => one.model === model && one.id === id);
      screens[role].socket.emit('unwatch', { model, id });
    }
    return told;
  }

  async function greeting(person: Person, headers = {}): Promise<string[]> {
    const screen = await Screen.open(person, {}, { greeted: false, headers });
    await Promise.race([screen.until('hello'), screen.until('disconnect')]);
    screen.close();
    return screen.heard.map(({ event }) => event).filter((event) => event === 'hello' || event === 'problem');
  }

  /** The messages of a browser, each with the server's reaction: a new message does not compile without its rows. */
  const sent: Readonly<Record<keyof SocketCommands, () => void>> = {
    watch() {
      describe.each(Object.entries(looked))('a watched %s', (_, of) => {
        it.each(of.map((one) => [one.of, one] as const))('%s', async (_name, one) => {
          expect(await whoIsShown(one)).toEqual(one.heard);
        });
      });
      it('of a missing one, or of what nobody watches, is nothing', async () => {
        const nothing: object[] = [
          { model: 'task', id: 9_999 },
          { model: 'user', id: 1 },
        ];
        for (const watched of [...nothing, { model: 'task' }, null]) screens.member.socket.emit('watch', watched);
        const said = (await settled('member')).said('presence');
        expect(said.filter(({ model, id }) => model === 'user' || id === 9_999)).toEqual([]);
      });
    },
    unwatch() {
      it('says nothing of a foreign document to who never watched it', async () => {
        const { id } = await taskFor(scene, scene.people.member, 'none');
        const watching = await Screen.open(scene.other);
        watching.socket.emit('watch', { model: 'task', id });
        await watching.until('presence');
        const before = watching.said('presence').length;
        screens.member.socket.emit('unwatch', { model: 'task', id });
        await settled('member');
        expect(watching.said('presence')).toHaveLength(before);
        watching.close();
      });
    },
    idle() {
      it('is of one’s own screens, told to who sees one', async () => {
        const owner = await gos.person(another());
        const screen = await Screen.open(owner);
        screen.socket.emit('idle', { idle: true });
        const isIt = ({ items }: Json) =>
          items.some(({ user: { id }, state }: Json) => id === owner.id && state === 'idle');
        for (const role of ['member', 'auditor', 'admin'] as const) await screens[role].until('online', isIt);
        expect((await settled('collaborator')).said('online').filter(isIt)).toEqual([]);
        screen.close();
      });
    },
  };

  /** The messages of the server: a new message does not compile without its rows. */
  const told: Readonly<Record<keyof SocketEvents, () => void>> = {
    hello() {
      it.each(roles)('greets a %s as their session is', async (role) => {
        const isIn = role !== 'stranger' && role !== 'deactivated';
        expect(await greeting(scene.people[role])).toEqual([isIn ? 'hello' : 'problem']);
      });
    },
    problem() {
      it('sends a program with a token away: sockets are the browsers’', async () => {
        const { body } = await scene.people.member.post('/api/me/tokens', {
          name: 'Program',
          scope: 'write',
          expiresAt: new Date(Date.now() + 60_000).toISOString(),
          password: 'correct horse',
        });
        expect(await greeting(gos.stranger(), { authorization: `Bearer ${body.token}` })).toEqual(['problem']);
      });
    },
    changed() {
      describe.each(Object.entries(changes) as [LiveModel, readonly Case[]][])('a changed %s', (model, cases) => {
        it.each(cases.map((one) => [one.of, one] as const))('%s', async (_, one) => {
          expect(await whoHears(one, model)).toEqual(one.heard);
        });
      });
      it('never says what the reader may do, and is gone once to who was taken out', async () => {
        const { member } = scene.people;
        const { id } = await taskFor(scene, member, 'left');
        await scene.admin.post(`/api/tasks/${id}/comments`, { text: another() });
        const heard = (await settled('member')).changesOf('task', id);
        expect(heard.filter(({ gone }: Json) => gone)).toHaveLength(1);
        expect(heard.at(-1)).toMatchObject({ gone: true });
        for (const screen of Object.values(screens)) {
          expect(screen.changes.filter(({ doc }: Json) => doc && 'can' in doc)).toEqual([]);
        }
      });
    },
    resync() {
      it('is for whose rights changed, and nobody else', async () => {
        const before = Object.fromEntries(readers.map((role) => [role, screens[role].said('resync').length]));
        await projectFor(scene, scene.people.member, 'view');
        await settled('member');
        const more = Object.fromEntries(
          await Promise.all(
            readers.map(async (role) => [role, (await settled(role)).said('resync').length - before[role]!]),
          ),
        );
        expect(more).toEqual({ collaborator: 0, member: 1, keeper: 0, auditor: 0, admin: 0 });
      });
    },
    presence() {
      it('names to a collaborator nobody whom they do not see', async () => {
        const { collaborator } = scene.people;
        const id = await projectFor(scene, collaborator, 'view');
        screens.auditor.socket.emit('watch', { model: 'project', id });
        await screens.auditor.until('presence', (one) => one.model === 'project' && one.id === id);
        await settled('collaborator');
        screens.collaborator.socket.emit('watch', { model: 'project', id });
        const ofIt = (one: Json) => one.model === 'project' && one.id === id;
        await screens.auditor.until('presence', (one) => ofIt(one) && one.users.length === 2);
        const said = (await settled('collaborator')).said('presence').filter(ofIt);
        expect(said.at(-1).users.map((one: Json) => one.id)).toEqual([collaborator.id]);
      });
    },
    online() {
      it('is of whom one sees', async () => {
        const [owner, colleague] = [await gos.person(another()), await gos.person(another())];
        await scene.admin.task({ name: 'Společný úkol', passive: [colleague.id, scene.people.collaborator.id] });
        const opened = [await Screen.open(owner), await Screen.open(colleague)];
        const isOf = (person: Person) => (one: Json) => one.items.some(({ user: { id } }: Json) => id === person.id);
        for (const role of readers) await screens[role].until('online', isOf(colleague));
        for (const role of ['member', 'auditor', 'admin'] as const) await screens[role].until('online', isOf(owner));
        expect((await settled('collaborator')).said('online').filter(isOf(owner))).toEqual([]);
        for (const screen of opened) screen.close();
      });
    },
    notification() {
      it('is of one’s own tasks: a foreign one notifies nobody whom it mentions', async () => {
        const { collaborator, member, auditor } = scene.people;
        const mention = [collaborator, member, auditor].map(({ id }) => `@[${id}]`).join(' ');
        const { id: foreign } = await taskFor(scene, member, 'none');
        await scene.other.post(`/api/tasks/${foreign}/comments`, { text: mention });
        const { id } = await taskFor(scene, member, 'acknowledged');
        await scene.other.post(`/api/tasks/${id}/comments`, { text: mention });
        const isOf = (task: number) => (one: Json) => one.items.some((item: Json) => item.task?.id === task);
        await screens.member.until('notification', isOf(id));
        for (const role of ['collaborator', 'member'] as const) {
          expect((await settled(role)).said('notification').filter(isOf(foreign))).toEqual([]);
        }
        expect((await settled('collaborator')).said('notification').filter(isOf(id))).toEqual([]);
      });
    },
  };

  for (const rows of [...Object.values(sent), ...Object.values(told)]) rows();

  it('know every message that was heard', () => {
    const known = new Set([...Object.keys(told), 'connect', 'disconnect', 'connect_error']);
    const heard = Object.values(screens).flatMap((screen) => screen.heard.map(({ event }) => event));
    expect([...new Set(heard)].filter((event) => !known.has(event))).toEqual([]);
  });
});
