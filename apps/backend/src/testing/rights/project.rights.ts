import { boardOperations, compareOperations, projectOperations, statisticsOperations } from '@gos/contract';
import type { Person } from '../harness';
import { byStanding, keptProject, once, type PlaceStanding, projectFor } from './place';
import { type Asked, foreignWord, type Row, rightsOf, row, type Scene, signedIn } from './rights';

type More = (scene: Scene, me: Person, projectId: number) => Asked | Promise<Asked>;

/** A person without a permission in a project does not see it, even as a party to its tasks. */
const inProject = (
  [view, edit, manage]: readonly [number, number, number],
  others: { readonly auditor: number; readonly admin: number },
  more: More = () => ({}),
  what = '',
): Row[] =>
  byStanding(
    { view, edit, manage, party: 404, none: 404, left: 404 },
    others,
    async (scene, me, standing: PlaceStanding, isRefused) => {
      const id = await (isRefused ? keptProject : projectFor)(scene, me, standing);
      const { path, ...asked } = await more(scene, me, id);
      return { ...asked, path: { id, ...path } };
    },
    what,
  );

/** Nothing is changed by reading: one project is enough. */
export const reading = (query = ''): Row[] =>
  byStanding(
    { view: 200, edit: 200, manage: 200, party: 404, none: 404, left: 404 },
    { auditor: 200, admin: 200 },
    async (scene, me, standing: PlaceStanding) => ({ path: { id: await keptProject(scene, me, standing) }, query }),
  );
const noChange = { auditor: 403, admin: 200 };
const missing = (body?: unknown, more: Asked['path'] = {}) =>
  row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999, ...more }, body }));

const membership = { permission: 'view', notification: 'all' };
/** Another member, whom everybody in the project sees. */
const solverIn: More = async ({ admin, solver }, _, id) => {
  await admin.post(`/api/projects/${id}/members`, { userId: solver.id, ...membership });
  return { path: { userId: solver.id } };
};
const self: More = (_, me) => ({ path: { userId: me.id } });
/** A project whose only manager the asker is, or somebody else where they may be none. */
async function lastManager(scene: Scene, me: Person) {
  const { people, other, admin } = scene;
  const mayManage = [people.member, people.keeper, people.collaborator].includes(me);
  const id = await projectFor(scene, me, mayManage ? 'manage' : 'none');
  if (mayManage) await admin.patch(`/api/projects/${id}/members/${other.id}`, { permission: 'view' });
  return { id, userId: mayManage ? me.id : other.id };
}

export const projectRights = rightsOf(projectOperations, {
  list: [row('all that one sees', signedIn(200, 200, 200, 200))],
  detail: [...reading(), missing()],
  members: [...reading(), missing()],
  create: [row('one’s own', signedIn(403, 201, 403, 201), () => ({ body: { name: 'Nový projekt' } }))],
  edit: [...inProject([403, 403, 200], noChange, () => ({ body: { name: 'Jiný projekt' } })), missing({})],
  addMember: [
    ...inProject([403, 403, 201], { auditor: 403, admin: 201 }, async ({ admin, solver }, _, id) => {
      // So that a collaborator sees them.
      await admin.task({ name: `${foreignWord} úkol v něm`, projectId: id, solverId: solver.id });
      return { body: { userId: solver.id, ...membership } };
    }),
    missing({ userId: 1, ...membership }),
  ],
  changeMember: [
    ...inProject(
      [403, 403, 200],
      noChange,
      async (...given) => ({ ...(await solverIn(...given)), body: { permission: 'edit' } }),
      'another one',
    ),
    ...inProject(
      [200, 200, 200],
      { auditor: 404, admin: 404 },
      async (...given) => ({ ...(await self(...given)), body: { notification: 'mine' } }),
      'one’s own notification',
    ),
    row('of the last manager', signedIn(409, 409, 403, 409), async (scene, me) => ({
      path: await lastManager(scene, me),
      body: { permission: 'view' },
    })),
    missing({ permission: 'edit' }, { userId: 1 }),
  ],
  removeMember: [
    ...inProject([403, 403, 200], noChange, solverIn, 'another one'),
    ...inProject([200, 200, 200], { auditor: 404, admin: 404 }, self, 'oneself'),
    row('the last manager', signedIn(409, 409, 403, 409), async (scene, me) => ({
      path: await lastManager(scene, me),
    })),
    missing(undefined, { userId: 1 }),
  ],
});

export const statisticsRights = rightsOf(statisticsOperations, {
  statistics: [...reading('?period=week'), missing()],
  items: [
    ...reading('?kind=created&from=2026-01-01&to=2026-12-31'),
    row('missing', signedIn(404, 404, 404, 404), () => ({
      path: { id: 9_999 },
      query: '?kind=created&from=2026-01-01&to=2026-12-31',
    })),
  ],
});

type MadeBoard = (scene: Scene, projectId: number) => Promise<number>;

const board: MadeBoard = async ({ other }, projectId) =>
  (await other.post(`/api/projects/${projectId}/boards`, { name: `${foreignWord} nástěnka`, section: 'todo' })).body.id;
const withTask: MadeBoard = async (scene, projectId) => {
  const boardId = await board(scene, projectId);
  const { other } = scene;
  const id = await other.task({ name: `${foreignWord} úkol na ní`, projectId, boardId, solverId: scene.solver.id });
  await scene.solver.post(`/api/tasks/${id}/complete`, { result: 'hotovo' });
  return boardId;
};
const deleted: MadeBoard = async (scene, projectId) => {
  const id = await board(scene, projectId);
  await scene.other.delete(`/api/boards/${id}`);
  return id;
};

const ofBoard = (
  [view, edit, manage]: readonly [number, number, number],
  others: { readonly auditor: number; readonly admin: number },
  asked: Asked = {},
  made: MadeBoard = board,
  what = '',
): Row[] =>
  byStanding(
    { view, edit, manage, party: 404, none: 404, left: 404 },
    others,
    async (scene, me, standing: PlaceStanding, isRefused) => {
      const anew = async () => made(scene, await keptProject(scene, me, standing));
      const kept = () => once(scene, `board ${made.name} ${standing} ${me.id}`, anew);
      return { ...asked, path: { id: await (isRefused || asked.query !== undefined ? kept() : anew()) } };
    },
    what,
  );

export const boardRights = rightsOf(boardOperations, {
  list: [
    ...reading(),
    ...reading('?deleted=true').map((one) => ({ ...one, of: `with deleted ones, ${one.of}` })),
    missing(),
  ],
  detail: [
    ...ofBoard([200, 200, 200], { auditor: 200, admin: 200 }, { query: '' }),
    ...ofBoard([404, 404, 404], { auditor: 404, admin: 404 }, { query: '' }, deleted, 'deleted'),
    ...ofBoard(
      [404, 200, 200],
      { auditor: 200, admin: 200 },
      { query: '?deleted=true' },
      deleted,
      'deleted, on request',
    ),
    missing(),
  ],
  create: [
    ...inProject([403, 201, 201], { auditor: 403, admin: 201 }, () => ({ body: { name: 'Nová', section: 'todo' } })),
    missing({ name: 'Nová', section: 'todo' }),
  ],
  edit: [...ofBoard([403, 200, 200], noChange, { body: { name: 'Jiná' } }), missing({ name: 'Jiná' })],
  move: [...ofBoard([403, 200, 200], noChange, { body: { section: 'done' } }), missing({ section: 'done' })],
  delete: [
    ...ofBoard([403, 200, 200], noChange),
    ...ofBoard([404, 404, 404], { auditor: 404, admin: 404 }, {}, deleted, 'deleted'),
    missing(),
  ],
  undelete: [
    ...ofBoard([403, 409, 409], { auditor: 403, admin: 409 }),
    ...ofBoard([404, 200, 200], { auditor: 403, admin: 200 }, {}, deleted, 'deleted'),
    missing(),
  ],
  accept: [
    ...ofBoard([409, 409, 409], { auditor: 403, admin: 409 }, {}, board, 'without tasks'),
    ...ofBoard([200, 200, 200], noChange, {}, withTask),
    missing(),
  ],
});

/** The second moment is still ahead, so it is the present. */
const moments = 'from=2020-01-01T00:00:00.000Z&to=2099-12-31T00:00:00.000Z';
const ofMonth = `month=11&year=2026&${moments}`;

export const compareRights = rightsOf(compareOperations, {
  project: [
    ...reading(`?${moments}`),
    row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999 }, query: `?${moments}` })),
  ],
  board: [
    ...ofBoard([200, 200, 200], { auditor: 200, admin: 200 }, { query: `?${moments}` }),
    ...ofBoard([404, 200, 200], { auditor: 200, admin: 200 }, { query: `?${moments}` }, deleted, 'deleted'),
    row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999 }, query: `?${moments}` })),
  ],
  month: [
    row('own', signedIn(200, 200, 200, 200), () => ({ query: `?${ofMonth}` })),
    row('foreign', signedIn(403, 403, 200, 200, 200), ({ other }) => ({ query: `?userId=${other.id}&${ofMonth}` })),
    row('nobody', signedIn(403, 403, 404, 404, 404), () => ({ query: `?userId=9999&${ofMonth}` })),
  ],
});
