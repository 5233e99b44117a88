import type { Emoji, Message } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { expect, test } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { commentModel } from './comment';

const { CommentAdded, CommentEdited, CommentRemoved, CommentRestored, TaskAccepted, TaskEdited } = taskSamples;
const of = (...events: readonly Message[]) =>
  fed(
    commentModel,
    events.map((event) => recorded('task-12', event)),
  );

test('each comment is a document of its own, also one given with the acceptance', async () => {
  const documents = await of(CommentAdded, TaskEdited, TaskAccepted);
  expect([...documents.keys()]).toEqual(['12-1', '12-2']);
  expect(documents.get('12-1')).toMatchObject({ taskId: 12, commentId: 1, by: 1, text: CommentAdded.data.text });
  const plain = { html: null, editedAt: null, replyTo: null, reactions: [], rating: null, costReduction: null };
  expect(documents.get('12-1')).toMatchObject(plain);
  const { rating, costReduction } = TaskAccepted.data;
  expect(documents.get('12-2')).toMatchObject({ text: TaskAccepted.data.comment.text, rating, costReduction });
});

test('an acceptance that says nothing makes none', async () => {
  const silent = { ...TaskAccepted, data: { ...TaskAccepted.data, comment: null } };
  expect((await of(silent)).size).toBe(0);
});

test('a deleted one stays, for whoever may bring it back', async () => {
  const one = async (...more: readonly Message[]) => (await of(CommentAdded, ...more)).get('12-1')!;
  const before = await one();
  const removed = await one(CommentRemoved);
  expect(removed).toEqual({ ...before, deleted: true });
  expect(await one(CommentRemoved, CommentRestored)).toEqual(before);
});

test('a reply names the comment that it answers', async () => {
  const reply = { ...CommentAdded, data: { ...CommentAdded.data, commentId: 2, replyTo: 1 } };
  const documents = await of(CommentAdded, reply);
  expect(documents.get('12-1')).toMatchObject({ replyTo: null });
  expect(documents.get('12-2')).toMatchObject({ replyTo: 1 });
});

test('an edited one is found by its new words, and says when it was edited', async () => {
  const [before, after] = [(await of(CommentAdded)).get('12-1')!, (await of(CommentAdded, CommentEdited)).get('12-1')!];
  const { text } = CommentEdited.data;
  expect(after).toEqual({ ...before, text, editedAt: expect.any(String), words: expect.arrayContaining(['ctvrtka']) });
  expect(after.words).not.toContain('patku');
});

test('reactions stand in the order in which they came, each person once', async () => {
  const reacted = (actor: number, emoji: Emoji, type = 'ReactionAdded') =>
    recorded('task-12', { type, data: { commentId: 1, emoji } } as Message, actor);
  const reactions = async (...events: readonly ReturnType<typeof reacted>[]) =>
    (await fed(commentModel, [recorded('task-12', CommentAdded), ...events])).get('12-1')?.reactions;
  const given = [reacted(2, '🎉'), reacted(3, '👍'), reacted(3, '🎉'), reacted(3, '🎉')];
  expect(await reactions(...given)).toEqual([
    { emoji: '🎉', users: [2, 3] },
    { emoji: '👍', users: [3] },
  ]);
  expect(await reactions(...given, reacted(3, '👍', 'ReactionRemoved'), reacted(2, '🎉', 'ReactionRemoved'))).toEqual([
    { emoji: '🎉', users: [3] },
  ]);
  expect(await reactions(reacted(2, '👀', 'ReactionRemoved'))).toEqual([]);
});

test('what somebody does to a comment that is not there makes none', async () => {
  expect((await of(CommentRemoved, CommentRestored, CommentEdited, taskSamples.ReactionAdded)).size).toBe(0);
});
