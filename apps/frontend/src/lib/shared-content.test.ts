import { forgetKept } from './kept-here';
import { sharedContent } from './shared-content';

/** The part of the browser's caches that is used here. */
class Caches {
  readonly kept = new Map<string, Map<string, Response>>();
  async open(name: string) {
    const cache = this.kept.get(name) ?? new Map<string, Response>();
    this.kept.set(name, cache);
    return { match: async (path: string) => cache.get(path)?.clone() };
  }
  async delete(name: string) {
    return this.kept.delete(name);
  }
}

let caches: Caches;
const texts = { title: 'Nabídka', text: '', url: 'https://firma.example/' };

beforeEach(() => {
  caches = new Caches();
  vi.stubGlobal('caches', caches);
  const headers = { 'content-type': 'image/png', 'x-name': encodeURIComponent('schéma č. 1.png') };
  const answers: [string, Response][] = [
    ['/share/7', Response.json({ ...texts, files: 1 })],
    ['/share/7/0', new Response('abc', { headers })],
  ];
  caches.kept.set('gos-shared', new Map(answers));
});
afterEach(() => vi.unstubAllGlobals());

it('is read with its files, as often as the page is opened', async () => {
  for (const _ of [1, 2]) {
    const shared = (await sharedContent(7))!;
    expect(shared).toMatchObject(texts);
    expect(shared.files.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
      { name: 'schéma č. 1.png', type: 'image/png', size: 3 },
    ]);
  }
});

it('is gone once something else was shared, and after the sign-out', async () => {
  expect(await sharedContent(6)).toBeNull();
  forgetKept(15);
  expect(await sharedContent(7)).toBeNull();
});

it('is nothing where the browser keeps nothing', async () => {
  vi.stubGlobal('caches', {
    open: () => Promise.reject(new Error('forbidden')),
    delete: () => Promise.reject(new Error()),
  });
  expect(await sharedContent(7)).toBeNull();
  forgetKept(15);
});
