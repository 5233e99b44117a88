import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Board,
  boardAggregate,
  boardSections,
  comparePositions,
  dependenciesAggregate,
  dependenciesStream,
  endedWork,
  followUpsOf,
  isRefusal,
  type Message,
  type Project,
  plansAggregate,
  projectAggregate,
  type RecordedEvent,
  repeatedTaskAggregate,
  type Task,
  taskAggregate,
  worklogAggregate,
} from '@gos/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../backend/src/app.module';
import { Worker } from '../../backend/src/engine/jobs/worker';
import { Pumps } from '../../backend/src/features/webhooks/outgoing/pumps';
import { Sender } from '../../backend/src/features/webhooks/outgoing/sender';
import { readConfig } from '../../backend/src/kernel/config';
import { verifyLog } from '../../backend/src/operator/ops/verify-log';
import { Deliveries } from '../../backend/src/shared/webhook/deliveries';
import { EVENT_LOG, type EventLog } from '../../backend/src/stores/event-log/event-log';
import { SqliteEventLog } from '../../backend/src/stores/event-log/sqlite.event-log';
import { JOBS, type Jobs } from '../../backend/src/stores/jobs/jobs';
import { isFull, sampled } from '../../backend/src/testing/full';
import { perform, type Run, touchedBy, type World } from './facts';
import { fillDemo } from './fill';
import { clear, mark, stateOf } from './folder';
import { PastClock } from './past-clock';
import { type Plan, type PlannedStep, type PlanSettings, planDemo } from './plan';
import { maxAtOnce, Turns } from './player';
import { Shelves } from './shelves';
import { employee, recommended } from './staff';

const zone = 'Europe/Prague';
const currency = 'CZK';

const deciderOf = (stream: string) =>
  stream === dependenciesStream
    ? dependenciesAggregate
    : {
        task: taskAggregate,
        project: projectAggregate,
        board: boardAggregate,
        worklog: worklogAggregate,
        plans: plansAggregate,
        repeatedTask: repeatedTaskAggregate,
      }[stream.split('-')[0] as 'task'];

/** Yields to the event loop until all promises that can settle have settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Lets steps run like the player does, so many at once. The next step is always the last one in the plan that may run: this order
 * differs most from the plan among those that a slow store can cause.
 */
async function inTurns(plan: Plan, play: (step: PlannedStep) => Promise<void>): Promise<void> {
  const turns = new Turns();
  const ready: (() => Promise<void>)[] = [];
  const underWay = new Set<Promise<void>>();
  const goOn = async () => {
    await settled();
    await ready.pop()!();
    await settled();
  };
  for (const step of plan.steps) {
    while (underWay.size >= maxAtOnce) await goOn();
    const turn = turns.of(touchedBy(step, plan), () => {
      return new Promise<void>((resolve) => ready.push(() => play(step).then(resolve)));
    });
    underWay.add(turn);
    void turn.then(() => underWay.delete(turn));
  }
  while (underWay.size > 0) await goOn();
}

/** A person in the state after the company was hired. */
const registered = (stream: string) =>
  ({ active: true, role: employee(Number(stream.slice('user-'.length))).role }) as never;

/** Plays a plan in memory, by the deciders and follow-ups alone; returns the refusals. */
async function played(
  now: number,
  { order = 'planned', ...size }: Partial<PlanSettings> & { readonly order?: 'planned' | 'last-first' } = {},
) {
  const plan = planDemo({ now, zone, currency, ...size });
  const streams = new Map<string, unknown>();
  const shelves = new Shelves();
  const load: World['load'] = async (stream, decider) =>
    (streams.get(stream) as never) ?? (stream.startsWith('user-') ? registered(stream) : decider.initial);
  const world: World = { zone, currency, load, shelves };
  const types = new Map<string, number>();
  const refused: string[] = [];
  const file = { fileId: 1, name: 'a.csv', size: 1, mime: 'text/csv', sha256: 'a' };
  const play = async (step: PlannedStep) => {
    const metadata = { at: new Date(step.at).toISOString(), actor: step.by };
    const happens = async (stream: string, event: Message): Promise<void> => {
      const { initial, evolve } = deciderOf(stream);
      const happened = { ...event, stream, metadata } as RecordedEvent;
      streams.set(stream, evolve((streams.get(stream) ?? initial) as never, happened as never));
      types.set(event.type, (types.get(event.type) ?? 0) + 1);
      for (const follower of [...followUpsOf(happened), ...(await endedWork(happened, load))]) {
        if (!follower.allowed || (await follower.allowed(load))) await happens(follower.stream, follower.event);
      }
    };
    const run: Run<Promise<void>> = async ({ stream, decider }, command, facts) => {
      const state = await load(stream, decider);
      const decided = decider.decide(state, command, await facts(state));
      if (isRefusal(decided)) return void refused.push(`${stream} ${JSON.stringify(command)}: ${decided.refused}`);
      for (const event of decided) await happens(stream, event);
      if (stream.startsWith('task-')) shelves.put(streams.get(stream) as Task);
    };
    await perform(step, plan, world, run, file);
  };
  if (order === 'planned') for (const step of plan.steps) await play(step);
  else await inTurns(plan, play);
  const states = <S>(kind: string) =>
    [...streams].flatMap(([stream, state]) => (stream.startsWith(`${kind}-`) ? [state as S] : []));
  return {
    plan,
    types,
    refused,
    tasks: states<Task>('task'),
    projects: states<Project>('project'),
    boards: states<Board>('board'),
  };
}

const quarterMs = 15 * 60_000;
/** Every quarter of an hour of a week and of both changes of the clock, or a sample with each minute of the hour. */
function quarters(): readonly number[] {
  const from = (at: string, count: number, step: number) =>
    sampled(
      Array.from({ length: count }, (_, index) => Date.parse(at) + index * quarterMs),
      step,
    );
  return [
    ...from('2026-11-23T00:00:00.000Z', 7 * 24 * 4, 61),
    ...from('2026-10-24T22:00:00.000Z', 16, 5),
    ...from('2027-03-27T23:00:00.000Z', 16, 5),
  ];
}

const saturdayNight = Date.parse('2026-11-21T22:40:00.000Z');
let usual: ReturnType<typeof played> | undefined;
/** The demo of one moment; tests only read it. */
const playedOnce = () => (usual ??= played(saturdayNight));

describe('the demo', () => {
  // Two months and 4.3 hours lie between them.
  const steps = sampled(
    Array.from({ length: 12 }, (_, step) => step),
    5,
  );
  it.each(steps.map((step) => new Date(saturdayNight + step * 61 * 86_400_000 + step * 4.3 * 3_600_000).toISOString()))(
    'is never refused when it is made at %s',
    async (at) => {
      const now = Date.parse(at);
      expect((await played(now, { seed: seedOf(now) })).refused).toEqual([]);
    },
  );

  it.each(['2026-11-27T12:11:55.000Z', '2026-11-21T22:40:00.000Z'])(
    'is never refused when it is made at %s on a slow store, which ends later steps first',
    async (at) => {
      expect((await played(Date.parse(at), { order: 'last-first' })).refused).toEqual([]);
    },
  );

  it('is never refused at any quarter of an hour of a week, and of the nights when the clock changes', async () => {
    const small = { naturalTasks: 20, attendanceDays: 8, order: 'last-first' } as const;
    const refused: string[] = [];
    for (const now of quarters()) {
      const found = await played(now, small);
      refused.push(...found.refused.map((one) => `${new Date(now).toISOString()} ${one}`));
    }
    expect(refused).toEqual([]);
  }, 3_600_000);

  it('is the same for the same moment', () => {
    const of = () =>
      planDemo({ now: saturdayNight, zone, currency }).steps.map((step) => {
        const { at, by } = step;
        if (step.on === 'task') return [at, by, step.taskId, step.action.type];
        if (step.on === 'work') return [at, by, step.on, step.action.type];
        return [at, by, step.on, step.on === 'plans' || step.on === 'repeated' ? step.body : step.command];
      });
    expect(of()).toEqual(of());
  });

  it('shows every state, type and outcome, and most kinds of events', async () => {
    const { tasks, types } = await playedOnce();
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
        'ReactionAdded',
        'TaskReturned',
        'TaskRestored',
        'EstimateIncreased',
        'BudgetAdded',
        'TaskDeleted',
        'TaskUndeleted',
        'TaskMoved',
        'TaskReordered',
        'ProjectCreated',
        'ProjectEdited',
        'MemberAdded',
        'MemberChanged',
        'MemberRemoved',
        'BoardCreated',
        'BoardEdited',
        'BoardMoved',
        'BoardDeleted',
        'WorkStarted',
        'WorkEnded',
        'TimeAdded',
        'TimeChanged',
        'MonthClosed',
        'PlanAdded',
        'RepeatedTaskCreated',
      ]),
    );
    expect(new Set(tasks.map(({ name }) => name)).size).toBeGreaterThan(tasks.length * 0.65);
  });

  it('lays something into every list of whom it recommends', async () => {
    const { tasks, plan } = await playedOnce();
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
      expect(plan.steps.some((step) => step.on === 'task' && step.action.type === 'connect' && step.by === id)).toBe(
        true,
      );
    }
  });
});

describe('projects of the demo', () => {
  const unsolved = ({ state }: Task) => state !== 'solved';
  const share = (tasks: readonly Task[], of: (task: Task) => boolean) => tasks.filter(of).length / tasks.length;

  it('hold a third to a half of the tasks, mostly on boards', async () => {
    const { tasks, projects } = await playedOnce();
    const inProjects = tasks.filter(({ projectId }) => projectId !== null);
    expect(inProjects.length / tasks.length).toBeGreaterThan(0.33);
    expect(inProjects.length / tasks.length).toBeLessThan(0.55);
    expect(share(inProjects, ({ boardId }) => boardId !== null)).toBeGreaterThan(0.75);
    expect(projects).toHaveLength(7);
    expect(projects.filter(({ active }) => !active)).toHaveLength(1);
    expect(projects.flatMap(({ contracts }) => contracts.map(({ contractId }) => contractId))).toContain('KS-2026-014');
    for (const { type, projectId, boardId } of tasks) if (type === 'graph') expect(projectId && boardId).not.toBeNull();
  });

  it('have boards in all sections, solved as their section says', async () => {
    const { tasks, boards, projects } = await playedOnce();
    const on = (section: Board['section']) => {
      const ids = boards.filter((board) => !board.deleted && board.section === section).map(({ id }) => id);
      return tasks.filter(({ boardId, deleted }) => boardId !== null && !deleted && ids.includes(boardId));
    };
    expect(share(on('done'), unsolved)).toBeLessThan(0.1);
    expect(share(on('todo'), unsolved)).toBeGreaterThan(0.2);
    expect(share(on('todo'), unsolved)).toBeLessThan(0.7);
    expect(share(on('backlog'), ({ state }) => state === 'created' || state === 'assigned')).toBeGreaterThan(0.9);
    for (const { id, active } of projects) {
      const present = boards.filter(({ projectId, deleted }) => projectId === id && !deleted);
      const sections = new Set(present.map(({ section }) => section));
      if (active) expect([...sections].sort()).toEqual([...boardSections].sort());
      const filled = present.filter((board) => tasks.some(({ boardId }) => boardId === board.id));
      expect(filled).toHaveLength(present.length);
      expect(present.some(({ assignedUserId }) => assignedUserId !== null)).toBe(true);
    }
    expect(boards.filter(({ deleted }) => deleted)).toHaveLength(1);
    const sizes = boards.map(({ id }) => tasks.filter(({ boardId }) => boardId === id).length);
    expect(Math.max(...sizes)).toBeGreaterThan(100);
  });

  it('are of the recommended people and of collaborators', async () => {
    const { projects } = await playedOnce();
    const of = (id: number) =>
      projects.flatMap(({ members }) =>
        members.filter(({ userId }) => userId === id).map((member) => member.permission),
      );
    for (const { id } of recommended) {
      expect(of(id).length).toBeGreaterThan(2);
      expect(of(id)).toContain('manage');
    }
    for (const id of [24, 25]) expect(of(id).length).toBeGreaterThan(0);
    const members = projects.flatMap((project) => project.members);
    expect(new Set(members.map(({ permission }) => permission)).size).toBe(3);
    expect(new Set(members.map(({ notification }) => notification)).size).toBe(3);
    expect(members.every(({ userId }) => employee(userId).role !== 'auditor')).toBe(true);
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

  it('is filled once, and again after an interruption', () => {
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
    const filled = await fillDemo(config, saturdayNight, { naturalTasks: 20, attendanceDays: 12 });
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
    expect(filled.byType.get('ProjectCreated')).toBe(7);
    expect(filled.byState.fulfilled).toBeGreaterThan(15);
    expect(filled.byType.get('WebhookCreated')).toBe(2);
  });

  const itInFull = isFull ? it : it.skip;
  const partOfFull = isFull ? '' : ': part of npm run test:full';
  itInFull(
    `is filled at a moment at which a task is completed right after the work on it ends${partOfFull}`,
    async () => {
      const config = readConfig({ GOS_DATA_DIR: join(folder, 'completed'), GOS_LOG_LEVEL: 'silent' });
      const filled = await fillDemo(config, Date.parse('2026-11-27T12:11:55.000Z'), {
        naturalTasks: 20,
        attendanceDays: 8,
      });
      expect(filled.byType.get('WorkEnded')).toBeGreaterThan(100);
    },
  );

  it('shows deliveries in every state, and the start sends none of them again', async () => {
    const clock = new PastClock();
    const config = readConfig({ GOS_DATA_DIR: join(folder, 'whole'), GOS_LOG_LEVEL: 'silent' });
    await clock.at(saturdayNight + 30_000, async () => {
      const module = AppModule.with({ ...config, tickMs: null }, clock);
      const app = await NestFactory.createApplicationContext(module, { logger: false });
      const find = <T>(token: Type<T> | symbol) => app.get<T>(token, { strict: false });
      const resolved: string[] = [];
      find(Sender).resolve = async (host) => {
        resolved.push(host);
        throw new Error('There is no such name');
      };
      try {
        const [log, jobs] = [find<EventLog>(EVENT_LOG), find<Jobs>(JOBS)];
        const [end, reader] = [(await log.end())!, `${find(Worker).reader}-${await log.identity()}`];
        const isRead = async () => comparePositions((await jobs.checkpoint(reader)) ?? '0', end) >= 0;
        while (!(await isRead())) await sleep(20);
        await find(Worker).tickNow();
        await find(Pumps).idle();
        const statuses = async (webhookId: number) => {
          const { items } = await find(Deliveries).page(webhookId, {}, { skip: 0, limit: 500 });
          return new Set(items.map(({ status, attempts }) => `${status} ${attempts.length}`));
        };
        expect(await statuses(1)).toEqual(new Set(['delivered 1', 'ignored 1', 'failed 1']));
        expect(await statuses(2)).toEqual(new Set(['delivered 1', 'delivered 2', 'failed 8', 'pending 5']));
        expect(await find(Deliveries).countPending(2)).toBe(1);
        expect(resolved).toEqual([]);
      } finally {
        await app.close();
      }
    });
  });
});

/** A seed of its own for each moment. */
function seedOf(now: number): number {
  return Math.floor(now / 86_400_000);
}
