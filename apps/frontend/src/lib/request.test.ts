import { projectRoutes, statisticsRoutes, taskRoutes } from '@gos/contract';
import { request } from './request';

it('asks for a list as the contract tells', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    asked.push(String(address));
    return new Response(JSON.stringify({ items: [], total: 0, page: 1, pageSize: 25 }));
  });
  await request(taskRoutes.list, {
    query: { list: 'given', sort: 'project,-deadline', state: ['created', 'assigned'], board: 'none', q: 'kůň' },
  });
  await request(projectRoutes.list);
  expect(asked).toEqual([
    '/api/tasks?list=given&sort=project%2C-deadline&state=created&state=assigned&board=none&q=k%C5%AF%C5%88',
    '/api/projects',
  ]);
});

it('does not compile with another query than the contract tells', () => {
  const mistaken = [
    // @ts-expect-error no list is filtered by this
    () => request(taskRoutes.list, { query: { colour: 'red' } }),
    // @ts-expect-error misspelled
    () => request(taskRoutes.list, { query: { sort: '-deadlin' } }),
    // @ts-expect-error misspelled behind another one
    () => request(taskRoutes.list, { query: { sort: 'project,deadlin' } }),
    // @ts-expect-error no such state
    () => request(taskRoutes.list, { query: { state: ['done'] } }),
    // @ts-expect-error a project, unlike a task, has no order to sort by
    () => request(projectRoutes.list, { query: { sort: 'order' } }),
    // @ts-expect-error the days are required
    () => request(statisticsRoutes.items, { id: 1, query: { kind: 'created' } }),
    // @ts-expect-error it takes no query
    () => request(taskRoutes.counts, { query: { list: 'all' } }),
  ];
  expect(mistaken).toHaveLength(7);
});
