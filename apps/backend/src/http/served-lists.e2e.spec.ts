import * as contract from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KeptAnswers } from '../shared/answer/kept-answers';
import { databaseOf } from '../stores/drivers/sqlite/testing/inside';
import { decisive, parseFilter } from '../stores/read-models/filter-tree';
import {
  type Filter,
  type FindOptions,
  type ModelDeclaration,
  READ_MODELS,
  type ReadModels,
  type SortKey,
} from '../stores/read-models/read-models';
import { planMatching, planSorted, type RowSource } from '../stores/read-models/sqlite.plan';
import { type Service, services, servingIndex } from '../stores/read-models/testing/serving-index';
import { Harness, type Person } from '../testing/harness';

interface List {
  readonly route: contract.Route;
  readonly query: contract.ListQuery;
}
const isList = (one: unknown): one is List => {
  const { route, query } = { ...(one as Partial<List>) };
  return typeof route === 'string' && query !== undefined && 'filters' in query;
};
const lists = Object.values(contract).flatMap((exported) => [exported, ...Object.values(exported)].filter(isList));
type Route = (typeof lists)[number]['route'];

/** Their rows are no documents, or are all of one document, which is read whole. */
const elsewhere: Readonly<Record<string, readonly Route[]>> = {
  'in Accounts or Jobs': [
    'GET /log/checkpoints',
    'GET /me/tokens',
    'GET /me/sessions',
    'GET /users/invitations',
    'GET /users/{id}/names',
    'GET /admin/queues/{queue}/jobs',
    'GET /admin/set-aside',
    'GET /webhooks/{id}/deliveries',
  ],
  'in memory': ['GET /presence'],
  'in one document or stream': ['GET /projects/{id}/members', 'GET /repeated-tasks/{id}/activity'],
  'of all days of a person': ['GET /attendance/months', 'GET /attendance/team-month'],
  'at most the actions of one range': ['GET /admin/undo/preview'],
  'a search by words': ['GET /search'],
  'a file of all rows': ['GET /activity/export'],
};

/** Queries of each list, and the fields by which it is sorted in the order of an index; `own` is its own order. */
type Ways = Readonly<Record<string, string | { readonly admin: string; readonly member: string | typeof readWhole }>>;
/** Visibility of an entry of a project depends on its task; members may not search all events. */
const readWhole = null;
const november = 'from=2026-11-01&to=2026-11-30';
const inOrder: { readonly [R in Route]?: Ways } = {
  'GET /tasks': {
    'list=to-complete': 'own deadline',
    'list=given': 'own deadline',
    'list=to-accept': 'own deadline',
    'list=notified': 'own deadline',
    'list=planned': 'own deadline',
    'list=finished': { admin: 'own', member: 'own deadline' },
    'list=completed': { admin: 'own', member: 'own deadline' },
    'list=accepted': 'own',
    'list=archive': 'own deadline',
    'list=all': { admin: 'own id name priority deadline', member: 'own deadline' },
    'list=all&project=PROJECT': 'own id name priority deadline',
    'list=all&parent=TASK': 'own deadline',
    'list=all&repeatedTask=1': 'own deadline',
    'list=all&tags=web': 'own deadline',
    'list=archive&tags=web': 'own deadline',
  },
  'GET /activity': {
    '': { admin: 'own', member: readWhole },
    'by=1': { admin: 'own', member: readWhole },
    'class=comment': { admin: 'own', member: readWhole },
    'kind=user': { admin: 'own', member: readWhole },
    'taskId=TASK': { admin: 'own', member: readWhole },
    'projectId=PROJECT': { admin: 'own', member: readWhole },
    'via=web': { admin: 'own', member: readWhole },
    'token=some': { admin: 'own', member: readWhole },
    'webhook=1': { admin: 'own', member: readWhole },
    'from=2026-11-01T00:00:00Z&to=2026-11-30T00:00:00Z': { admin: 'own', member: readWhole },
  },
  'GET /deleted': { '': 'own', 'kind=board': 'own', 'by=1': 'own' },
  'GET /projects/{id}/activity': { '': 'own', 'by=1': 'own', 'class=comment': 'own' },
  'GET /calendar': { [november]: 'own' },
  'GET /projects': { '': { admin: 'own id name', member: 'own name' } },
  'GET /repeated-tasks': { '': 'own name', 'mine=true': { admin: '', member: 'own name' } },
  'GET /projects/{id}/boards': { '': '', 'deleted=true': '' },
  'GET /projects/{id}/webhooks': { '': 'own name' },
  'GET /projects/{id}/statistics/items': {
    [`kind=solved&${november}`]: 'own at',
    [`kind=overdue&${november}`]: 'own at',
  },
  'GET /tasks/{id}/comments': { '': 'own at', 'deleted=true': 'own at' },
  'GET /tasks/{id}/activity': { '': 'own at' },
  'GET /me/notifications': { '': 'own', 'unread=true': 'own', 'unread=false': 'own' },
  'GET /plans': { '': '', [november]: '' },
  'GET /positions': { '': 'own name' },
  'GET /users': { '': 'id' },
  'GET /work/entries': {
    '': 'own from',
    'taskId=TASK': 'own from',
    'projectId=PROJECT': { admin: 'own from', member: readWhole },
  },
};

/** Why a list's own order is that of no index. */
const ownIsSorted: { readonly [R in Route]?: string } = {
  'GET /users': 'names are kept in Accounts; people are thousands',
  'GET /projects/{id}/boards': 'sections have a ranking; the boards of a project are some hundreds',
  'GET /plans': 'led by what lasts until the first of the days; an index by their order would begin years before it',
  'GET /repeated-tasks': 'those that an admin created or is the solver of',
};

/** Lists that are sorted without an index: they are short. */
const wholeModels: readonly Route[] = ['GET /users', 'GET /projects', 'GET /repeated-tasks'];

/** A page size that no other query uses. */
const pageSize = 17;

interface Asked {
  readonly model: ModelDeclaration;
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
}

describe('lists', () => {
  let gos: Harness;
  let store: ReadModels;
  let asked: Asked[] = [];
  const readers: Record<'admin' | 'member', Person> = {} as never;
  const ids = { project: 0, task: 0, repeated: 0 };

  beforeAll(async () => {
    gos = await Harness.startEmbedded();
    const [admin, member] = [await gos.person(), await gos.person()];
    Object.assign(readers, { admin, member });
    const made = async (path: string, body: object) => (await admin.post(path, body)).body.id as number;
    const positionId = await made('/api/positions', { name: 'Řidič' });
    await admin.patch(`/api/users/${member.id}`, { positionIds: [positionId] });
    ids.project = await made('/api/projects', { name: 'Stavba' });
    const membership = { userId: member.id, permission: 'manage', notification: 'mine' };
    await admin.post(`/api/projects/${ids.project}/members`, membership);
    ids.task = await member.task({ name: 'Cihla', projectId: ids.project, solverId: member.id });
    ids.repeated = await made('/api/repeated-tasks', {
      name: 'Žebřík',
      ...{ firstDeadline: '2031-03-03T10:00:00.000Z', generateAhead: 1, createFor: 'user', solverId: member.id },
      ...{ repeat: 'weekly', period: 'week', repeatDay: 1, endRepeat: 'never' },
    });
    store = gos.service<ReadModels>(READ_MODELS);
    // Each request is to reach the store.
    jest.spyOn(KeptAnswers.prototype, 'find').mockResolvedValue(null);
    const find = store.find.bind(store);
    const spy = jest.spyOn(store, 'find') as unknown as jest.SpiedFunction<ReadModels['find']>;
    spy.mockImplementation((model: ModelDeclaration, filter: Filter, options: FindOptions = {}) => {
      if (options.limit === pageSize || model.name === 'task-activity') {
        asked.push({ model, filter, sort: decisive(options.sort ?? []) });
      }
      return find(model, filter, options);
    });
  });
  afterAll(() => gos.stop());

  /** The store queries of a page; empty when the reader may not query the list. */
  async function pageOf(who: Person, route: Route, way: string, sort: string): Promise<readonly Asked[]> {
    const of = route.startsWith('GET /projects') ? ids.project : ids.task;
    const path = route.slice('GET '.length).replace('{id}', String(of));
    const query = way.replace('TASK', String(ids.task)).replace('PROJECT', String(ids.project));
    asked = [];
    const { status } = await who.get(`/api${path}?${query}&pageSize=${pageSize}${sort && `&sort=${sort}`}`);
    expect([200, 403, 422]).toContain(status);
    return asked;
  }
  const serviceOf = (pages: readonly Asked[]): Service =>
    services[Math.max(...pages.map(({ model, filter, sort }) => services.indexOf(servingIndex(model, filter, sort))))]!;

  const explained = (sources: readonly RowSource[], ...more: number[]) =>
    sources.flatMap(({ sql, leading, params }) =>
      leading.slice(0, 1).flatMap((values) =>
        databaseOf(store)
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
          .all(...values, ...params, ...more)
          .map(({ detail }) => detail),
      ),
    );
  const planOf = ({ model, filter, sort }: Asked) =>
    explained(planSorted(model, parseFilter(model, filter), sort).flat(), 25, 0);
  const countOf = ({ model, filter }: Asked) => explained(planMatching(model, parseFilter(model, filter)));

  it('are all named here', () => {
    const named = [...Object.keys(inOrder), ...Object.values(elsewhere).flat()];
    expect(named.sort()).toEqual(lists.map(({ route }) => route).sort());
    const taskWays = Object.keys(inOrder['GET /tasks']!);
    for (const list of contract.taskLists) expect(taskWays).toContain(`list=${list}`);
  });

  const cases = lists.flatMap(({ route, query }) =>
    Object.entries(inOrder[route] ?? {}).flatMap(([way, fields]) =>
      (['admin', 'member'] as const).map(
        (reader) =>
          [`${route}?${way}`, reader, route, way, query, typeof fields === 'string' ? fields : fields[reader]] as const,
      ),
    ),
  );

  it.each(cases)(
    '%s of the %s are led by an index, and in its order as told',
    async (_, reader, route, way, query, fields) => {
      const who = readers[reader];
      const found: string[] = [];
      let isRead = false;
      for (const sort of ['', ...query.sort.flatMap((field) => [field, `-${field}`])]) {
        const pages = await pageOf(who, route, way, sort);
        if (pages.length === 0) continue;
        isRead = true;
        const service = serviceOf(pages);
        const plan = pages.flatMap(planOf);
        if (service === 'in order')
          expect([sort, plan.filter((line) => line.includes('TEMP B-TREE'))]).toEqual([sort, []]);
        if (service === 'but for ties')
          expect([sort, plan.filter((line) => line.includes('FOR ORDER BY'))]).toEqual([sort, []]);
        if (service === 'not at all') expect(wholeModels).toContain(route);
        else expect([sort, plan.filter((line) => /^SCAN d$/.test(line))]).toEqual([sort, []]);
        if (service === 'in order' || service === 'but for ties')
          found.push(sort === '' ? 'own' : sort.replace('-', ''));
      }
      expect(isRead).toBe(fields !== readWhole);
      expect([...new Set(found)].join(' ')).toBe(fields ?? '');
    },
  );

  it('have a reason where their own order is that of no index, and no other ones have', () => {
    const sorted = cases
      .filter(([, , , , , fields]) => fields !== readWhole && !fields.includes('own'))
      .map(([, , route]) => route);
    expect(Object.keys(ownIsSorted).sort()).toEqual([...new Set(sorted)].sort());
  });

  // A person who completed a task may no longer see it, so counting these lists reads the documents.
  const looked = ['finished', 'completed'];
  it.each(contract.taskLists)('of %s are counted in an index alone', async (list) => {
    for (const [reader, who] of Object.entries(readers)) {
      const plan = (await pageOf(who, 'GET /tasks', `list=${list}`, '')).flatMap(countOf);
      expect(plan.length).toBeGreaterThan(0);
      const read = plan.filter((line) => /\bd\b/.test(line) && !line.includes('COVERING INDEX'));
      expect([reader, read.length > 0]).toEqual([reader, reader === 'member' && looked.includes(list)]);
    }
  });

  it.each(['contractor', 'solver', 'participants', 'project', 'board', 'parent', 'repeatedTask', 'tags'])(
    'of tasks are led by %s where an admin filters by it',
    async (filter) => {
      const plan = (await pageOf(readers.admin, 'GET /tasks', `${filter}=7`, 'rating')).flatMap(planOf);
      const searches = plan.filter((line) => line.startsWith('SEARCH') && !line.includes('PRIMARY KEY (rowid=?)'));
      expect(searches.length).toBeGreaterThan(0);
      expect(searches.filter((line) => !/\((v|f:(?!deleted)\S+)=\?/.test(line))).toEqual([]);
      expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([]);
    },
  );

  it('of the tasks with subtasks, by whose names others are sorted, are led by these', async () => {
    const [{ model }] = (await pageOf(readers.admin, 'GET /tasks', '', '')) as [Asked];
    const filter: Filter = { $and: [{ hasSubtasks: true }, { deleted: false }] };
    expect(planOf({ model, filter, sort: [{ field: 'nameKey', direction: 'asc' }] })).toEqual([
      expect.stringMatching(/^SEARCH d USING COVERING INDEX \S+ \(f:hasSubtasks=\? AND f:deleted=\?\)$/),
    ]);
  });

  it('by ids, as rows ask for what stands beside them, are led by these', async () => {
    const [{ model }] = (await pageOf(readers.admin, 'GET /tasks', '', '')) as [Asked];
    const filter: Filter = { id: { $in: ['1', '2'] }, deleted: false };
    expect(planOf({ model, filter, sort: [] })).toEqual([
      expect.stringMatching(/^SCAN j VIRTUAL TABLE/),
      expect.stringMatching(/^SEARCH d USING INDEX sqlite_autoindex\S+ \(id=\?\)$/),
    ]);
  });
});
