import { expect, it } from '@jest/globals';
import { withoutLongFields } from './applied';

it('tells of a task without its long texts, and of others as they are', () => {
  const task = (description: string) => ({
    id: '7',
    deleted: false,
    words: [description],
    task: { id: 7, description },
  });
  const change = { model: 'task', id: '7', before: task('dlouhý'), after: task('delší'), position: '3' };
  const short = { id: '7', deleted: false, task: { id: 7 } };
  expect(withoutLongFields(change)).toEqual({ ...change, before: short, after: short });
  expect(withoutLongFields({ ...change, before: null })).toEqual({ ...change, before: null, after: short });
  const other = { ...change, model: 'board' };
  expect(withoutLongFields(other)).toBe(other);
});
