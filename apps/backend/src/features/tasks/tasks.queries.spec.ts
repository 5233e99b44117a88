import type { ActivityItem, CommentAnswer, Page } from '@gos/contract';
import { expect, it } from '@jest/globals';
import type { QueryResult } from '@nestjs/cqrs';
import { ReadTasks } from './tasks.queries';

it('the history of a task is not answered as its comments', () => {
  const asked = new ReadTasks('activity', { taskId: 1, raw: {} }, { id: 1, role: 'member', projects: {} });
  const history = (answer: QueryResult<typeof asked>): Page<ActivityItem> => answer;
  // @ts-expect-error they are other documents
  const comments = (answer: QueryResult<typeof asked>): Page<CommentAnswer> => answer;
  expect([asked.about, history, comments]).toHaveLength(3);
});
