import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminSelfCheck } from '@gos/contract';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Projections } from '../engine/projections/projections';
import { READ_MODELS, type ReadModels } from '../stores/read-models/read-models';
import { Harness, type Json, type Person } from '../testing/harness';

describe('the self-check', () => {
  let gos: Harness;
  let admin: Person;
  let task: number;

  beforeEach(async () => {
    gos = await Harness.start();
    admin = await gos.person();
    task = await admin.task({ name: 'Základy' });
  });
  afterEach(() => gos.stop());

  const state = async (): Promise<AdminSelfCheck> => (await admin.get('/api/admin/overview')).body.selfCheck;
  async function checked(): Promise<AdminSelfCheck> {
    expect((await admin.post('/api/admin/self-check', {})).status).toBe(202);
    for (;;) {
      const now = await state();
      if (!now.running) return now;
      await sleep(20);
    }
  }

  /** Changes the document of the task without an event. */
  async function alter(): Promise<void> {
    const store = gos.service<ReadModels>(READ_MODELS);
    const model = { name: 'task', version: (await store.activeVersion('task'))!, indexes: [] };
    const document = (await store.get<Json>(model, String(task)))!;
    const far = String(BigInt(document.position) + 1_000_000n);
    const altered = { ...document, priority: 9, position: far };
    await store.write([{ model, id: String(task), document: altered, position: far }], []);
  }

  it('says when all documents agreed with the log, names one that differs, and agrees again after a rebuild', async () => {
    expect(await state()).toEqual({
      running: false,
      endedAt: null,
      heldAt: null,
      compared: 0,
      setAside: 0,
      differing: 0,
      different: [],
    });
    const held = await checked();
    expect(held).toMatchObject({ running: false, setAside: 0, differing: 0, different: [], heldAt: held.endedAt });
    expect(held.compared).toBeGreaterThan(5);

    await alter();
    const found = await checked();
    expect(found).toMatchObject({
      differing: 1,
      different: [{ model: 'task', id: String(task) }],
      heldAt: held.heldAt,
    });
    expect((await admin.get('/api/health/ready')).body).toMatchObject({ status: 'degraded', differing: 1 });
    expect((await gos.stranger().get('/metrics')).body).toMatch(/^gos_documents_differing(\{.*\})? 1$/m);

    await gos.service<Projections>(Projections).rebuild('task');
    expect(await checked()).toMatchObject({ differing: 0, heldAt: expect.not.stringMatching(held.heldAt!) });
    expect((await admin.get('/api/health/ready')).body).toMatchObject({ status: 'ok', differing: 0 });
    // It needs no place between two checks.
    expect(existsSync(join(gos.folder, 'views-check.sqlite'))).toBe(false);
  });

  it('is one at a time: a second click joins the first', async () => {
    await Promise.all([1, 2, 3].map(() => admin.post('/api/admin/self-check', {})));
    for (let now = await state(); now.running; now = await state()) await sleep(20);
    const { body } = await admin.get('/api/admin/overview');
    expect(body.queues.find(({ name }: Json) => name === 'self-check')).toMatchObject({ dead: 0, waiting: 0 });
  });

  it('goes on while people work', async () => {
    let isWorking = true;
    const work = (async () => {
      while (isWorking) await admin.task({ name: 'Další' });
    })();
    for (let round = 0; round < 3; round++) expect(await checked()).toMatchObject({ differing: 0 });
    isWorking = false;
    await work;
  });

  it('knows nothing when a rebuild replaces documents meanwhile', async () => {
    const projections = gos.service<Projections>(Projections);
    let isFirst = true;
    const found = await projections.check(async () => {
      if (!isFirst) return;
      isFirst = false;
      await projections.rebuild('task');
    });
    expect(found).toBeNull();
    expect(await checked()).toMatchObject({ differing: 0 });
  });

  it('outlives neither a stop nor an error, and leaves nothing behind', async () => {
    const ends = gos.service<Projections>(Projections).check(() => Promise.reject(new Error('enough')));
    await expect(ends).rejects.toThrow('enough');
    expect(existsSync(join(gos.folder, 'views-check.sqlite'))).toBe(false);
    await admin.post('/api/admin/self-check', {});
    await gos.restart();
    expect((await gos.stranger().get('/api/health/ready')).status).toBe(200);
  });
});
