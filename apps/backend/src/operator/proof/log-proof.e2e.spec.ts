import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openCheckpoint } from '../../engine/proof/checkpoint-text';
import { Checkpoints } from '../../engine/proof/checkpoints';
import { LogTree } from '../../engine/proof/log-tree';
import { leafHashOf, rootOf } from '../../engine/proof/merkle-tree';
import { ProofStatus } from '../../engine/proof/proof-status';
import { decodeVerifier, encodeVerifier, signerOf } from '../../engine/proof/signed-note';
import { nodesOfTiles, tilePath, tileWidthIn } from '../../engine/proof/tiles';
import { treeKind } from '../../engine/proof/tree-kind';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { append } from '../../testing/appended';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Operations } from '../ops/operations';

describe('the proof of the log', () => {
  let gos: Harness;
  let admin: Person;

  beforeAll(async () => {
    // The schedule makes a checkpoint at the start, of as many events as there are by then.
    gos = await Harness.start({}, { background: false });
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

  describe('of a task', () => {
    let text: string;
    let file: string;
    let key: string;
    const check = (content: string, ...options: string[]) => {
      writeFileSync(file, content);
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['apps/frontend/public/verify.mjs', file, ...options],
        {
          encoding: 'utf8',
        },
      );
      return { status, said: stdout + stderr };
    };
    const edited = (change: (read: Json) => void) => {
      const read = JSON.parse(text);
      change(read);
      return JSON.stringify(read);
    };

    beforeAll(async () => {
      file = join(gos.folder, 'proof.json');
      const projectId = (await admin.post('/api/projects', { name: 'Stavba' })).body.id;
      const taskId = await admin.task({ name: 'Základy', projectId });
      await admin.patch(`/api/tasks/${taskId}`, { name: 'Základy domu' });
      await admin.task({ name: 'Jiný úkol' });
      text = JSON.stringify((await admin.get(`/api/log/proof?taskId=${taskId}`)).body);
      key = (await admin.get('/api/log/keys')).body.items[0].key;
      const { events } = JSON.parse(text);
      expect(events.filter(({ event }: Json) => event.stream === `task-${taskId}`)).toHaveLength(2);
      expect(
        events.every(({ event }: Json) => event.stream.endsWith(`-${taskId}`) || event.data.taskId === taskId),
      ).toBe(true);
      const ofProject = (await admin.get(`/api/log/proof?projectId=${projectId}`)).body;
      expect(ofProject.events.length).toBeGreaterThan(events.length);
    });

    it('is checked offline by verify.mjs', () => {
      const { status, said } = check(text, '--key', key);
      expect(said).toMatch(/^\d+ events are in the log gos\/log\/[^\n]+, as they were recorded\.\n$/);
      expect(status).toBe(0);
      expect(check(text).said).toContain('The key was taken from the file itself');
    });

    it.each([
      ['cut short', () => text.slice(0, -40), /cut short/],
      [
        'with other content',
        () => text.replace('Základy domu', 'Zaklady domu'),
        /its content is not what its hash says/,
      ],
      ['without an event', () => edited(({ events }) => events.pop()), /and says/],
      [
        'with an event elsewhere',
        () => edited(({ events }) => events[0].index--),
        /the signed log has no such event there/,
      ],
      ['with events in another order', () => edited(({ events }) => events.reverse()), /not in the order/],
      ['with another proof', () => edited(({ events }) => events[0].proof.pop()), /no such event there/],
      [
        'with another checkpoint',
        () => edited((read) => (read.checkpoint = read.checkpoint.replace('gos', 'sog'))),
        /No known key/,
      ],
    ] as const)('is refused %s', (_, change, said) => {
      expect(check(change(), '--key', key)).toEqual({ status: 1, said: expect.stringMatching(said) });
    });

    it('is refused when another key signed it', () => {
      const other = encodeVerifier(signerOf('gos', Buffer.alloc(32, 1)));
      expect(check(text, '--key', other)).toEqual({ status: 1, said: 'No known key signed the checkpoint.\n' });
    });
  });

  it('is refused while the tree is built again, loses nothing, and is there again after it', async () => {
    const accounts = gos.service<Accounts>(ACCOUNTS);
    const tree = gos.service<LogTree>(LogTree);
    const { value } = (await accounts.get<object>(treeKind, 'state'))!;
    const { total } = (await admin.get('/api/log/checkpoints')).body;
    const slow = jest.spyOn(tree, 'catchUp').mockImplementation(async () => ({ state: null, isWhole: false }));
    await accounts.remove(treeKind, 'state');
    const refused = await admin.get('/api/log/proof');
    expect([refused.status, refused.body.code]).toEqual([503, 'log.tree-building']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await accounts.insert(treeKind, 'state', { ...value, size: 0, edge: [] });
    expect((await admin.get('/api/log/proof')).body.code).toBe('log.diverged');
    await accounts.remove(treeKind, 'state');
    slow.mockRestore();
    const { status, body } = await admin.get('/api/log/proof');
    expect([status, body.events.length]).toEqual([200, body.count]);
    expect((await admin.get('/api/log/checkpoints')).body.total).toBe(total);
  });

  it('is in health, metrics and the admin page', async () => {
    const { proof } = (await gos.stranger().get('/api/health/ready')).body;
    expect(proof).toEqual({ behind: 0, checkpointAt: expect.any(String), refused: false });
    const { events, checkpoint } = (await admin.get('/api/admin/overview')).body.proof;
    expect(checkpoint.size).toBeLessThanOrEqual(events);
    const metrics = String((await gos.stranger().get('/metrics')).body);
    expect(metrics).toContain(`gos_log_tree_events ${events}\n`);
    expect(metrics).toContain('gos_log_signing_refused 0\n');
  });

  it('makes health degraded when the log does not continue its checkpoint', async () => {
    jest.spyOn(gos.service<Checkpoints>(Checkpoints), 'isContinuedBy').mockResolvedValue(false);
    jest.spyOn(gos.service<ProofStatus>(ProofStatus), 'now').mockImplementation(function (this: ProofStatus) {
      return this.measure();
    });
    const { status, body } = await gos.stranger().get('/api/health/ready');
    expect([status, body.status, body.proof.refused]).toEqual([200, 'degraded', true]);
    expect(String((await gos.stranger().get('/metrics')).body)).toContain('gos_log_signing_refused 1\n');
    jest.restoreAllMocks();
  });

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
