import { isChunkLoadError, reloadIfReachable, reloadIfUpdated, reloadOnce } from './chunk-reload';

const page = (entry: string) => `<!doctype html><script type="module" crossorigin src="/assets/${entry}.js"></script>`;
const answers = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer());

it('knows a part that is no longer there', () => {
  expect(isChunkLoadError(new TypeError('Failed to fetch dynamically imported module: https://gos/assets/a.js'))).toBe(
    true,
  );
  expect(isChunkLoadError(new TypeError('error loading dynamically imported module: https://gos/a.js'))).toBe(true);
  expect(isChunkLoadError(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isChunkLoadError(new TypeError('x is undefined'))).toBe(false);
  expect(isChunkLoadError('text')).toBe(false);
});

it('loads the page anew once, not in circles', () => {
  const reload = vi.fn();
  const now = Date.now();
  expect(reloadOnce(reload, now)).toBe(true);
  expect(reloadOnce(reload, now + 1_000)).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  expect(reloadOnce(reload, now + 3_600_000)).toBe(true);
});

it('never leaves for a page that the server does not have', async () => {
  const reload = vi.fn();
  answers(() => {
    throw new TypeError('network');
  });
  expect(await reloadIfReachable(reload)).toBe(false);
  answers(() => new Response('', { status: 502 }));
  expect(await reloadIfReachable(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  answers(() => new Response(page('index-1')));
  expect(await reloadIfReachable(reload)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

describe('after a part was missed', () => {
  beforeEach(() => {
    document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
  });
  afterEach(() => {
    document.head.innerHTML = '';
    document.body.innerHTML = '';
  });

  it('a page of the same version stays', async () => {
    const reload = vi.fn();
    answers(() => new Response(page('index-1')));
    await reloadIfUpdated(reload);
    answers(() => new Response('', { status: 503 }));
    await reloadIfUpdated(reload);
    expect(reload).not.toHaveBeenCalled();
  });

  it('a page of an older version is loaded anew, but not under the hands of who types', async () => {
    const reload = vi.fn();
    answers(() => new Response(page('index-2')));
    document.body.innerHTML = '<textarea></textarea>';
    document.querySelector('textarea')!.focus();
    await reloadIfUpdated(reload);
    expect(reload).not.toHaveBeenCalled();
    document.querySelector('textarea')!.blur();
    await reloadIfUpdated(reload);
    expect(reload).toHaveBeenCalledOnce();
  });
});
