import { limits, type Message, taskStream } from '@gos/domain';
import { type TaskDocument, taskModel } from '@gos/projections';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { append } from '../../testing/appended';
import { Harness, type Json, type Person } from '../../testing/harness';

let harness: Harness;
let contractor: Person;
let solver: Person;
let colleague: Person;
let id: number;

const { max } = limits.comments;
/** Words that the task's other texts do not have; each is in one comment in ten. */
const wordOf = (n: number) => `slovo${n % 10}`;

beforeAll(async () => {
  harness = await Harness.start();
  [contractor, solver, colleague] = [await harness.person(), await harness.person(), await harness.person()];
  id = await contractor.task({ name: 'Dlouhá debata', solverId: solver.id });
  const said = Array.from({ length: max - 10 }, (_, index): Message => {
    const text = `${wordOf(index + 1)} č. ${index + 1}: ${'řeč '.repeat(400)}`;
    return { type: 'CommentAdded', data: { commentId: index + 1, text, mentions: [] } };
  });
  await append(harness.service<EventLog>(EVENT_LOG), taskStream(id), said, new Date().toISOString());
  await harness.applied();
});
afterAll(() => harness.stop());

const comments = async (query = '', who = contractor) =>
  (await who.get(`/api/tasks/${id}/comments?${query}`)).body as Json;
const comment = (text: string, who = contractor, headers = {}) =>
  who.post(`/api/tasks/${id}/comments`, { text }, headers);

/** How many events of the task are read meanwhile, of which one proves what the document keeps. */
async function eventsReadBy(action: () => Promise<unknown>): Promise<number> {
  const log = harness.service<EventLog>(EVENT_LOG);
  const { readStream } = log;
  let count = 0;
  log.readStream = async (...of) => {
    const events = await readStream.apply(log, of);
    if (of[0] === taskStream(id)) count += events.length;
    return events;
  };
  try {
    await action();
  } finally {
    log.readStream = readStream;
  }
  return count;
}

const documentOf = async () =>
  (await harness.service<ActiveReadModels>(ActiveReadModels).get<TaskDocument>(taskModel, id))!;

it('is read in pages, from both ends', async () => {
  const { items, total } = await comments('pageSize=100');
  expect(total).toBe(max - 10);
  expect(items.map((one: Json) => one.id)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  const plain = { html: null, editedAt: null, replyTo: null, reactions: [], rating: null, costReduction: null };
  expect(items[0]).toMatchObject({ by: { id: contractor.id }, ...plain });
  const newest = await comments('sort=-at&pageSize=2&page=2');
  expect(newest.items.map((one: Json) => one.id)).toEqual([max - 12, max - 13]);
});

it('is searched by its words, within the task and among all', async () => {
  const { items, total } = await comments('q=slovo7&pageSize=3');
  expect(total).toBe((max - 10) / 10);
  expect(items.map((one: Json) => one.id)).toEqual([7, 17, 27]);
  const found = async (who: Person) => (await who.get('/api/search?q=slovo7')).body as Json;
  expect((await found(solver)).items).toMatchObject([{ model: 'task', id, field: 'comment' }]);
  expect((await found(colleague)).total).toBe(0);
});

it('leaves its task as small as one without a word', async () => {
  expect(JSON.stringify(await documentOf()).length).toBeLessThan(5_000);
  expect((await documentOf()).task.comments).toMatchObject({ count: max - 10, removed: [] });
});

it('costs a change of the task nothing, from cold too', async () => {
  await harness.restart();
  for (const one of [contractor, solver, colleague]) one.origin = harness.origin;
  const path = `/api/tasks/${id}`;
  const cold = await eventsReadBy(async () => {
    expect((await contractor.patch(path, { priority: 8 })).status).toBe(200);
  });
  expect(cold).toBeLessThanOrEqual(1);
  const warm = await eventsReadBy(async () => {
    expect((await solver.patch(path, { tags: ['řeč'] })).status).toBe(200);
  });
  expect(warm).toBe(0);
  const { revision } = (await contractor.get(path)).body as Json;
  expect(revision).toBe((await documentOf()).task.revision);
});

it('takes what a subtask and a participant add without being read', async () => {
  await harness.restart();
  for (const one of [contractor, solver, colleague]) one.origin = harness.origin;
  const read = await eventsReadBy(async () => {
    const added = await contractor.post(`/api/tasks/${id}/subtasks`, { name: 'Zápis z debaty' });
    expect(added.status).toBe(201);
    expect(added.body.revision).toBe((await documentOf()).task.revision);
    const joined = { userId: colleague.id, kind: 'passive' };
    expect((await contractor.post(`/api/tasks/${id}/participants`, joined)).status).toBe(201);
  });
  // Some for each of the places that begin from cold, and those among which the subtask's is looked for.
  expect(read).toBeLessThan(60);
  expect(((await colleague.get('/api/search?q=slovo7')).body as Json).items).toMatchObject([{ id, field: 'comment' }]);
});

it('gives a retry from cold the answer of the first try', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await comment('Jen jednou', solver, key);
  expect(first).toMatchObject({ status: 201, body: { commentId: max - 9 } });
  await harness.restart();
  for (const one of [contractor, solver, colleague]) one.origin = harness.origin;
  const again = await comment('Jen jednou', solver, key);
  expect(again.body).toMatchObject({ commentId: max - 9, revision: first.body.revision });
  expect((await comment('Něco jiného', solver, key)).body.code).toBe('idempotency.reused');
  expect((await comments('q=jednou')).total).toBe(1);
});

it('tells an edit that was begun before a comment nothing of a conflict, and one of an edit its own', async () => {
  const path = `/api/tasks/${id}`;
  const { revision } = (await contractor.get(path)).body as Json;
  const seen = { 'if-match': `"${revision}"` };
  await comment('Mezitím', solver);
  expect((await contractor.patch(path, { name: 'Dlouhá řeč' }, seen)).status).toBe(200);
  expect(await solver.patch(path, { tags: ['jiné'] }, seen)).toMatchObject({ status: 200 });
  const conflict = await contractor.patch(path, { name: 'Krátká řeč' }, seen);
  expect(conflict).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(conflict.body.conflicts).toMatchObject([{ path: 'name', base: 'Dlouhá debata', theirs: 'Dlouhá řeč' }]);
});

it('is deleted and brought back by its authors, from cold too', async () => {
  await harness.restart();
  for (const one of [contractor, solver, colleague]) one.origin = harness.origin;
  const path = `/api/tasks/${id}/comments/${max - 9}`;
  expect((await colleague.delete(path)).status).toBe(403);
  expect((await solver.delete(path)).status).toBe(200);
  expect((await solver.delete(path)).status).toBe(404);
  expect((await comments('q=jednou')).total).toBe(0);
  expect((await comments('q=jednou&deleted=true', solver)).items).toMatchObject([{ id: max - 9, deleted: true }]);
  expect((await comments('q=jednou&deleted=true', colleague)).total).toBe(0);
  expect((await documentOf()).task.comments.removed).toEqual([max - 9]);
  expect((await solver.post(`${path}/undelete`)).status).toBe(200);
  expect((await comments('q=jednou')).total).toBe(1);
});

it('stands in the history of its task, of which a page is read', async () => {
  const history = async (query: string) => (await contractor.get(`/api/tasks/${id}/activity?${query}`)).body as Json;
  const first = await history('pageSize=2');
  expect(first.items.map((one: Json) => one.event)).toEqual(['TaskCreated', 'CommentAdded']);
  expect(first.items[1]).toMatchObject({ revision: 2, text: expect.stringContaining('slovo1 č. 1: řeč') });
  const last = await history('sort=-at&pageSize=1');
  expect(last.total).toBe((await history('pageSize=1')).total);
  expect(last.items).toMatchObject([{ event: 'CommentRestored', revision: (await documentOf()).task.revision }]);
  const named = await history('q=mezitim');
  expect(named).toMatchObject({ total: 1, items: [{ text: 'Mezitím', by: { id: solver.id } }] });
  const { at } = first.items[1];
  expect(((await contractor.get(`/api/tasks/${id}?at=${at}`)).body as Json).name).toBe('Dlouhá debata');
});

it('ends at its limit, says so, and lets everything else go on', async () => {
  let { count } = (await documentOf()).task.comments;
  while (count < max) expect((await comment(`Ještě ${count}`)).body.commentId).toBe(++count);
  const refused = await comment('O jeden víc');
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'validation.too-many',
      errors: [{ path: 'text', params: { max: 5_000, what: 'comments' } }],
      detail: expect.stringContaining('at most 5000 comments'),
    },
  });
  expect((await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' })).status).toBe(200);
  expect(await contractor.post(`/api/tasks/${id}/accept`, { comment: 'Díky' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'comment', code: 'validation.too-many' }] },
  });
  const ending = { status: 409, body: { code: 'task.open-subtasks' } };
  expect(await contractor.post(`/api/tasks/${id}/end`, {})).toMatchObject(ending);
  expect((await contractor.post(`/api/tasks/${id}/accept`, { rating: 5 })).status).toBe(200);
  expect((await comments('pageSize=1')).total).toBe(max);
});
