import { Chance } from '../../backend/src/testing/chance';
import { type Figure, figure, type Section } from './figures';
import type { Request } from './http-load';
import { inOwnProcess } from './own-process';
import { proofFigures } from './proof-figures';
import { replayFigures } from './replay-figures';
import { pastYears } from './seed-past';
import { GosServer } from './server';
import type { Setting } from './setting';

const tasks = 500;
const people = 20;
const [adminId, managerId, solverId] = [1, 2, 3];
const dayMs = 24 * 60 * 60 * 1_000;

/** Measures answers as of a moment, each compared with the same answer of the present. */
export async function measurePast(setting: Setting): Promise<Section> {
  const { world } = await setting.world();
  const milliseconds = setting.milliseconds(3_000);
  const figures: Figure[] = [];
  const compare = async (origin: string, name: string, requests: readonly Request[], at: string) => {
    const measure = (all: readonly Request[]) =>
      inOwnProcess('httpLoad', { origin, atOnce: 1, milliseconds, requests: all });
    const then = requests.map((one) => ({ ...one, path: `${one.path}${one.path.includes('?') ? '&' : '?'}at=${at}` }));
    const present = await measure(requests);
    const past = await measure(then);
    const failed = present.failed + past.failed;
    const note = failed > 0 ? `${failed} answers were no success` : `${Math.round(past.bytes)} bytes an answer`;
    figures.push(figure(`${name}, p50`, past.p50, 'ms', { name: 'the same now', value: present.p50 }, note));
    figures.push(figure(`${name}, p99`, past.p99, 'ms', { name: 'the same now', value: present.p99 }));
  };

  const { server, cookies } = await setting.server();
  const chance = new Chance(9);
  const members = [...cookies].filter(([id]) => id !== adminId).map(([, cookie]) => cookie);
  const lists = (list: string, of: readonly string[]): Request[] =>
    Array.from({ length: 1_000 }, () => ({
      method: 'GET',
      path: `/api/tasks?list=${list}&pageSize=25`,
      cookie: chance.of(of),
    }));
  const halfYear = new Date(Date.now() - 182 * dayMs).toISOString();
  await compare(server.origin, 'list of 25 to complete, half a year ago', lists('to-complete', members), halfYear);
  await compare(server.origin, 'list of 25 given, half a year ago', lists('given', members), halfYear);
  await compare(
    server.origin,
    'list of 25 of all that a member sees, half a year ago',
    lists('all', members),
    halfYear,
  );
  await compare(
    server.origin,
    'list of 25 of all tasks, for an admin, half a year ago',
    lists('all', [cookies.get(adminId)!]),
    halfYear,
  );
  await setting.stopServer();

  const folder = setting.path('past');
  const size = {
    folder,
    people,
    tasks,
    events: setting.options.quick ? 10 : 100,
    eventsOfFirst: 1_000,
    managerId,
    solverId,
  };
  const { events } = await inOwnProcess('seedPast', size);
  await inOwnProcess('catchUp', folder);
  const own = await inOwnProcess('signIn', { folder, people });
  const other = await GosServer.start(folder);
  try {
    const at = new Date(Date.now() - (pastYears / 2) * 365 * dayMs).toISOString();
    for (const [who, id] of [
      ['an admin', adminId],
      ['its manager', managerId],
    ] as const) {
      const one = (path: string): Request[] => [{ method: 'GET', path, cookie: own.get(id)! }];
      const board = one('/api/tasks?board=1&sort=order&pageSize=100');
      await compare(other.origin, `100 of the ${tasks} tasks of a board, for ${who}`, board, at);
      await compare(
        other.origin,
        `dashboard with a board of ${tasks} tasks, for ${who}`,
        one('/api/projects/1/boards'),
        at,
      );
    }
    const task: Request[] = [{ method: 'GET', path: '/api/tasks/1', cookie: own.get(managerId)! }];
    await compare(other.origin, `task with ${size.eventsOfFirst.toLocaleString('en-US')} events`, task, at);
  } finally {
    await other.stop();
  }
  const attendance = setting.path('past-attendance');
  const entries = setting.options.quick ? 4_000 : 20_000;
  await inOwnProcess('seedAttendance', { folder: attendance, people, workers: people, entries });
  await inOwnProcess('buildViews', attendance);
  const workers = await inOwnProcess('signIn', { folder: attendance, people });
  const third = await GosServer.start(attendance);
  try {
    const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
    const months = Array.from({ length: 1_000 }, (): Request => {
      const [year, month] = ago(15 + chance.below(90))
        .split('-')
        .map(Number);
      return {
        method: 'GET',
        path: `/api/attendance/month?month=${month}&year=${year}`,
        cookie: workers.get(1 + chance.below(people))!,
      };
    });
    // The first answer of a new server takes longer than a quick measurement.
    const { path, cookie } = months[0]!;
    await (await fetch(`${third.origin}${path}`, { headers: { cookie: cookie! } })).arrayBuffer();
    await compare(third.origin, "a person's month, 15 days ago", months, ago(15));
  } finally {
    await third.stop();
  }
  return {
    name: 'past',
    title: `As of a moment: ${world.tasks.toLocaleString('en-US')} tasks, and a board with ${events.toLocaleString('en-US')} events in five years`,
    figures: [...figures, ...(await replayFigures(setting)), ...(await proofFigures(setting))],
    profiles: [],
  };
}
