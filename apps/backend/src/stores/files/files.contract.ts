import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Files, FileTooLarge } from './files';

/** Contract of every Files adapter. */
export function describeFilesContract(name: string, makeFiles: () => Promise<Files>): void {
  describe(`${name} as files`, () => {
    let files: Files;
    beforeAll(async () => {
      files = await makeFiles();
    });

    const streamOf = (...parts: (Buffer | string)[]) => Readable.from(parts, { objectMode: false });
    const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    async function read(sha256: string, range?: { start: number; end: number }): Promise<Buffer | undefined> {
      const stream = await files.get(sha256, range);
      return stream && Buffer.concat(await stream.toArray());
    }

    it('gives the content back under its hash', async () => {
      const content = randomBytes(300_000);
      const stored = await files.put(streamOf(content.subarray(0, 1), content.subarray(1)), 300_000);
      expect(stored).toEqual({ sha256: hashOf(content), size: 300_000 });
      expect((await read(stored.sha256))?.equals(content)).toBe(true);
      expect(await files.size(stored.sha256)).toBe(300_000);
    });

    it('stores an empty file', async () => {
      const { sha256, size } = await files.put(streamOf(), 0);
      expect(size).toBe(0);
      expect(await files.size(sha256)).toBe(0);
      expect(await read(sha256)).toEqual(Buffer.alloc(0));
    });

    it('gives a part of the content, both ends included', async () => {
      const { sha256 } = await files.put(streamOf('0123456789'), 10);
      const part = async (start: number, end: number) => (await read(sha256, { start, end }))?.toString();
      expect(await part(0, 0)).toBe('0');
      expect(await part(2, 5)).toBe('2345');
      expect(await part(8, 100)).toBe('89');
      expect(await part(10, 20)).toBe('');
    });

    it('goes on after readers that stop early', async () => {
      const content = randomBytes(1_000_000);
      const { sha256 } = await files.put(streamOf(content), content.length);
      for (let reader = 0; reader < 300; reader++) (await files.get(sha256))?.destroy();
      expect((await read(sha256))?.equals(content)).toBe(true);
      await files.remove(sha256);
    });

    it('stores the same content once, also when it comes twice at the same time', async () => {
      const content = randomBytes(50_000);
      const [first, second] = await Promise.all([
        files.put(streamOf(content), 50_000),
        files.put(streamOf(content), 50_000),
      ]);
      expect(first).toEqual(second);
      await files.put(streamOf(content), 50_000);
      await files.remove(first.sha256);
      expect(await files.get(first.sha256)).toBeUndefined();
    });

    it('tells all there are, in order of their hashes', async () => {
      const stored = [];
      for (let n = 0; n < 5; n++) stored.push(await files.put(streamOf(`listed ${n}`), 100));
      await files.remove(stored.pop()!.sha256);
      const all = [];
      for await (const file of files.all()) all.push(file);
      expect(all).toEqual(expect.arrayContaining(stored));
      const names = all.map(({ sha256 }) => sha256);
      expect(names).toEqual([...new Set(names)].sort());
      for (const name of names) expect(await files.get(name).then((content) => content?.destroy())).toBeDefined();
    });

    it('keeps nothing of a file that is too large', async () => {
      const content = randomBytes(1001);
      await expect(files.put(streamOf(content), 1000)).rejects.toBeInstanceOf(FileTooLarge);
      expect(await files.size(hashOf(content))).toBeUndefined();
      expect(await files.size(hashOf(content.subarray(0, 1000)))).toBeUndefined();
    });

    it('keeps nothing of a file that breaks off', async () => {
      const start = randomBytes(1000);
      const breaking = Readable.from(
        (async function* () {
          yield start;
          throw new Error('the sender went away');
        })(),
      );
      await expect(files.put(breaking, 10_000)).rejects.toThrow('the sender went away');
      expect(await files.size(hashOf(start))).toBeUndefined();
    });

    it('knows nothing of what was never stored or was removed, nor of what is no hash', async () => {
      const { sha256 } = await files.put(streamOf('removed'), 100);
      await files.remove(sha256);
      await files.remove(sha256);
      for (const none of [sha256, 'a'.repeat(64), '../../etc/passwd', '', sha256.toUpperCase()]) {
        expect(await files.get(none)).toBeUndefined();
        expect(await files.size(none)).toBeUndefined();
        await files.remove(none);
      }
    });
  });
}
