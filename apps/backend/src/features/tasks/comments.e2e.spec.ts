import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Projections } from '../../engine/projections/projections';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('comments', () => {
  let gos: Harness;
  let contractor: Person;
  let solver: Person;
  let watcher: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    watcher = await gos.person('Petr Kolega');
  });
  afterAll(() => gos.stop());

  const task = () => contractor.task({ name: 'Migrace karet', solverId: solver.id, passive: [watcher.id] });
  const say = async (who: Person, id: number, body: object): Promise<number> =>
    (await who.post(`/api/tasks/${id}/comments`, body)).body.commentId;
  const comments = async (id: number, who = contractor): Promise<Json[]> =>
    (await who.get(`/api/tasks/${id}/comments`)).body.items;
  const history = async (id: number): Promise<Json[]> => (await contractor.get(`/api/tasks/${id}/activity`)).body.items;
  const revision = async (id: number): Promise<number> => (await contractor.get(`/api/tasks/${id}`)).body.revision;
  const reaction = (id: number, commentId: number, emoji: string) =>
    `/api/tasks/${id}/comments/${commentId}/reactions/${encodeURIComponent(emoji)}`;

  it('are edited by their author; the old words stay in the history, the new ones are found', async () => {
    const id = await task();
    const commentId = await say(solver, id, { text: 'Hotovo bude v pátek' });
    const before = await revision(id);
    const { status, body } = await solver.patch(`/api/tasks/${id}/comments/${commentId}`, {
      text: 'Hotovo bude ve čtvrtek',
    });
    expect([status, body.revision]).toEqual([200, before + 1]);
    expect(await comments(id)).toMatchObject([
      { id: commentId, text: 'Hotovo bude ve čtvrtek', editedAt: expect.any(String), by: { id: solver.id } },
    ]);
    expect((await history(id)).slice(-2).map(({ event, text, class: of }) => [event, of, text])).toEqual([
      ['CommentAdded', 'comment', 'Hotovo bude v pátek'],
      ['CommentEdited', 'comment', 'Hotovo bude ve čtvrtek'],
    ]);
    const found = async (q: string) => (await contractor.get(`/api/search?q=${q}`)).body.total;
    expect([await found('ctvrtek'), await found('patek')]).toEqual([1, 0]);
    const again = await solver.patch(`/api/tasks/${id}/comments/${commentId}`, { text: ' Hotovo bude ve čtvrtek ' });
    expect([again.status, again.body.revision]).toEqual([200, before + 1]);
  });

  it('are not edited by others, nor without a text, and an edit is not taken back', async () => {
    const id = await task();
    const commentId = await say(solver, id, { text: 'Hotovo' });
    const edit = (who: Person, body: object, of = commentId) => who.patch(`/api/tasks/${id}/comments/${of}`, body);
    expect(await edit(contractor, { text: 'Jinak' })).toMatchObject({
      status: 403,
      body: { code: 'task.comment.not-author' },
    });
    expect(await edit(solver, { text: ' ' })).toMatchObject({ status: 422, body: { code: 'task.comment.required' } });
    expect(await edit(solver, { text: 'x' }, 99)).toMatchObject({
      status: 404,
      body: { code: 'task.comment.unknown' },
    });
    const { eventId } = (await edit(solver, { text: 'Jinak' })).body;
    expect(await solver.post('/api/undo', { eventId })).toMatchObject({
      status: 422,
      body: { code: 'undo.of-author' },
    });
    await solver.delete(`/api/tasks/${id}/comments/${commentId}`);
    expect(await edit(solver, { text: 'Ještě' })).toMatchObject({
      status: 404,
      body: { code: 'task.comment.unknown' },
    });
    // The words of a deleted comment are for nobody else, before the edit and after it.
    const told = (await solver.get(`/api/tasks/${id}/activity`)).body.items.filter(({ text }: Json) => text !== null);
    const read = (await contractor.get(`/api/tasks/${id}/activity`)).body.items.filter(
      ({ text }: Json) => text !== null,
    );
    expect([told.length, read]).toEqual([2, []]);
  });

  it('tell those whom an edit mentions first, and nobody else', async () => {
    const id = await task();
    const commentId = await say(solver, id, { text: `Hotovo, @[${contractor.id}]` });
    const kinds = async (who: Person) =>
      (await who.get('/api/me/notifications')).body.items
        .filter((one: Json) => one.task?.id === id)
        .map(({ kind }: Json) => kind);
    const before = await kinds(contractor);
    await solver.patch(`/api/tasks/${id}/comments/${commentId}`, {
      text: `Hotovo, @[${contractor.id}] a @[${watcher.id}]`,
    });
    expect([await kinds(contractor), await kinds(watcher)]).toEqual([before, ['mention']]);
  });

  it('have replies, one level deep', async () => {
    const id = await task();
    const first = await say(contractor, id, { text: 'Kdy to bude?' });
    const reply = await say(solver, id, { text: 'V pátek', replyTo: first });
    expect((await comments(id)).map(({ id: of, replyTo }) => [of, replyTo])).toEqual([
      [first, null],
      [reply, first],
    ]);
    const refused = async (replyTo: number) =>
      (await contractor.post(`/api/tasks/${id}/comments`, { text: 'Ano', replyTo })).body.errors;
    expect(await refused(reply)).toMatchObject([{ path: 'replyTo', code: 'task.comment.reply-to-reply' }]);
    expect(await refused(99)).toMatchObject([{ path: 'replyTo', code: 'task.comment.no-reply' }]);
    await contractor.delete(`/api/tasks/${id}/comments/${first}`);
    expect(await refused(first)).toMatchObject([{ path: 'replyTo', code: 'task.comment.no-reply' }]);
    expect(await comments(id)).toMatchObject([{ id: reply, replyTo: first }]);
  });

  it('have reactions, which notify nobody and raise no revision', async () => {
    const id = await task();
    const commentId = await say(solver, id, { text: 'Hotovo' });
    const before = await revision(id);
    const unread = async () => (await solver.get('/api/me/notifications')).body.total;
    const told = await unread();
    expect((await contractor.call('PUT', reaction(id, commentId, '🎉'))).status).toBe(200);
    // Without the selector by which a heart is drawn in colour, as some keyboards type it.
    await watcher.call('PUT', reaction(id, commentId, '\u2764'));
    await contractor.call('PUT', reaction(id, commentId, '❤️'));
    const twice = await contractor.call('PUT', reaction(id, commentId, '🎉'));
    expect([twice.status, twice.body.eventId]).toEqual([200, undefined]);
    expect((await comments(id))[0]!.reactions).toEqual([
      { emoji: '🎉', users: [{ id: contractor.id, name: 'Karla Svobodová' }] },
      {
        emoji: '❤️',
        users: [
          { id: watcher.id, name: 'Petr Kolega' },
          { id: contractor.id, name: 'Karla Svobodová' },
        ],
      },
    ]);
    expect([await revision(id), await unread()]).toEqual([before, told]);
    await contractor.delete(reaction(id, commentId, '🎉'));
    expect((await comments(id))[0]!.reactions).toMatchObject([{ emoji: '❤️' }]);
    expect((await history(id)).slice(-2).map(({ event, text, by }) => [event, text, by.id])).toEqual([
      ['ReactionAdded', '❤️', contractor.id],
      ['ReactionRemoved', '🎉', contractor.id],
    ]);
    expect((await history(id)).at(-1)!.revision).toBe(before);
    expect(await contractor.call('PUT', reaction(id, commentId, '🦊'))).toMatchObject({
      status: 404,
      body: { code: 'task.reaction.unknown' },
    });
  });

  it('come from documents that a rebuild makes again', async () => {
    expect(await gos.service<Projections>(Projections).verify()).toMatchObject({ different: [] });
  });
});
