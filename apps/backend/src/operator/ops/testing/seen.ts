import type { Json, Person } from '../../../testing/harness';

/** Everything that a person can read, to compare before and after. */
export async function seenBy(person: Person): Promise<Json> {
  const get = async (path: string) => (await person.get(path)).body;
  const lists = await Promise.all(
    ['all', 'given', 'to-complete', 'to-accept', 'archive'].map((list) => get(`/api/tasks?list=${list}&pageSize=100`)),
  );
  const details = await Promise.all(
    lists[0].items.flatMap(({ id }: Json) =>
      ['', '/activity?pageSize=100', '/comments'].map((part) => get(`/api/tasks/${id}${part}`)),
    ),
  );
  return {
    lists,
    details,
    counts: await get('/api/tasks/counts'),
    found: await get('/api/search?q=ukol&pageSize=100'),
    me: await get('/api/me'),
  };
}
