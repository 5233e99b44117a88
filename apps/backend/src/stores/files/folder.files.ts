import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { InstallationId } from '../../kernel/belonging';
import { StoreUnavailable } from '../../kernel/store-errors';
import type { Files, StoredFile } from './files';
import { markName, OwnFolder } from './own-folder';
import { codeOf, copy, isName, onDisk } from './writing';

/** An upload without a write for this long has been abandoned. */
const abandonedMs = 60 * 60 * 1_000;

/**
 * Files in a folder, named by their hash. A file is written under a temporary name, synced and then renamed, so that a
 * hash always names the whole content.
 */
export class FolderFiles implements Files {
  private readonly incoming: string;
  private readonly own: OwnFolder;

  /** @param owner whose files they are; without one the folder is not shared */
  constructor(
    private readonly folder: string,
    owner?: InstallationId,
  ) {
    this.incoming = join(folder, 'incoming');
    const mark = join(folder, markName);
    this.own = new OwnFolder(
      owner,
      async () => (await unlessMissing(() => readFile(mark, 'utf8')))?.trim() ?? null,
      (installation) =>
        onDisk(async () => {
          await mkdir(folder, { recursive: true });
          const part = `${mark}.${randomUUID()}.part`;
          await writeFile(part, `${installation}\n`, { flush: true });
          await rename(part, mark);
          await syncFolder(folder);
        }),
    );
    this.clear();
  }

  /** Removes partial files that a crash left; recent ones may belong to uploads of other processes. */
  private clear(): void {
    for (const name of existsSync(this.incoming) ? readdirSync(this.incoming) : []) {
      const part = join(this.incoming, name);
      const { mtimeMs } = statSync(part, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
      if (mtimeMs < Date.now() - abandonedMs) rmSync(part, { force: true });
    }
  }

  async put(content: Readable, maxBytes: number): Promise<StoredFile> {
    const part = join(this.incoming, randomUUID());
    let handle: FileHandle | undefined;
    try {
      handle = await onDisk(async () => {
        const isNew = (await mkdir(this.incoming, { recursive: true })) !== undefined;
        if (isNew) await syncFolder(dirname(this.folder));
        return open(part, 'wx');
      });
      const stored = await copy(content, handle, maxBytes);
      const file = await this.pathOf(stored.sha256);
      const written = handle;
      await onDisk(async () => {
        await written.sync();
        const folder = dirname(file);
        const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
        await rename(part, file);
        await syncFolder(folder);
        if (isNew) await syncFolder(dirname(folder));
      });
      return stored;
    } catch (error) {
      content.destroy();
      await rm(part, { force: true }).catch(() => {});
      throw error;
    } finally {
      await handle?.close().catch(() => {});
    }
  }

  async get(sha256: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    if (!isName(sha256)) return undefined;
    const path = await this.pathOf(sha256);
    const handle = await unlessMissing(() => open(path, 'r'));
    return handle?.createReadStream(range);
  }

  async answers(): Promise<void> {
    await onDisk(() => unlessMissing(() => stat(this.folder)));
  }

  async size(sha256: string): Promise<number | undefined> {
    if (!isName(sha256)) return undefined;
    const path = await this.pathOf(sha256);
    return (await unlessMissing(() => stat(path)))?.size;
  }

  async close(): Promise<void> {}

  async remove(sha256: string): Promise<void> {
    if (isName(sha256)) await rm(await this.pathOf(sha256), { force: true });
  }

  async *all(): AsyncGenerator<StoredFile> {
    const within = async (folder: string) => ((await unlessMissing(() => readdir(folder))) ?? []).sort();
    const own = join(this.folder, await this.own.name());
    for (const part of await within(own)) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue;
      for (const sha256 of await within(join(own, part))) {
        const size = isName(sha256) ? await this.size(sha256) : undefined;
        if (size !== undefined) yield { sha256, size };
      }
    }
  }

  /** Spread over 256 subfolders, so that none has too many entries. */
  private async pathOf(sha256: string): Promise<string> {
    return join(this.folder, await this.own.name(), sha256.slice(0, 2), sha256);
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new StoreUnavailable('The file cannot be read', 'not-written', { cause: error });
  }
}

/**
 * Makes a new directory entry durable: fsync of the file does not cover it. Windows cannot open a directory for fsync,
 * and does not need it.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
