import { compareOperations, fileContents, fileOperations, taskOperations } from '@gos/contract';
import type { Person } from '../harness';
import { byStanding, keptProject, once, type PlaceStanding, type Standing } from './place';
import { type Asked, foreignWord, type Row, rightsOf, row, type Scene, signedIn } from './rights';

type TaskStanding = Exclude<Standing, 'party'>;

interface Made {
  readonly id: number;
  readonly me: Person;
  readonly solver: Person;
}

/** Prepares a task before the request; returns further parts of the path. */
type Prepared = (scene: Scene, task: Made) => Promise<Asked['path'] | undefined>;

export async function taskFor(scene: Scene, me: Person, standing: TaskStanding, more: object = {}): Promise<Made> {
  const { other, admin } = scene;
  const inProject = standing === 'view' || standing === 'edit' || standing === 'manage' || standing === 'left';
  const id = await other.task({
    name: `${foreignWord} úkol`,
    projectId: await keptProject(scene, standing === 'left' || inProject ? me : other, inProject ? standing : 'none'),
    contractorId: standing === 'contractor' ? me.id : other.id,
    solverId: standing === 'solver' ? me.id : scene.solver.id,
    ...(standing === 'acknowledged' && { acknowledged: [me.id] }),
    passive: [scene.solver.id, ...(standing === 'passive' || standing === 'left' ? [me.id] : [])],
    ...more,
  });
  if (standing === 'left') await admin.delete(`/api/tasks/${id}/participants/${me.id}`);
  return { id, me, solver: standing === 'solver' ? me : scene.solver };
}

const mayTakePart = ({ people: { stranger, deactivated, auditor } }: Scene, me: Person) =>
  ![stranger, deactivated, auditor].includes(me);
/** One's own task, as far as one may have any. */
const ownTask = (scene: Scene, me: Person) => taskFor(scene, me, mayTakePart(scene, me) ? 'contractor' : 'none');
/** Somebody with whom nobody shares anything. */
const unknown = (scene: Scene) => once(scene, 'unknown', () => scene.gos.person(`${foreignWord} člověk`));

const asGiven: Prepared = async () => undefined;
const fulfilled: Prepared = async (_, { id, solver }) => {
  await solver.post(`/api/tasks/${id}/complete`, { result: 'hotovo' });
  return undefined;
};
const solved: Prepared = async (scene, task) => {
  await fulfilled(scene, task);
  await scene.admin.post(`/api/tasks/${task.id}/accept`, {});
  return undefined;
};
const deleted: Prepared = async ({ admin }, { id }) => {
  await admin.delete(`/api/tasks/${id}`);
  return undefined;
};
const estimated: Prepared = async ({ admin }, { id }) => {
  await admin.post(`/api/tasks/${id}/estimate`, { estimateMinutes: 60 });
  return undefined;
};
const commented: Prepared = async ({ admin }, { id }) => ({
  commentId: (await admin.post(`/api/tasks/${id}/comments`, { text: `${foreignWord} slova` })).body.commentId,
});
const commentedByOther: Prepared = async ({ other }, { id }) => ({
  commentId: (await other.post(`/api/tasks/${id}/comments`, { text: `${foreignWord} slova` })).body.commentId,
});
const uncommented: Prepared = async (scene, task) => {
  const path = await commented(scene, task);
  await scene.admin.delete(`/api/tasks/${task.id}/comments/${path!.commentId}`);
  return path;
};
const ownComment: Prepared = async (_, { id, me }) => ({
  commentId: (await me.post(`/api/tasks/${id}/comments`, { text: 'moje' })).body.commentId,
});
const ownUncommented: Prepared = async (scene, task) => {
  const path = await ownComment(scene, task);
  await task.me.delete(`/api/tasks/${task.id}/comments/${path!.commentId}`);
  return path;
};

function aFile(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['obsah'], { type: 'text/plain' }), `${foreignWord}.txt`);
  return form;
}
const withFile: Prepared = async ({ admin }, { id }) => ({
  fileId: (await admin.post(`/api/tasks/${id}/files`, aFile())).body.fileId,
});
const withoutFile: Prepared = async (scene, task) => {
  const path = await withFile(scene, task);
  await scene.admin.delete(`/api/tasks/${task.id}/files/${path!.fileId}`);
  return path;
};
const deletedWithFile: Prepared = async (scene, task) => {
  const path = await withFile(scene, task);
  await deleted(scene, task);
  return path;
};
const deletedWithoutFile: Prepared = async (scene, task) => {
  const path = await withoutFile(scene, task);
  await deleted(scene, task);
  return path;
};

/** A task that the asker sees too, where they may take part at all. */
const seenTask = (scene: Scene, { me }: Pick<Made, 'me'>) =>
  scene.other.task({ name: 'Předchůdce', ...(mayTakePart(scene, me) && { passive: [me.id] }) });
const withPredecessor: Prepared = async (scene, task) => {
  const taskId = await seenTask(scene, task);
  await scene.admin.post(`/api/tasks/${task.id}/predecessors`, { taskId });
  return { taskId };
};

interface Line {
  /** contractor, solver, on notice, passive */
  readonly parties: readonly [number, number, number, number];
  /** view, edit, manage of the project */
  readonly project: readonly [number, number, number];
  readonly auditor: number;
  readonly admin: number;
}
const line = (parties: Line['parties'], project: Line['project'], auditor: number, admin: number): Line => ({
  parties,
  project,
  auditor,
  admin,
});

type More = Asked | ((scene: Scene, task: Made) => Asked | Promise<Asked>);

/** The rows of a line; who has no part, or was taken out, does not see the task. */
function rows(
  { parties: [contractor, solver, acknowledged, passive], project: [view, edit, manage], ...others }: Line,
  more: More = {},
  prepared: Prepared = asGiven,
  what = '',
): Row[] {
  const statuses = { contractor, solver, acknowledged, passive, view, edit, manage, none: 404, left: 404 };
  const isRead = typeof more === 'object' && more.query !== undefined;
  return byStanding(
    statuses,
    others,
    async (scene, me, standing: TaskStanding, isRefused) => {
      const make = async () => {
        const task = await taskFor(scene, me, standing);
        return { task, path: await prepared(scene, task) };
      };
      const kept = () => once(scene, `task ${prepared.name} ${standing} ${me.id}`, make);
      const { task, path } = await (isRefused || isRead ? kept() : make());
      const asked = typeof more === 'function' ? await more(scene, task) : more;
      return { ...asked, path: { id: task.id, ...path, ...asked.path } };
    },
    what,
  );
}

/** The same people, in a state in which nobody may do it. */
const refusing = (who: Line): Line => {
  const no = (status: number) => (status < 300 ? 409 : status);
  const { parties, project, auditor, admin } = who;
  return line(parties.map(no) as never, project.map(no) as never, auditor, no(admin));
};
const changing = (who: Line, more: More, now: Prepared, otherwise: Prepared): Row[] => [
  ...rows(who, more, now),
  ...rows(refusing(who), more, otherwise, 'in another state'),
];

const missing = (body?: unknown, more: Asked['path'] = {}): Row =>
  row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999, ...more }, body }));
const missingRead = (query: string): Row =>
  row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999 }, query }));

/** A person who sees a task sees all of it. */
const view = line([200, 200, 200, 200], [200, 200, 200], 200, 200);
/** Deleted ones on request: for people who may restore them, and for auditors. */
const viewDeleted = line([200, 404, 404, 404], [404, 404, 200], 200, 200);
const bringingBack = line([200, 404, 404, 404], [404, 404, 200], 403, 200);
const nobody = line([404, 404, 404, 404], [404, 404, 404], 404, 404);
const reading = (query = ''): Row[] => [
  ...rows(view, { query }),
  ...rows(nobody, { query }, deleted, 'deleted'),
  missingRead(query),
];
const readingDeleted = (): Row[] => [
  ...reading(),
  ...rows(viewDeleted, { query: '?deleted=true' }, deleted, 'deleted, on request'),
];

const byEditors = (done: number) => line([done, 403, 403, 403], [403, done, done], 403, done);
const byEditorsAndSolver = (done: number) => line([done, done, 403, 403], [403, done, done], 403, done);
const byDeciders = line([200, 403, 403, 403], [403, 403, 200], 403, 200);
const byContractor = line([200, 403, 403, 403], [403, 403, 403], 403, 200);

const name = { body: { name: 'Jiný název' } };
const minutes = { body: { estimateMinutes: 120 } };
const budget = { body: { budget: { amount: '100.00', currency: 'CZK' } } };
const deadline = { body: { deadline: '2099-11-24T08:00:00.000Z' } };
const subtask = { body: { name: 'Podúkol' } };
const participant = ({ solver }: Scene): Asked => ({ body: { userId: solver.id, kind: 'acknowledged' } });
const predecessor = async (scene: Scene, task: Made): Promise<Asked> => ({
  body: { taskId: await seenTask(scene, task) },
});
const untilAhead = '?from=2020-01-01T00:00:00.000Z&to=2099-12-31T00:00:00.000Z';
const span = () => `?from=${new Date().toISOString()}&to=${new Date().toISOString()}`;

/** To be created in a project, which has to be seen and to take tasks of the person. */
const into = (place: 'project' | 'board' | 'parent'): Row[] =>
  place === 'parent'
    ? rows(
        byEditorsAndSolver(201),
        (_, { id }) => ({ body: { ...subtask.body, parentId: id } }),
        asGiven,
        'under another',
      ).map((one) => ({ ...one, statuses: seenOrUnknown(one.statuses), ask: withoutPath(one.ask) }))
    : byStanding(
        { view: 403, edit: 201, manage: 201, party: 422, none: 422, left: 422 },
        { auditor: 403, admin: 201 },
        async (scene, me, standing: PlaceStanding) => {
          const projectId = await keptProject(scene, me, standing);
          if (place === 'project') return { body: { name: 'Nový úkol', projectId } };
          const { id } = (
            await scene.other.post(`/api/projects/${projectId}/boards`, { name: 'Nástěnka', section: 'todo' })
          ).body;
          return { body: { name: 'Nový úkol', boardId: id } };
        },
        `into a ${place}`,
      );
/** A thing that a body names is no part of the address. */
const seenOrUnknown = (statuses: Row['statuses']): Row['statuses'] =>
  Object.fromEntries(Object.entries(statuses).map(([role, status]) => [role, status === 404 ? 422 : status]));
const withoutPath =
  (ask: Row['ask']): Row['ask'] =>
  async (scene, me) => ({ ...(await ask(scene, me)), path: {} });

export const taskRights = rightsOf(taskOperations, {
  list: [row('all that one sees', signedIn(200, 200, 200, 200))],
  counts: [row('all that one sees', signedIn(200, 200, 200, 200))],
  detail: readingDeleted(),
  comments: readingDeleted(),
  activity: readingDeleted(),
  diff: [
    ...rows(view, () => ({ query: span() })),
    ...rows(nobody, () => ({ query: span() }), deleted, 'deleted'),
    ...rows(viewDeleted, () => ({ query: `${span()}&deleted=true` }), deleted, 'deleted, on request'),
    row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999 }, query: span() })),
  ],
  graph: reading(),
  create: [
    row('one’s own', signedIn(201, 201, 403, 201), () => ({ body: { name: 'Vlastní úkol' } })),
    row('for somebody foreign', signedIn(422, 201, 403, 201), async (scene) => ({
      body: { name: 'Úkol pro jiného', contractorId: (await unknown(scene)).id },
    })),
    row('after a foreign one', signedIn(422, 422, 403, 201), async ({ other }) => ({
      body: { name: 'Navazující úkol', predecessors: [await other.task({ name: `${foreignWord} úkol` })] },
    })),
    row('with a foreign file', signedIn(422, 422, 403, 422), async ({ other }) => ({
      body: { name: 'Úkol s přílohou', files: [(await other.post('/api/files', aFile())).body.fileId] },
    })),
    ...into('project'),
    ...into('board'),
    ...into('parent'),
  ],
  createSubtask: [...changing(byEditorsAndSolver(201), subtask, asGiven, solved), missing(subtask.body)],
  edit: [
    ...changing(byEditors(200), name, asGiven, solved),
    ...rows(byEditorsAndSolver(200), { body: { description: '<p>Jinak</p>' } }, asGiven, 'its description'),
    missing(name.body),
  ],
  delete: [...rows(byDeciders), ...rows(nobody, {}, deleted, 'deleted'), missing()],
  undelete: [...rows(bringingBack, {}, deleted, 'deleted'), ...rows(refusing(byDeciders)), missing()],
  assign: [...changing(byEditors(200), { body: { solverId: null } }, asGiven, fulfilled), missing({ solverId: null })],
  complete: [
    ...changing(
      line([403, 200, 403, 403], [403, 403, 403], 403, 403),
      { body: { result: 'hotovo' } },
      asGiven,
      fulfilled,
    ),
    missing({ result: 'hotovo' }),
  ],
  accept: [...changing(byDeciders, { body: {} }, fulfilled, asGiven), missing({})],
  return: [...changing(byDeciders, { body: { reason: 'znovu' } }, fulfilled, asGiven), missing({ reason: 'znovu' })],
  end: [...changing(byContractor, { body: {} }, asGiven, solved), missing({})],
  restore: [...changing(byContractor, { body: {} }, solved, asGiven), missing({})],
  deadline: [...changing(byDeciders, deadline, asGiven, solved), missing(deadline.body)],
  plan: [
    ...changing(
      line([200, 200, 403, 403], [403, 403, 403], 403, 403),
      { body: { shownDate: '2099-11-24' } },
      asGiven,
      solved,
    ),
    missing({ shownDate: null }),
  ],
  estimate: [
    ...changing(line([200, 200, 403, 403], [403, 403, 200], 403, 200), minutes, asGiven, solved),
    ...rows(byDeciders, minutes, estimated, 'estimated before'),
    missing(minutes.body),
  ],
  budget: [...changing(byDeciders, budget, asGiven, solved), missing(budget.body)],
  move: [...changing(byEditors(200), { body: { projectId: null } }, asGiven, solved), missing({ projectId: null })],
  comment: [
    ...rows(line([201, 201, 201, 201], [403, 201, 201], 403, 201), { body: { text: 'Ahoj' } }),
    ...rows(line([201, 201, 201, 201], [403, 201, 201], 403, 201), { body: { text: 'Ahoj' } }, solved, 'solved'),
    missing({ text: 'Ahoj' }),
  ],
  editComment: [
    ...rows(
      line([403, 403, 403, 403], [403, 403, 403], 403, 403),
      { body: { text: 'Jinak' } },
      commentedByOther,
      'another’s',
    ),
    ...rows(
      line([200, 200, 200, 200], [404, 200, 200], 404, 200),
      { body: { text: 'Jinak' } },
      ownComment,
      'one’s own',
    ),
    missing({ text: 'Jinak' }, { commentId: 1 }),
  ],
  react: [
    ...rows(line([200, 200, 200, 200], [403, 200, 200], 403, 200), { path: { emoji: '👍' } }, commentedByOther),
    missing(undefined, { commentId: 1, emoji: '👍' }),
  ],
  removeReaction: [
    ...rows(line([200, 200, 200, 200], [403, 200, 200], 403, 200), { path: { emoji: '👍' } }, commentedByOther),
    missing(undefined, { commentId: 1, emoji: '👍' }),
  ],
  removeComment: [
    ...rows(line([403, 403, 403, 403], [403, 403, 403], 403, 200), {}, commented, 'another’s'),
    ...rows(line([200, 200, 200, 200], [404, 200, 200], 404, 200), {}, ownComment, 'one’s own'),
    missing(undefined, { commentId: 1 }),
  ],
  restoreComment: [
    ...rows(line([403, 403, 403, 403], [403, 403, 403], 403, 200), {}, uncommented, 'another’s'),
    ...rows(line([200, 200, 200, 200], [404, 200, 200], 404, 200), {}, ownUncommented, 'one’s own'),
    missing(undefined, { commentId: 1 }),
  ],
  addParticipant: [
    ...rows(byEditors(200), participant, asGiven, 'of the other kind'),
    ...rows(refusing(byEditors(200)), participant, solved, 'in another state'),
    row('somebody foreign', signedIn(422, 201, 403, 201), async (scene, me) => ({
      path: { id: (await ownTask(scene, me)).id },
      body: { userId: (await unknown(scene)).id, kind: 'passive' },
    })),
    missing({ userId: 1, kind: 'passive' }),
  ],
  removeParticipant: [
    ...rows(byEditors(200), ({ solver }) => ({ path: { userId: solver.id } }), asGiven, 'another one'),
    ...rows(
      line([404, 404, 200, 200], [404, 404, 404], 404, 404),
      (_, { me }) => ({ path: { userId: me.id } }),
      asGiven,
      'oneself',
    ),
    missing(undefined, { userId: 1 }),
  ],
  addPredecessor: [
    ...changing(byEditors(201), predecessor, asGiven, solved),
    row('a foreign one', signedIn(422, 422, 403, 201), async (scene, me) => ({
      path: { id: (await ownTask(scene, me)).id },
      body: { taskId: await scene.other.task({ name: `${foreignWord} předchůdce` }) },
    })),
    row('before a missing one', signedIn(404, 404, 404, 404), async (scene, me) => ({
      path: { id: 9_999 },
      ...(await predecessor(scene, { me } as Made)),
    })),
  ],
  removePredecessor: [...rows(byEditors(200), {}, withPredecessor), missing(undefined, { taskId: 1 })],
  removeFile: [...rows(byEditorsAndSolver(200), {}, withFile), missing(undefined, { fileId: 1 })],
  restoreFile: [...rows(byEditorsAndSolver(200), {}, withoutFile), missing(undefined, { fileId: 1 })],
});

const uploaded = async (of: Person): Promise<Asked> => {
  const { status, body } = await of.post('/api/files', aFile());
  return { path: { fileId: status === 201 ? body.fileId : 9_999 } };
};

export const compareTaskRights = rightsOf(compareOperations, {
  task: [
    ...rows(view, () => ({ query: untilAhead })),
    ...rows(viewDeleted, () => ({ query: untilAhead }), deleted, 'deleted'),
    row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999 }, query: untilAhead })),
  ],
});

export const fileRights = [
  ...rightsOf(fileOperations, {
    upload: [row('one’s own', signedIn(201, 201, 403, 201), () => ({ body: aFile() }))],
    addToTask: [
      ...rows(byEditorsAndSolver(201), () => ({ body: aFile() })),
      row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999 }, body: aFile() })),
    ],
  }),
  ...rightsOf(fileContents, {
    own: [
      row('own', signedIn(200, 200, 404, 200), (_, me) => uploaded(me)),
      row('foreign', signedIn(404, 404, 404, 404), ({ other }) => uploaded(other)),
      ...rows(view, { query: '' }, withFile, 'of a task').map((one) => ({ ...one, ask: fileAlone(one.ask) })),
      ...[
        ...rows(nobody, { query: '' }, deletedWithFile, 'of a deleted task'),
        ...rows(viewDeleted, { query: '?deleted=true' }, deletedWithFile, 'of a deleted task, on request'),
      ].map((one) => ({ ...one, ask: fileAlone(one.ask) })),
      row('missing', signedIn(404, 404, 404, 404), () => ({ path: { fileId: 9_999 } })),
    ],
    ofTask: [
      ...rows(view, { query: '' }, withFile),
      ...rows(nobody, { query: '' }, withoutFile, 'deleted'),
      ...rows(
        line([200, 200, 404, 404], [404, 200, 200], 200, 200),
        { query: '?deleted=true' },
        withoutFile,
        'deleted, on request',
      ),
      ...rows(nobody, { query: '' }, deletedWithFile, 'of a deleted task'),
      ...rows(viewDeleted, { query: '?deleted=true' }, deletedWithFile, 'of a deleted task, on request'),
      ...rows(viewDeleted, { query: '?deleted=true' }, deletedWithoutFile, 'deleted of a deleted task, on request'),
      missing(undefined, { fileId: 1 }),
    ],
  }),
];

function fileAlone(ask: Row['ask']): Row['ask'] {
  return async (scene, me) => {
    const { path, query } = await ask(scene, me);
    return { path: { fileId: path!.fileId! }, query };
  };
}
