import { graphLimit } from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';
import { resolved } from '../../testing/resolved';

describe('the network of a task over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let contractor: Person;
  let solver: Person;
  let stranger: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    stranger = await gos.person('Petr Kolega');
  });
  afterAll(() => gos.stop());

  const graphOf = async (id: number, who = contractor): Promise<Json> => (await who.get(`/api/tasks/${id}/graph`)).body;
  const network = () => contractor.task({ name: 'Stěhování skladu', type: 'graph', solverId: solver.id });
  const subtask = async (parent: number, name: string, more: object = {}, who = contractor): Promise<number> =>
    (await who.post(`/api/tasks/${parent}/subtasks`, { name, ...more })).body.subtaskId;
  const wait = (who: Person, id: number, taskId: number) => who.post(`/api/tasks/${id}/predecessors`, { taskId });
  const nodeOf = (graph: Json, id: number): Json => graph.nodes.find((node: Json) => node.id === id);

  it('has every subtask with what it waits for', async () => {
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const id = await network();
    const first = await subtask(id, 'Inventura', { solverId: solver.id });
    const second = await subtask(id, 'Převoz', { deadline, predecessors: [first] });
    expect(await graphOf(id)).toEqual({
      nodes: [
        {
          id: first,
          name: 'Inventura',
          state: 'assigned',
          solver: { id: solver.id, name: 'Jan Novák' },
          waiting: false,
          deadline: null,
          parentId: id,
          can: { predecessors: true },
        },
        {
          id: second,
          name: 'Převoz',
          state: 'created',
          solver: null,
          waiting: true,
          deadline,
          parentId: id,
          can: { predecessors: true },
        },
      ],
      edges: [{ from: first, to: second }],
      more: false,
    });
  });

  it('follows the network: a predecessor added, solved and taken away', async () => {
    const id = await network();
    const [first, second] = [await subtask(id, 'První', { solverId: solver.id }), await subtask(id, 'Druhý')];
    expect((await graphOf(id)).edges).toEqual([]);
    expect((await wait(contractor, second, first)).status).toBe(201);
    expect(nodeOf(await graphOf(id), second).waiting).toBe(true);
    await contractor.post(`/api/tasks/${first}/end`, {});
    const solved = await graphOf(id);
    expect(nodeOf(solved, first)).toMatchObject({ state: 'solved', can: { predecessors: 'task.already-solved' } });
    expect(nodeOf(solved, second).waiting).toBe(false);
    expect(solved.edges).toEqual([{ from: first, to: second }]);
    await contractor.delete(`/api/tasks/${second}/predecessors/${first}`);
    expect((await graphOf(id)).edges).toEqual([]);
  });

  it('goes into the depth, and shows predecessors from elsewhere as such', async () => {
    const [id, elsewhere, before] = [
      await network(),
      await contractor.task({ name: 'Smlouva' }),
      await contractor.task({ name: 'Poptávka' }),
    ];
    const part = await subtask(id, 'Převoz');
    const deeper = await subtask(part, 'Objednat vůz', { predecessors: [elsewhere] });
    await wait(contractor, elsewhere, before);
    const graph = await graphOf(id);
    expect(graph.nodes.map(({ id: one, parentId }: Json) => [one, parentId])).toEqual([
      [part, id],
      [deeper, part],
      [elsewhere, null],
    ]);
    expect(graph.edges).toEqual([{ from: elsewhere, to: deeper }]);
  });

  it('shows what the reader may not see without a name, and does not tell what it waits for', async () => {
    const id = await network();
    const mine = await subtask(id, 'Mezikrok', { solverId: solver.id });
    const hidden = await subtask(id, 'Vyjednávání', { predecessors: [mine] });
    const deep = await subtask(hidden, 'Tajná cena');
    const outside = await contractor.task({ name: 'Tajný rozpočet' });
    await wait(contractor, mine, outside);
    const graph = await graphOf(id, solver);
    const nothing = { name: null, state: null, solver: null, waiting: false, deadline: null, can: null };
    expect(nodeOf(graph, hidden)).toEqual({ id: hidden, parentId: id, ...nothing });
    expect(nodeOf(graph, outside)).toEqual({ id: outside, parentId: null, ...nothing });
    expect(nodeOf(graph, deep)).toBeUndefined();
    expect(graph.edges).toEqual([{ from: outside, to: mine }]);
    expect(nodeOf(graph, mine)).toMatchObject({ name: 'Mezikrok', can: { predecessors: 'task.forbidden' } });
    expect(JSON.stringify(graph)).not.toContain('Tajn');
  });

  it('leaves deleted tasks out, together with what led to them', async () => {
    const id = await network();
    const first = await subtask(id, 'První');
    const second = await subtask(id, 'Druhý', { predecessors: [first] });
    await contractor.delete(`/api/tasks/${first}`);
    const graph = await graphOf(id);
    expect(graph.nodes.map(({ id: one }: Json) => one)).toEqual([second]);
    expect(graph.edges).toEqual([]);
  });

  it('shows a deleted task and deleted subtasks to readers who may read them, when they say so', async () => {
    const id = await network();
    const first = await subtask(id, 'První', { solverId: solver.id });
    const second = await subtask(id, 'Druhý', { predecessors: [first] });
    const third = await subtask(id, 'Třetí', { predecessors: [second] });
    for (const task of [first, third, id]) await contractor.delete(`/api/tasks/${task}`);
    const deleted = (who: Person) => who.get(`/api/tasks/${id}/graph?deleted=true`);
    for (const reader of [admin, contractor]) {
      expect(await reader.get(`/api/tasks/${id}/graph`)).toMatchObject({ status: 404 });
      const { body } = await deleted(reader);
      expect(nodeOf(body, first)).toMatchObject({
        name: 'První',
        deleted: true,
        can: { predecessors: 'task.deleted' },
      });
      expect(nodeOf(body, second)).not.toHaveProperty('deleted');
      // It waits for nothing any more.
      expect(nodeOf(body, third)).toMatchObject({ deleted: true, waiting: false });
      expect(body.edges).toEqual([
        { from: first, to: second },
        { from: second, to: third },
      ]);
    }
    for (const reader of [solver, stranger]) {
      expect(await deleted(reader)).toMatchObject({ status: 404, body: { code: 'task.not-found' } });
    }
  });

  it('is not there for whom the task is not', async () => {
    const id = await network();
    for (const path of [`/api/tasks/${id}/graph`, '/api/tasks/999999/graph', '/api/tasks/x/graph']) {
      expect(await stranger.get(path)).toMatchObject({ status: 404, body: { code: 'task.not-found' } });
    }
    expect((await gos.stranger().get(`/api/tasks/${id}/graph`)).status).toBe(401);
  });

  it('stops at its limit and says so', async () => {
    const id = await network();
    for (let at = 0; at <= graphLimit; at += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => subtask(id, `Krok ${at + index}`)));
    }
    const graph = await graphOf(id);
    expect(graph.nodes).toHaveLength(graphLimit);
    expect(graph.more).toBe(true);
    // On servers that are busy otherwise, some hundred subtasks take more than a minute.
  });

  it('is described', async () => {
    const { body: document } = await gos.stranger().get('/api/openapi.json');
    const { schema } = document.paths['/api/tasks/{id}/graph'].get.responses['200'].content['application/json'];
    expect(Object.keys(resolved(document, schema).properties)).toEqual(['nodes', 'edges', 'more']);
  });
});
