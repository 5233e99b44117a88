import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { append } from '../../testing/appended';
import { assertRestored, backup, restore } from './backup';
import { exportTo } from './exporting';
import { contentLines, fill, storesIn } from './testing/filled';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let names = 0;
const newPath = () => join(folder.path, `${++names}`);
const newFolder = () => {
  const path = newPath();
  mkdirSync(path);
  return path;
};
const silent = () => {};

async function contentOf(dataDir: string): Promise<string[]> {
  const stores = storesIn(dataDir);
  const file = newPath();
  await exportTo(file, stores, 'secret', silent);
  await stores.close();
  return contentLines(file);
}

async function filled(): Promise<string> {
  const dataDir = newFolder();
  const stores = storesIn(dataDir);
  await fill(stores);
  await stores.close();
  writeFileSync(join(dataDir, 'secret'), 'x'.repeat(64));
  writeFileSync(join(dataDir, 'views.sqlite'), 'made anew');
  mkdirSync(join(dataDir, 'mail'));
  writeFileSync(join(dataDir, 'mail', '1.eml'), 'a letter');
  // The first export makes the key that signs checkpoints: a folder and its copy would make two.
  await contentOf(dataDir);
  return dataDir;
}

describe('a backup', () => {
  it('holds everything but the read models, and restores it', async () => {
    const dataDir = await filled();
    const [copy, target] = [newPath(), newFolder()];
    await backup(dataDir, copy, silent);
    writeFileSync(join(target, 'secret'), 'made for a new folder');
    await restore(target, copy, silent);
    expect(
      readdirSync(target)
        .filter((name) => !name.endsWith('-lock'))
        .sort(),
    ).toEqual(['accounts.sqlite', 'claims.sqlite', 'files', 'log.sqlite', 'mail', 'secret']);
    expect(readFileSync(join(target, 'secret'), 'utf8')).toBe('x'.repeat(64));
    expect(readFileSync(join(target, 'mail', '1.eml'), 'utf8')).toBe('a letter');
    expect(await contentOf(target)).toEqual(await contentOf(dataDir));
    const [old, fresh] = [storesIn(dataDir), storesIn(target)];
    expect(await fresh.log.identity()).not.toBe(await old.log.identity());
    await Promise.all([old.close(), fresh.close()]);
  });

  it('is whole though the stores are written to all the while', async () => {
    const dataDir = await filled();
    const stores = storesIn(dataDir);
    let busy = true;
    const writing = (async () => {
      for (let n = 0; busy; n++) {
        await stores.claims.raise('task', 1_000 + n);
        await append(stores.log, `task-${1_000 + n}`, [{ type: 'TaskCreated', data: { n } }]);
      }
    })();
    const copies = [newPath(), newPath(), newPath()];
    for (const copy of copies) await backup(dataDir, copy, silent);
    busy = false;
    await writing;
    await stores.close();
    for (const copy of copies) {
      const target = newFolder();
      await restore(target, copy, silent);
      const lines = await contentOf(target);
      const created = lines.filter((line) => line.includes('"type":"TaskCreated"') && line.includes('"n":'));
      const { counter } = JSON.parse(lines.find((line) => line.includes('"name":"task"'))!);
      expect(counter.value).toBeGreaterThanOrEqual(1_000 + created.length - 1);
    }
  });

  it('takes up what is linked into the data folder', async () => {
    const dataDir = await filled();
    const elsewhere = newPath();
    renameSync(join(dataDir, 'files'), elsewhere);
    symlinkSync(elsewhere, join(dataDir, 'files'));
    const [copy, target] = [newPath(), newFolder()];
    await backup(dataDir, copy, silent);
    await restore(target, copy, silent);
    expect(await contentOf(target)).toEqual(await contentOf(dataDir));
  });

  it('is refused where it would mix with something else', async () => {
    const dataDir = await filled();
    await expect(backup(dataDir, join(dataDir, 'copy'), silent)).rejects.toThrow(/does not lie in the data folder/);
    await expect(backup(newFolder(), newPath(), silent)).rejects.toThrow(/There is no installation in/);
    const copy = newPath();
    await backup(dataDir, copy, silent);
    await expect(backup(dataDir, copy, silent)).rejects.toThrow(/is not empty/);
    await expect(restore(dataDir, copy, silent)).rejects.toThrow(/is not empty: restore into a new data folder/);
  });

  it('is checked before anything is written', async () => {
    const copy = newPath();
    await backup(await filled(), copy, silent);
    const file = readdirSync(join(copy, 'files'), { recursive: true, withFileTypes: true }).find((one) =>
      one.isFile(),
    )!;
    const changes: [() => void, RegExp][] = [
      [() => writeFileSync(join(copy, 'secret'), 'y'), /secret .* was altered or damaged/],
      [() => writeFileSync(join(file.parentPath, file.name), 'y'), /files\/\S+ .* was altered or damaged/],
      [() => writeFileSync(join(copy, 'more'), 'y'), /more .* is no part of the backup/],
      [() => rmSync(join(copy, 'claims.sqlite')), /The backup lacks claims\.sqlite/],
      [() => rmSync(join(copy, 'backup.json')), /holds no whole backup/],
    ];
    for (const [change, sentence] of changes) {
      change();
      const target = newFolder();
      await expect(restore(target, copy, silent)).rejects.toThrow(sentence);
      expect(readdirSync(target)).toEqual([]);
      if (sentence.source.startsWith('secret')) writeFileSync(join(copy, 'secret'), 'x'.repeat(64));
      if (sentence.source.startsWith('files')) rmSync(join(file.parentPath, file.name));
      if (sentence.source.startsWith('more')) rmSync(join(copy, 'more'));
    }
  });

  it('that was cut off while it was restored keeps Gos from starting, and goes on', async () => {
    const dataDir = await filled();
    const [copy, target] = [newPath(), newFolder()];
    await backup(dataDir, copy, silent);
    writeFileSync(join(target, 'restoring.json'), '{}');
    writeFileSync(join(target, 'accounts.sqlite'), 'half');
    expect(() => assertRestored(target)).toThrow(/A restore into .* was cut off/);
    await restore(target, copy, silent);
    expect(() => assertRestored(target)).not.toThrow();
    expect(await contentOf(target)).toEqual(await contentOf(dataDir));
  });
});
