import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('the replay of a project', () => {
  let gos: Harness;
  let admin: Person;
  let manager: Person;
  let viewer: Person;
  let stranger: Person;
  let project: number;
  let elsewhere: number;
  let first: number;
  let second: number;
  let task: number;
  let gone: number;
  let deleted: number;
  /** A moment at which the first board has one task. */
  let middle: string;

  const made = async (person: Person, path: string, body: object) => {
    const { status, body: answer } = await person.post(path, body);
    if (status >= 400) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.id as number;
  };
  const newBoard = (name: string, section: string) =>
    made(manager, `/api/projects/${project}/boards`, { name, section });
  const read = async (person: Person, query = '') => (await person.get(`/api/projects/${project}/replay${query}`)).body;
  const framesOf = async (person: Person, query = '') => (await read(person, `/frames${query}`)).frames as Json[];
  const namesOf = (frames: readonly Json[]) => frames.map(({ event }) => event.event);

  /** The boards and cards after the frames, by id. */
  function played({ boards, cards }: Json, frames: readonly Json[], side = 'after') {
    const state = new Map<string, unknown>();
    const put = (kind: string, id: number, value: unknown) =>
      value === null ? state.delete(`${kind}-${id}`) : state.set(`${kind}-${id}`, value);
    for (const board of boards) put('board', board.id, board);
    for (const card of cards) put('card', card.id, card);
    for (const frame of frames) {
      for (const change of frame.boards) put('board', change.id, change[side]);
      for (const change of frame.cards) put('card', change.id, change[side]);
    }
    return new Map([...state].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  beforeAll(async () => {
    gos = await Harness.start({}, { background: false });
    admin = await gos.person('Alena Adminová');
    manager = await gos.person('Marie Vedoucí');
    viewer = await gos.person('Viktor Divák');
    stranger = await gos.person('Cyril Cizí');
    project = await made(manager, '/api/projects', { name: 'Most přes řeku' });
    elsewhere = await made(manager, '/api/projects', { name: 'Tunel' });
    await made(manager, `/api/projects/${project}/members`, {
      ...{ userId: viewer.id, permission: 'view', notification: 'mine' },
    });
    first = await newBoard('Pilíře', 'backlog');
    second = await newBoard('Mostovka', 'todo');
    task = await manager.task({ name: 'Pilíř', projectId: project, boardId: first, solverId: viewer.id });
    await sleep(5);
    middle = new Date().toISOString();
    await sleep(5);
    await made(manager, `/api/tasks/${task}/comments`, { text: 'Beton dorazí později' });
    await manager.post(`/api/tasks/${task}/move`, { projectId: project, boardId: second, beforeId: null });
    await manager.patch(`/api/tasks/${task}`, { name: 'Pilíř na břehu' });
    await viewer.post(`/api/tasks/${task}/complete`, { result: 'Hotovo' });
    gone = await manager.task({ name: 'Tajné vyjednávání', projectId: project, boardId: first });
    await manager.post(`/api/tasks/${gone}/move`, { projectId: elsewhere });
    deleted = await manager.task({ name: 'Omyl', projectId: project });
    await manager.delete(`/api/tasks/${deleted}`);
    await manager.post(`/api/boards/${first}/move`, { section: 'done', beforeId: null });
    await gos.applied();
  }, 60_000);
  afterAll(() => gos.stop());

  it('begins with an empty project, and each frame has the changes of one event', async () => {
    const start = await read(manager);
    expect(start.project).toEqual({ id: project, name: 'Most přes řeku' });
    expect(await read(manager, '/cards')).toEqual({ boards: [], cards: [], next: null });
    const frames = await framesOf(manager);
    expect(namesOf(frames)).toEqual([
      ...['BoardCreated', 'BoardCreated', 'TaskCreated', 'TaskMoved', 'TaskEdited', 'TaskCompleted'],
      ...['TaskCreated', 'TaskMoved', 'TaskCreated', 'TaskDeleted', 'BoardMoved'],
    ]);
    const solver = { id: viewer.id, name: 'Viktor Divák' };
    expect(frames[3]).toMatchObject({
      event: { by: { id: manager.id }, task: { id: task, name: 'Pilíř na břehu' } },
      cards: [
        {
          id: task,
          before: { id: task, name: 'Pilíř', boardId: first, state: 'assigned', solver },
          after: { id: task, name: 'Pilíř', boardId: second, state: 'assigned', solver },
        },
      ],
      boards: [],
    });
    expect(frames.at(-1)).toMatchObject({
      cards: [],
      boards: [{ id: first, before: { section: 'backlog' }, after: { section: 'done' } }],
    });
    const days = start.days as Json[];
    expect(days.reduce((sum, { changes }) => sum + changes, 0)).toBeGreaterThan(5);
  });

  it('plays to what the boards show now, and backwards to what they showed', async () => {
    const start = await read(manager, `/cards?from=${middle}`);
    expect(start.cards).toMatchObject([{ id: task, name: 'Pilíř', boardId: first }]);
    const end = await read(manager, `/cards?from=${new Date().toISOString()}`);
    const frames = await framesOf(manager, `?from=${middle}`);
    expect(played(start, frames)).toEqual(played(end, []));
    expect(played(end, frames.toReversed(), 'before')).toEqual(played(start, []));
  });

  it('is paged in both directions', async () => {
    const all = await framesOf(manager);
    const forwards: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Json = await read(manager, `/frames?limit=3${cursor && `&cursor=${cursor}`}`);
      forwards.push(...page.frames);
      cursor = page.next;
    }
    expect(forwards).toEqual(all);
    const backwards: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Json = await read(manager, `/frames?backwards=true&limit=3${cursor && `&cursor=${cursor}`}`);
      backwards.unshift(...page.frames);
      cursor = page.next;
    }
    expect(backwards).toEqual(all);
    expect(await framesOf(manager, `?to=${middle}`)).toEqual(all.slice(0, 3));
    expect(await framesOf(manager, `?from=${middle}`)).toEqual(all.slice(3));
  });

  it('leaves out tasks that the reader may not see today, in counts too', async () => {
    const idsIn = (frames: readonly Json[]) => new Set(frames.flatMap(({ cards }) => cards.map(({ id }: Json) => id)));
    expect(idsIn(await framesOf(manager))).toEqual(new Set([task, gone, deleted]));
    expect(idsIn(await framesOf(admin))).toEqual(new Set([task, gone, deleted]));
    const seen = await framesOf(viewer);
    expect(idsIn(seen)).toEqual(new Set([task]));
    expect(JSON.stringify(seen)).not.toContain('Tajné');
    const countOf = async (person: Person) =>
      ((await read(person)).days as Json[]).reduce((sum, { changes }) => sum + changes, 0);
    expect(await countOf(viewer)).toBeLessThan(await countOf(manager));
    expect(await read(stranger)).toMatchObject({ status: 404, code: 'project.not-found' });
  });

  it('plays a single board: cards appear on it and leave it', async () => {
    const frames = await framesOf(manager, `?boardId=${first}`);
    expect(namesOf(frames)).toEqual(['TaskCreated', 'TaskMoved', 'TaskCreated', 'TaskMoved', 'BoardMoved']);
    expect(frames[1]).toMatchObject({ cards: [{ id: task, before: { boardId: first }, after: null }] });
    expect(await read(manager, `/cards?boardId=${first}`)).toMatchObject({
      ...{ boards: [{ id: first, section: 'backlog' }], cards: [] },
    });
    const { cards } = await read(manager, `/cards?boardId=${second}&from=${new Date().toISOString()}`);
    expect(cards).toMatchObject([{ id: task, name: 'Pilíř na břehu', state: 'fulfilled' }]);
  });

  it.each([
    ['?from=yesterday', 422, 'validation.instant', 'from'],
    ['?to=2026-13-01', 422, 'validation.instant', 'to'],
    ['?from=2099-01-01T00:00:00Z', 422, 'replay.ahead', 'from'],
    ['?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 422, 'replay.range', 'to'],
    ['?unknown=1', 422, 'validation.unknown-field', 'unknown'],
    ['?from=2001-01-01T00:00:00Z', 404, 'project.not-found', undefined],
    ['?boardId=999', 404, 'board.not-found', undefined],
  ])('refuses %s', async (query, status, code, path) => {
    for (const part of ['', '/cards', '/frames']) {
      if (part === '/cards' && query.includes('to=')) continue;
      const answer = await read(manager, part + query);
      expect(answer).toMatchObject({ status, code });
      if (path) expect(answer.errors).toMatchObject([{ path }]);
    }
  });

  it('knows a board only in its project, and only since it exists', async () => {
    const { status, body } = await manager.get(`/api/projects/${elsewhere}/replay?boardId=${first}`);
    expect([status, body.code]).toEqual([404, 'board.not-found']);
    const { from } = await read(manager);
    expect(await read(manager, `?boardId=${first}&from=${from}`)).toMatchObject({ code: 'board.not-found' });
  });
});
