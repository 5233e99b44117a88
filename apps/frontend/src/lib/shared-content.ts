/** The cache in which the service worker (public/sw.js) keeps what another app shared last. */
const sharedCache = 'gos-shared';

/** A link, a text or files that another app shared with the installed Gos. */
export interface SharedContent {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly files: readonly File[];
}

/** Pages without https, and some private windows, have no caches. */
const cachesThere = (): CacheStorage | null => ('caches' in globalThis ? globalThis.caches : null);

/** Reads the file of a kept answer. */
async function fileOf(kept: Response): Promise<File> {
  const name = decodeURIComponent(kept.headers.get('x-name') ?? '');
  return new File([await kept.arrayBuffer()], name, { type: kept.headers.get('content-type') ?? '' });
}

/**
 * Returns the content that was shared under this number; null when it is gone: another content came later, its task was
 * created, or the person signed out.
 */
export async function sharedContent(id: number): Promise<SharedContent | null> {
  try {
    const cache = await cachesThere()?.open(sharedCache);
    const kept = await cache?.match(`/share/${id}`);
    if (!cache || !kept) return null;
    const { files, ...texts } = (await kept.json()) as Omit<SharedContent, 'files'> & { readonly files: number };
    const found = await Promise.all([...Array(files).keys()].map((index) => cache.match(`/share/${id}/${index}`)));
    return { ...texts, files: await Promise.all(found.flatMap((one) => (one ? [fileOf(one)] : []))) };
  } catch {
    return null;
  }
}

/** Removes what was shared. */
export async function forgetShared(): Promise<void> {
  await cachesThere()
    ?.delete(sharedCache)
    .catch(() => undefined);
}
