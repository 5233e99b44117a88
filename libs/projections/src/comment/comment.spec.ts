import type { Message } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { expect, test } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { commentModel } from './comment';

const { CommentAdded, CommentRemoved, CommentRestored, TaskAccepted, TaskEdited } = taskSamples;
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

test('what somebody does to a comment that is not there makes none', async () => {
  expect((await of(CommentRemoved, CommentRestored)).size).toBe(0);
});
