import { followers as namedFollowers } from '@gos/contract';
import { comparePositions, type RecordedEvent } from '@gos/domain';
import { projectSamples } from '@gos/domain/project/project.samples';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandRunner } from '../engine/commands/command-runner';
import { followUps } from '../engine/commands/reactor';
import { SetAsideEvents } from '../engine/followers/set-aside-events';
import { Worker } from '../engine/jobs/worker';
import { reactorModel } from '../engine/projections/reactor-model';
import { version } from '../kernel/version';
import { ACCOUNTS, type Accounts } from '../stores/accounts/accounts';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import { JOBS, type Jobs } from '../stores/jobs/jobs';
import { READ_MODELS, type ReadModels } from '../stores/read-models/read-models';
import { append } from '../testing/appended';
import { Harness, type Json, type Person } from '../testing/harness';
import { Operations } from './ops/operations';

/** Events that a follower of the log can handle in no way. */
describe('an event that cannot be handled', () => {
  let gos: Harness;
  let admin: Person;
  let projectId: number;
  let taskId: number;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    projectId = (await admin.post('/api/projects', { name: 'Stavba' })).body.id;
    taskId = await admin.task({ name: 'Základy', projectId });
  }, 120_000);
  afterAll(() => gos.stop());

  const log = () => gos.service<EventLog>(EVENT_LOG);
  const jobs = () => gos.service<Jobs>(JOBS);
  const worker = () => gos.service<Worker>(Worker);
  const setAside = () => gos.service<SetAsideEvents>(SetAsideEvents);
  const followers = () => setAside().followers;
  const sources = () =>
    (worker() as Json).followed as Map<string, { jobsOf: (event: RecordedEvent) => unknown; name: string }>;

  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  /** All followers have read the log to its end. */
  async function followed(): Promise<void> {
    const end = await log().end();
    const reader = `${worker().reader}-${await log().identity()}`;
    // Jobs may append more meanwhile.
    const isPast = (position: string | null) => position !== null && comparePositions(position, end!) >= 0;
    await until(async () => isPast(await jobs().checkpoint(reader)));
    await until(async () => isPast(await gos.service<ReadModels>(READ_MODELS).checkpoint(reactorModel)));
    await gos.applied();
  }
  const ready = async () => {
    const { status, body } = await gos.stranger().get('/api/health/ready');
    return { status, is: body.status, followers: body.followers };
  };
  const list = async (): Promise<Json[]> => (await admin.get('/api/admin/set-aside?pageSize=100')).body.items;
  const names = async () => (await list()).map(({ follower }) => follower).sort();
  const dismissAll = async () => (await admin.post('/api/admin/set-aside/dismiss', {})).body.count;
  async function ops(...args: string[]): Promise<{ fine: boolean; said: string }> {
    const lines: string[] = [];
    const fine = await gos.service<Operations>(Operations).run('set-aside', args, (line) => lines.push(line));
    return { fine, said: lines.join('\n') };
  }
  async function inMetrics(follower: string): Promise<string | undefined> {
    const page = String((await gos.stranger().get('/metrics')).body);
    return page.split('\n').find((line) => line.startsWith(`gos_events_set_aside{follower="${follower}"}`));
  }
  async function restart(): Promise<void> {
    jest.restoreAllMocks();
    await gos.restart();
    admin.origin = gos.origin;
  }

  it('is a concern of every follower of the log', () => {
    expect(followers()).toEqual(namedFollowers);
  });

  it('may be a project that finishes before 1970, and all that comes after it is followed', async () => {
    const { data } = projectSamples.ProjectCreated;
    const early = { type: 'ProjectCreated', data: { ...data, projectId: 777, finishDate: '0001-01-01' } };
    await append(log(), 'project-777', [early]);
    const broken = { type: 'ProjectEdited', data: { changes: null } };
    await append(log(), `project-${projectId}`, [broken]);
    await admin.patch(`/api/tasks/${taskId}`, { name: 'Základy domu' });
    await followed();
    expect(await names()).toContain('finished-projects');
    const [one] = (await list()).filter(({ type }) => type === 'ProjectEdited').slice(-1);
    expect(one).toMatchObject({
      follower: 'finished-projects',
      stream: `project-${projectId}`,
      reason: expect.stringMatching(
        /^ProjectEdited could not be handled: TypeError in find at finished-projects\.ts:\d+$/,
      ),
      tries: 1,
    });
    await dismissAll();
  });

  describe('by any of them', () => {
    let poison: RecordedEvent;
    let added: string[];
    const ofJobs = () => followers().filter((name) => sources().has(name));

    beforeAll(async () => {
      added = [];
      const isPoison = ({ data }: RecordedEvent) => (data as Json).text === 'poison';
      for (const source of sources().values()) {
        const jobsOf = source.jobsOf;
        source.jobsOf = (event) => {
          if (isPoison(event)) throw new TypeError('Jan Novák');
          if ((event.data as Json).text === 'after') added.push(source.name);
          return jobsOf(event);
        };
      }
      const runner = gos.service<CommandRunner>(CommandRunner);
      const follow = runner.follow.bind(runner);
      jest.spyOn(runner, 'follow').mockImplementation((event) => {
        if (isPoison(event)) throw new TypeError('Jan Novák');
        return follow(event);
      });
      const says = (commentId: number, text: string) => ({
        type: 'CommentAdded',
        data: { commentId, text, mentions: [] },
      });
      await append(log(), `task-${taskId}`, [says(901, 'poison'), says(902, 'after')]);
      poison = (await log().readStream(`task-${taskId}`)).at(-2)!;
      await followed();
    });

    it('is set aside by name, and the next event is handled by all', async () => {
      expect(await names()).toEqual([...ofJobs(), followUps].sort());
      expect(added.sort()).toEqual(ofJobs());
      for (const one of await list()) {
        expect(one).toEqual({
          id: `${one.follower}.${poison.id}`,
          follower: one.follower,
          subject: null,
          type: 'CommentAdded',
          stream: poison.stream,
          revision: poison.revision,
          position: poison.position,
          reason: expect.stringMatching(
            /^CommentAdded could not be handled: TypeError( in \S+)? at followers.e2e.spec.ts:\d+$/,
          ),
          at: expect.stringMatching(/^\d{4}-/),
          triedAt: expect.stringMatching(/^\d{4}-/),
          tries: 1,
        });
      }
    });

    const itIsShown = () => {
      it('is named by health, metrics, the overview and operations', async () => {
        const all = [...ofJobs(), followUps].sort();
        expect(await ready()).toEqual({
          status: 200,
          is: 'degraded',
          followers: all.map((name) => ({ name, setAside: 1 })),
        });
        for (const name of all) expect(await inMetrics(name)).toMatch(/ 1$/);
        expect(await inMetrics('meetings')).toMatch(/ 0$/);
        expect((await admin.get('/api/admin/overview')).body).toMatchObject({
          ready: true,
          setAsideEvents: all.length,
        });
        const { fine, said } = await ops();
        expect(fine).toBe(false);
        for (const name of all) expect(said).toContain(`${name}.${poison.id}: CommentAdded of task-${taskId} at `);
        expect(said).not.toContain('Novák');
      });
    };
    itIsShown();

    it('stays set aside when a retry fails, which counts', async () => {
      const id = `webhooks.${poison.id}`;
      expect((await admin.post('/api/admin/set-aside/retry', { ids: [id, 'nothing'] })).body).toEqual({ count: 1 });
      await until(async () => (await list()).find((one) => one.id === id)!.tries === 2);
      await restart();
    });

    describe('after a restart', itIsShown);

    it('is dismissed by an operator, and by an admin', async () => {
      await expect(ops('dismiss', 'all')).rejects.toThrow('Each is dismissed');
      await expect(ops('dismiss', 'nothing')).rejects.toThrow('No event');
      await expect(ops('forget')).rejects.toThrow('set-aside retry ID');
      expect(await ops('dismiss', `erased-people.${poison.id}`)).toEqual({ fine: true, said: '1 dismissed' });
      const ids = [`occurrences.${poison.id}`];
      expect((await admin.post('/api/admin/set-aside/dismiss', { ids })).body).toEqual({ count: 1 });
      expect((await admin.post('/api/admin/set-aside/dismiss', { ids })).body).toEqual({ count: 0 });
      expect(await names()).toEqual(['changed-emails', 'finished-projects', followUps, 'notifications', 'webhooks']);
    });

    it('is handled by a retry once the cause is gone', async () => {
      const ids = [`notifications.${poison.id}`];
      expect((await admin.post('/api/admin/set-aside/retry', { ids })).status).toBe(202);
      await until(async () => !(await names()).includes('notifications'));
      // Somebody is mailed about the comment only now.
      await until(async () => (await jobs().counts('notifications')).waiting === 0);
      expect(await ops('retry', 'all')).toMatchObject({ fine: true });
      await until(async () => (await names()).length === 0);
      expect(await ready()).toMatchObject({ status: 200, followers: [] });
    });
  });

  it('is handled again after an upgrade', async () => {
    const event = (await log().readStream(`task-${taskId}`)).at(-1)!;
    for (const follower of ['webhooks', followUps]) await setAside().add(follower, event, new TypeError('x'));
    const accounts = gos.service<Accounts>(ACCOUNTS);
    const [older, same] = [`webhooks.${event.id}`, `${followUps}.${event.id}`];
    const record = (await accounts.get<Json>('setAside', older))!;
    expect(record.value.version).toBe(version);
    await accounts.replace('setAside', older, record.version, { ...record.value, version: '0.0.1' });
    await restart();
    await until(async () => (await setAside().get(older)) === null);
    expect((await setAside().get(same))!.tries).toBe(1);
    await dismissAll();
  });

  describe('by the work of the clock', () => {
    const deadline = '2026-11-27T11:00:00.000Z';
    const before = '2026-11-25T11:00:00.000Z';
    const due = '2026-11-29T12:00:00.000Z';
    /** The stream of a document on which the work fails, and of one on which it does not, by follower. */
    const streams = new Map<string, readonly [broken: string, fine: string]>();
    const commands: Readonly<Record<string, string>> = {
      reminders: 'remind',
      meetings: 'endAutomatically',
      'forgotten-work': 'remind',
      'due-occurrences': 'generate',
    };
    const works = Object.keys(commands);
    let tries: Map<string, number>;

    beforeAll(async () => {
      gos.clock.set(before);
      const [olga, petr] = [await gos.person('Olga Jiná'), await gos.person('Petr Další')];
      const two = async (make: (by: Person) => Promise<string>) => [await make(olga), await make(petr)] as const;
      const task = async (by: Person, more: object) =>
        `task-${await admin.task({ name: 'Úkol', solverId: by.id, ...more })}`;
      streams.set('reminders', await two((by) => task(by, { deadline })));
      streams.set('meetings', await two((by) => task(by, { type: 'meeting', deadline, estimateMinutes: 60 })));
      const starts = async (by: Person) => {
        const taskId = await admin.task({ name: 'Úkol', solverId: by.id });
        expect((await by.post('/api/work/start', { taskId })).status).toBe(201);
        return `worklog-${by.id}`;
      };
      streams.set('forgotten-work', await two(starts));
      const repeats = { name: 'Denní', firstDeadline: deadline, repeat: 'daily' };
      streams.set(
        'due-occurrences',
        await two(async () => {
          const { status, body } = await admin.post('/api/repeated-tasks', repeats);
          if (status !== 201) throw new Error(JSON.stringify(body));
          return `repeatedTask-${body.id}`;
        }),
      );
      await followed();
      await until(async () => {
        const { waiting, active } = await jobs().counts('occurrences');
        return waiting + active === 0;
      });
    }, 60_000);
    afterAll(() => gos.clock.set(null));

    function poison(): void {
      tries = new Map();
      const runner = gos.service<CommandRunner>(CommandRunner);
      const run = runner.run.bind(runner);
      jest.spyOn(runner, 'run').mockImplementation((...args) => {
        const [{ stream }, { type }] = args as unknown as [{ stream: string }, { type: string }];
        const work = works.find((name) => streams.get(name)![0] === stream && commands[name] === type);
        if (work === undefined) return run(...args);
        tries.set(work, (tries.get(work) ?? 0) + 1);
        return Promise.reject(new TypeError('broken'));
      });
    }
    const lengths = async (which: 0 | 1) => {
      const found: Record<string, number> = {};
      for (const name of works) found[name] = (await log().readStream(streams.get(name)![which])).length;
      return found;
    };
    async function tick(): Promise<void> {
      gos.clock.set(due);
      await worker().tickNow();
      await gos.applied();
      gos.clock.set(before);
    }

    it('is passed, and the work is done on the other documents', async () => {
      const [broken, fine] = [await lengths(0), await lengths(1)];
      poison();
      await tick();
      await tick();
      expect(Object.fromEntries(tries)).toEqual(Object.fromEntries(works.map((name) => [name, 5])));
      expect(await lengths(0)).toEqual(broken);
      for (const name of works) expect((await lengths(1))[name]).toBeGreaterThan(fine[name]!);
      expect((await list()).map(({ follower, stream }) => [follower, stream])).toEqual(
        [...works].sort().map((name) => [name, streams.get(name)![0]]),
      );
      const named = [...works].sort().map((name) => ({ name, setAside: 1 }));
      expect(await ready()).toMatchObject({ is: 'degraded', followers: named });
    });

    it('is not tried again after a restart, unless the document changes', async () => {
      const broken = await lengths(0);
      await restart();
      await tick();
      expect(await lengths(0)).toEqual(broken);
      const [stream] = streams.get('reminders')!;
      await admin.patch(`/api/tasks/${stream.slice('task-'.length)}`, { name: 'Opravený' });
      await tick();
      expect((await log().readStream(stream)).at(-1)!.type).toBe('UsersNotified');
      expect(await names()).not.toContain('reminders');
    });

    it('is handled by a retry', async () => {
      const broken = await lengths(0);
      gos.clock.set(due);
      await ops('retry', 'all');
      await until(async () => (await setAside().among(null)).length === 0);
      for (const name of works.slice(1)) expect((await lengths(0))[name]).toBeGreaterThan(broken[name]!);
    });
  });
});
