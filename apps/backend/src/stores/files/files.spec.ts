import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { InstallationId } from '../../kernel/belonging';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import { describeFilesContract } from './files.contract';
import { FolderFiles } from './folder.files';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describeFilesContract('FolderFiles', async () => new FolderFiles(join(folder.path, 'contract')));

describe('FolderFiles', () => {
  it('of two installations keep apart in one folder, and neither removes what the other one keeps', async () => {
    const path = join(folder.path, 'shared');
    const of = (installation: string) => {
      const owner = new InstallationId();
      owner.is({ installation, mayBeUnnamed: false });
      return new FolderFiles(path, owner);
    };
    const [one, two] = [of('first'), of('second')];
    const put = (files: FolderFiles) => files.put(Readable.from([Buffer.from('the same')]), 10);
    const [{ sha256 }] = await Promise.all([put(one), put(one), put(one)]);
    expect(await two.size(sha256)).toBeUndefined();
    await put(two);
    await one.remove(sha256);
    expect(await of('second').size(sha256)).toBe(8);
    const all = async (files: FolderFiles) => {
      const found = [];
      for await (const file of files.all()) found.push(file);
      return found;
    };
    expect(await all(of('first'))).toEqual([]);
    expect(await all(of('second'))).toEqual([{ sha256, size: 8 }]);
  });

  it('leaves no parts behind', async () => {
    const path = join(folder.path, 'parts');
    const files = new FolderFiles(path);
    await expect(files.put(Readable.from([Buffer.alloc(10)]), 5)).rejects.toThrow();
    await files.put(Readable.from([Buffer.alloc(10)]), 10);
    expect(readdirSync(join(path, 'incoming'))).toEqual([]);
    const left = join(path, 'incoming', 'left-by-a-crash');
    const under = join(path, 'incoming', 'under-way');
    for (const part of [left, under]) writeFileSync(part, 'part');
    const yesterday = Date.now() / 1_000 - 24 * 60 * 60;
    utimesSync(left, yesterday, yesterday);
    const { sha256 } = await new FolderFiles(path).put(Readable.from([Buffer.alloc(10)]), 10);
    expect(readdirSync(join(path, 'incoming'))).toEqual(['under-way']);
    expect(await files.size(sha256)).toBe(10);
  });

  it('says that the store is unavailable when it can not write', async () => {
    const path = join(folder.path, 'gone');
    mkdirSync(path, { recursive: true });
    const files = new FolderFiles(path);
    rmSync(path, { recursive: true });
    writeFileSync(path, 'a file in place of the folder');
    await expect(files.put(Readable.from(['x']), 10)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-written',
    });
  });

  it('says that the store is unavailable when it can not read', async () => {
    const path = join(folder.path, 'unreadable');
    const files = new FolderFiles(path);
    const { sha256 } = await files.put(Readable.from(['x']), 10);
    const file = join(path, sha256.slice(0, 2), sha256);
    rmSync(file);
    symlinkSync(file, file);
    await expect(files.get(sha256)).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    await expect(files.size(sha256)).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});
