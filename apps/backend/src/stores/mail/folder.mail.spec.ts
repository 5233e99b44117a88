import { mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import { FolderMail } from './folder.mail';
import { describeMailContract } from './mail.contract';
import { readLetter } from './testing/read-letter';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describeMailContract('FolderMail', async () => {
  const path = join(folder.path, 'contract');
  mkdirSync(path);
  return {
    mail: new FolderMail(path),
    arrived: async () => readdirSync(path).map((name) => readFileSync(join(path, name), 'latin1')),
  };
});

describe('FolderMail', () => {
  const message = { id: 'event-1.2', to: { name: '', address: 'a@b.example' }, subject: 'Úkol', text: 'Obsah' };

  it('names a file by the mail, so that a second attempt makes no second one', async () => {
    const path = join(folder.path, 'names');
    await new FolderMail(path).send(message);
    await new FolderMail(path).send({ ...message, text: 'Obsah znovu' });
    expect(readdirSync(path)).toEqual(['event-1.2.eml']);
    expect(readLetter(readFileSync(join(path, 'event-1.2.eml'), 'latin1')).part('text/plain')).toContain('znovu');
  });

  it('shows no file before it is complete', async () => {
    const path = join(folder.path, 'complete');
    mkdirSync(path);
    const text = 'x'.repeat(2_000_000);
    const sizes: number[] = [];
    const look = () => {
      for (const name of readdirSync(path)) {
        if (name.endsWith('.eml')) sizes.push(readFileSync(join(path, name)).length);
      }
    };
    const watching = watch(path, look);
    await new FolderMail(path).send({ ...message, text });
    look();
    watching.close();
    expect(Math.min(...sizes)).toBeGreaterThan(2_000_000);
    expect(readdirSync(path)).toEqual(['event-1.2.eml']);
  });

  it('says that it cannot write, and goes on when it can', async () => {
    const path = join(folder.path, 'blocked');
    writeFileSync(path, 'a file in place of the folder');
    const mail = new FolderMail(path);
    await expect(mail.send(message)).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    rmSync(path);
    await mail.send(message);
    expect(readdirSync(path)).toEqual(['event-1.2.eml']);
  });
});
