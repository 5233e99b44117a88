import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCheckpoint } from '../../engine/proof/checkpoint-text';
import { Checkpoints } from '../../engine/proof/checkpoints';
import { leafHashOf, rootOf } from '../../engine/proof/merkle-tree';
import { decodeVerifier } from '../../engine/proof/signed-note';
import { nodesOfTiles, tilePath, tileWidthIn } from '../../engine/proof/tiles';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Person } from '../../testing/harness';
import { append } from '../../testing/recorded';
import { Operations } from '../ops/operations';

describe('the proof of the log', () => {
  let gos: Harness;
  let admin: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    const comments = Array.from({ length: 300 }, (_, n) => ({ type: 'CommentAdded', data: { n } }));
    await append(gos.service<EventLog>(EVENT_LOG), 'proof-1', comments);
    await gos.service<Checkpoints>(Checkpoints).make();
  }, 120_000);
  afterAll(() => gos.stop());

  async function bytesOf(path: string): Promise<Buffer> {
    const response = await fetch(`${gos.origin}/api/log/${path}`, { headers: { cookie: admin.cookie } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  it('is served in the formats of transparency logs, and the served tiles give the signed root', async () => {
    const note = String((await admin.get('/api/log/checkpoint')).body);
    const [{ key }] = (await admin.get('/api/log/keys')).body.items;
    const { size, root } = openCheckpoint(note, [decodeVerifier(key)]);
    const read = nodesOfTiles((level, index) =>
      bytesOf(tilePath({ level, index, width: tileWidthIn(size, level, index) })),
    );
    expect((await rootOf(read, size)).equals(root)).toBe(true);
    const entries = await bytesOf('tile/entries/001.p/10');
    const hashes = await bytesOf('tile/0/001.p/10');
    for (let n = 0; n < 10; n++) {
      expect(entries.readUInt16BE(n * 34)).toBe(32);
      expect(leafHashOf(entries.subarray(n * 34 + 2, (n + 1) * 34))).toEqual(hashes.subarray(n * 32, (n + 1) * 32));
    }
    expect((await admin.get('/api/log/checkpoints')).body).toMatchObject({ total: 1, items: [{ size, note }] });
  });

  it.each(['tile/0/002', 'tile/0/001', 'tile/entries/001', 'tile/0/1', 'tile/2/000.p/1', 'tile/data/000'])(
    'has nothing at %s',
    async (path) => {
      expect((await admin.get(`/api/log/${path}`)).status).toBe(404);
    },
  );

  it('is verified, printed, and signed by another key, by the operator', async () => {
    const operations = gos.service<Operations>(Operations);
    const run = async (operation: Parameters<Operations['run']>[0], ...args: string[]) => {
      const said: string[] = [];
      return { fine: await operations.run(operation, args, (line) => said.push(line)), said };
    };
    const { said: note } = await run('checkpoint');
    const verified = await run('verify', '--checkpoint', `${note.join('\n')}\n`);
    expect(verified.said).toContainEqual(expect.stringMatching(/^\d checkpoints compared, 0 misfits/));
    const rotated = await run('log-key', 'rotate');
    expect(rotated.said).toContainEqual(expect.stringMatching(/^A new key signs from now on/));
    expect((await run('verify')).said).toContainEqual(expect.stringMatching(/^\d checkpoints compared, 0 misfits/));
    await expect(run('log-key', 'remove')).rejects.toThrow('log-key [rotate]');
  });
});
