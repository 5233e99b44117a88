import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type Dependencies,
  dependenciesDecider,
  followingOf,
  type Happened,
  isRefusal,
  type RecordedEvent,
  type Task,
  type TaskEvent,
  taskDecider,
} from '@gos/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../config';
import { SqliteEventLog } from '../event-log/sqlite.event-log';
import { verifyLog } from '../ops/operations';
import { dependencyCommandOf, dependencyFactsOf, taskCommandOf, taskFactsOf, type World } from './facts';
import { fillDemo } from './fill';
import { clear, mark, stateOf } from './folder';
import { planDemo } from './plan';
import { recommended } from './staff';

const zone = 'Europe/Prague';
const currency = 'CZK';

/** Plays a plan in memory, by the deciders alone; a refusal fails. */
async function played(now: number, seed?: number) {
  const plan = planDemo({ now, zone, currency, seed });
  const tasks = new Map<number, Task>();
  const world: World = { zone, currency, load: async (id) => tasks.get(id) ?? null };
  let network: Dependencies = dependenciesDecider.initial;
  const types = new Map<string, number>();
  const refused: string[] = [];
  for (const step of plan.steps) {
    const { taskId, at, by } = step;
    const connecting = dependencyCommandOf(step, plan);
    if (connecting) {
      const decided = dependenciesDecider.decide(network, connecting, await dependencyFactsOf(step, world));
      if (isRefusal(decided)) refused.push(`${connecting.type}: ${decided.refused}`);
      else for (const event of decided) network = dependenciesDecider.evolve(network, event);
      continue;
    }
    const file = { fileId: 1, name: 'a.csv', size: 1, mime: 'text/csv', sha256: 'a' };
    const command = taskCommandOf(step, plan, file);
    const decided = taskDecider.decide(tasks.get(taskId) ?? null, command, await taskFactsOf(step, plan, world));
    if (isRefusal(decided)) {
      refused.push(`${command.type} ${taskId}: ${decided.refused}`);
      continue;
    }
    const metadata = { at: new Date(at).toISOString(), actor: by };
    for (const event of decided) {
      types.set(event.type, (types.get(event.type) ?? 0) + 1);
      tasks.set(taskId, taskDecider.evolve(tasks.get(taskId) ?? null, { ...event, metadata } as Happened<TaskEvent>)!);
      for (const { stream, event: follower } of followingOf({
        ...event,
        stream: `task-${taskId}`,
        metadata,
      } as RecordedEvent)) {
        if (!stream.startsWith('task-')) continue;
        const parentId = Number(stream.slice(5));
        tasks.set(
          parentId,
          taskDecider.evolve(tasks.get(parentId)!, { ...follower, metadata } as Happened<TaskEvent>)!,
        );
      }
    }
  }
  return { plan, tasks: [...tasks.values()], types, refused };
}

const saturdayNight = Date.parse('2026-11-21T22:40:00.000Z');

describe('the demo', () => {
  it('is never refused, whenever it is made', async () => {
    const moments = Array.from(
      { length: 12 },
      (_, index) => saturdayNight + index * 61 * 86_400_000 + index * 4.3 * 3_600_000,
    );
    for (const now of moments) expect((await played(now, seedOf(now))).refused).toEqual([]);
  });

  it('is the same for the same moment', () => {
    const of = () =>
      planDemo({ now: saturdayNight, zone, currency }).steps.map(({ taskId, at, by, action }) => [
        taskId,
        at,
        by,
        action.type,
      ]);
    expect(of()).toEqual(of());
  });

  it('shows every state, type and outcome, and most kinds of events', async () => {
    const { tasks, types } = await played(saturdayNight);
    const all = (field: 'state' | 'type' | 'outcome' | 'priority') => [...new Set(tasks.map((task) => task[field]))];
    expect(tasks.length).toBeGreaterThan(850);
    expect(all('state')).toEqual(expect.arrayContaining(['created', 'assigned', 'fulfilled', 'returned', 'solved']));
    expect(all('type')).toEqual(expect.arrayContaining(['normal', 'continuous', 'meeting', 'graph']));
    expect(all('outcome')).toEqual(
      expect.arrayContaining(['accepted', 'accepted-with-reservation', 'ended', 'ended-automatically']),
    );
    expect(all('priority')).toHaveLength(10);
    expect([...types.keys()]).toEqual(
      expect.arrayContaining([
        'TaskCreatedForContractor',
        'TaskEdited',
        'DeadlineMoved',
        'TaskPlanned',
        'TaskAssigned',
        'ParticipantAdded',
        'ParticipantRemoved',
        'DocumentAdded',
        'CommentAdded',
        'CommentRemoved',
        'TaskReturned',
        'TaskRestored',
        'EstimateIncreased',
        'BudgetAdded',
        'TaskDeleted',
        'TaskUndeleted',
      ]),
    );
    expect(new Set(tasks.map(({ name }) => name)).size).toBeGreaterThan(tasks.length * 0.65);
  });

  it('lays something into every list of whom it recommends', async () => {
    const { tasks, plan } = await played(saturdayNight);
    const today = '2026-11-21';
    for (const { id } of recommended) {
      const open = tasks.filter(({ deleted, state }) => !deleted && state !== 'solved');
      const mine = open.filter(
        ({ solverId, state }) => solverId === id && (state === 'assigned' || state === 'returned'),
      );
      const shown = mine.filter(({ shownDate }) => shownDate === null || shownDate <= today);
      expect(shown.length).toBeGreaterThan(12);
      expect(shown.some(({ deadline }) => deadline?.startsWith(today))).toBe(true);
      expect(mine.length - shown.length).toBeGreaterThan(4);
      expect(open.filter(({ contractorId }) => contractorId === id).length).toBeGreaterThan(12);
      expect(
        open.filter(({ contractorId, state }) => contractorId === id && state === 'fulfilled').length,
      ).toBeGreaterThan(4);
      expect(
        open.filter(({ acknowledged, passive }) => [...acknowledged, ...passive].includes(id)).length,
      ).toBeGreaterThan(6);
      expect(plan.steps.some(({ action, by }) => action.type === 'connect' && by === id)).toBe(true);
    }
  });
});

describe('the folder of the demo', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gos-demo-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is an empty or a new one, never one with other data', () => {
    expect(stateOf(join(folder, 'new'))).toBe('empty');
    expect(stateOf(resolve('./data'))).toBe('of-others');
    const other = join(folder, 'other');
    mkdirSync(other);
    expect(stateOf(other)).toBe('empty');
    writeFileSync(join(other, 'log.sqlite'), '');
    expect(stateOf(other)).toBe('of-others');
  });

  it('is filled once, and anew when that was cut off', () => {
    const mine = join(folder, 'mine');
    mkdirSync(mine);
    mark(mine, null);
    expect(stateOf(mine)).toBe('being-filled');
    writeFileSync(join(mine, 'demo.json'), JSON.stringify({ filledAt: null, pid: 2 ** 22 + 1 }));
    writeFileSync(join(mine, 'log.sqlite'), '');
    expect(stateOf(mine)).toBe('half-filled');
    clear(mine);
    mark(mine, new Date(saturdayNight).toISOString());
    expect(stateOf(mine)).toBe('filled');
  });

  it('holds a whole history in the end', async () => {
    const dataDir = join(folder, 'whole');
    const config = readConfig({ GOS_DATA_DIR: dataDir, GOS_LOG_LEVEL: 'silent' });
    const filled = await fillDemo(config, saturdayNight, 20);
    const log = new SqliteEventLog(join(dataDir, 'log.sqlite'));
    try {
      expect(await verifyLog(log)).toEqual({ checked: filled.events, errors: [] });
      const [founded] = await log.readAll(null, 1);
      expect(founded?.metadata.at.slice(0, 7)).toBe('2026-05');
    } finally {
      await log.close();
    }
    expect(filled.tasks).toBeGreaterThan(200);
    expect(filled.byType.get('UserRegistered')).toBe(25);
    expect(filled.byState.fulfilled).toBeGreaterThan(15);
  });
});

/** A seed of its own for each moment. */
function seedOf(now: number): number {
  return Math.floor(now / 86_400_000);
}
