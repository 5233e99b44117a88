import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cutPage, pageBytes } from '../../http/cut-page';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('a page of a history of long texts', () => {
  const edits = 50;
  /** Each edit changes the whole description, so its entry holds it twice. */
  const long = (n: number) => `<p>${String(n).padStart(3, '0')} ${'x'.repeat(99_000)}</p>`;
  let gos: Harness;
  let karla: Person;
  let task: number;
  let repeated: number;

  beforeAll(async () => {
    gos = await Harness.start();
    karla = await gos.person('Karla Svobodová');
    task = await karla.task({ name: 'Smlouva', description: long(0) });
    const given = {
      name: 'Úklid',
      firstDeadline: '2027-05-05T10:00:00.000Z',
      repeat: 'daily',
      template: { description: long(0) },
    };
    const created = await karla.post('/api/repeated-tasks', given);
    expect(created.body).toMatchObject({ id: 1 });
    repeated = created.body.id;
    for (let n = 1; n <= edits; n++) {
      await karla.patch(`/api/tasks/${task}`, { description: long(n) });
      expect(
        await karla.patch(`/api/repeated-tasks/${repeated}`, { template: { description: long(n) } }),
      ).toMatchObject({
        status: 200,
      });
    }
  }, 120_000);
  afterAll(() => gos.stop());

  /** Every item, page by page as the answers say, and the number of pages. */
  async function walked(path: string): Promise<{ items: Json[]; pages: number }> {
    const items: Json[] = [];
    let [page, pageSize] = [1, 100];
    for (let pages = 1; ; pages++) {
      const { status, body } = await karla.get(`${path}page=${page}&pageSize=${pageSize}`);
      expect(status).toBe(200);
      // The item that spends the budget is still read, with those next to it.
      expect(JSON.stringify(body).length).toBeLessThan(pageBytes + 2 * 1024 * 1024);
      items.push(...body.items);
      if (body.items.length < body.pageSize || items.length >= body.total) return { items, pages };
      expect((body.page - 1) * body.pageSize + body.items.length).toBe(items.length);
      [page, pageSize] = [body.page + 1, body.pageSize];
    }
  }

  it.each([
    ['oldest first', () => `/api/tasks/${task}/activity?`],
    ['newest first', () => `/api/tasks/${task}/activity?sort=-at&`],
    ['of a repeated task', () => `/api/repeated-tasks/${repeated}/activity?`],
  ])('ends early by its bytes, and the next one goes on: %s', async (order, path) => {
    const { items, pages } = await walked(path());
    expect(pages).toBeGreaterThan(1);
    // A repeated task's history begins without changes, and holds its occurrences.
    const texts = items.flatMap(({ changes }) => {
      const change = changes.find(({ field }: Json) => /description/.test(field));
      return change === undefined ? [] : [change.to.slice(3, 6)];
    });
    const expected = Array.from({ length: edits + 1 }, (_, n) => String(n).padStart(3, '0'));
    if (order === 'newest first') expected.reverse();
    expect(texts).toEqual(order === 'of a repeated task' ? expected.slice(-texts.length) : expected);
    expect(texts.length).toBeGreaterThanOrEqual(edits);
  });

  it('is whole where its items are short', async () => {
    const other = await karla.task({ name: 'Krátký' });
    for (let n = 0; n < 12; n++) await karla.patch(`/api/tasks/${other}`, { name: `Krátký ${n}` });
    const { body } = await karla.get(`/api/tasks/${other}/activity?pageSize=100`);
    expect([body.items.length, body.page, body.pageSize]).toEqual([13, 1, 100]);
  });

  it('begins where the page begins that was requested', () => {
    expect(cutPage({ page: 3, pageSize: 100 }, 37)).toEqual({ page: 9, pageSize: 25 });
    expect(cutPage({ page: 1, pageSize: 7 }, 6)).toEqual({ page: 1, pageSize: 1 });
    expect(cutPage({ page: 2, pageSize: 100 }, 100)).toEqual({ page: 2, pageSize: 100 });
  });
});
