import { Chance } from '../../backend/src/testing/chance';
import { figure, type Section } from './figures';
import type { Request } from './http-load';
import { inOwnProcess } from './own-process';
import { tasksOf } from './seed-attendance';
import { GosServer } from './server';
import type { Setting } from './setting';

const people = 1_000;
const workers = 500;

/** Measures months, availability, starting and stopping, and presence, compared with an empty answer of the same server. */
export async function measureAttendance(setting: Setting): Promise<Section> {
  const entries = setting.options.quick ? 20_000 : 200_000;
  const folder = setting.path('attendance');
  setting.progress(`writing ${entries.toLocaleString('en-US')} entries of work …`);
  const world = await inOwnProcess('seedAttendance', { folder, people, workers, entries });
  await inOwnProcess('buildViews', folder);
  const cookies = await inOwnProcess('signIn', { folder, people });
  const server = await GosServer.start(folder);
  try {
    const milliseconds = setting.milliseconds(3_000);
    const chance = new Chance(3);
    const measure = (requests: readonly Request[], atOnce = 1) =>
      inOwnProcess('httpLoad', { origin: server.origin, atOnce, milliseconds, requests });
    const many = (path: () => string) =>
      Array.from({ length: 2_000 }, (): Request => {
        const cookie = cookies.get(1 + chance.below(workers))!;
        return { method: 'GET', path: path(), cookie };
      });
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const monthOf = (date: string) => `month=${Number(date.slice(5, 7))}&year=${date.slice(0, 4)}`;
    const recently = () => day(-chance.below(90));

    const empty = await measure([{ method: 'GET', path: '/api/health/live' }]);
    const baseline = { name: 'an empty answer of the same server', value: empty.p50 };
    const months = await measure(many(() => `/api/attendance/month?${monthOf(recently())}`));
    const days = await measure(many(() => `/api/attendance/day?date=${recently()}`));
    const weeks = await measure(many(() => `/api/attendance/availability?from=${recently()}`));
    const wholeMonths = await measure(many(() => `/api/attendance/availability/month?${monthOf(recently())}`));
    const team = await measureTeam(server.origin, cookies, milliseconds);
    const switches = [0, 1].flatMap((turn) =>
      Array.from({ length: workers }, (_, index): Request => {
        const body = JSON.stringify({ taskId: tasksOf(index + 1)[turn]! });
        return { method: 'POST', path: '/api/work/start', cookie: cookies.get(index + 1)!, body };
      }),
    );
    const one = await measure(switches);
    const all = await measure(switches, 64);
    await server.ask('profile');
    await measure(switches, 64);
    const profile = await server.ask('profiled', 'switching work, 64 at a time');
    const presence = await inOwnProcess('presenceLoad', {
      origin: server.origin,
      cookies,
      taskOf: new Map(Array.from({ length: 20 }, (_, index) => [workers + 1 + index, tasksOf(workers + 1 + index)[0]])),
      rounds: setting.options.quick ? 3 : 10,
    });
    const note = ({ p99, failed }: { p99: number; failed: number }) =>
      `p99 ${p99.toFixed(1)} ms${failed > 0 ? `; ${failed} answers were no success` : ''}`;
    const bundle = { name: 'the second in which changes are bundled', value: 1_000 };
    return {
      name: 'attendance',
      title: `Attendance of ${workers} people with ${world.entries.toLocaleString('en-US')} entries and ${world.plans.toLocaleString('en-US')} plans`,
      figures: [
        figure("one's month, p50", months.p50, 'ms', baseline, note(months)),
        figure("one's day with its logs, p50", days.p50, 'ms', baseline, note(days)),
        figure(`availability of ${people} people in a week, p50`, weeks.p50, 'ms', baseline, note(weeks)),
        figure(`availability of ${people} people in a month, p50`, wholeMonths.p50, 'ms', baseline, note(wholeMonths)),
        figure("the team's month, first page, p50", team.page.p50, 'ms', baseline, note(team.page)),
        figure("the team's month, those with missing days, p50", team.missing.p50, 'ms', baseline, note(team.missing)),
        figure("the team's month with overtime, first read", team.firstBalanceMs, 'ms', baseline, '99 days'),
        figure("the team's month with overtime, p50", team.balance.p50, 'ms', baseline, note(team.balance)),
        figure("export of everybody's month", team.exportMs, 'ms', baseline, `in pages of ${exportPage} people`),
        figure(`closing ${workers} months, 4 at a time`, team.closingMs, 'ms', baseline, note(team.closing)),
        figure(
          "others' lists meanwhile, p50",
          team.besides.p50,
          'ms',
          { name: 'the same lists alone', value: team.alone.p50 },
          `p99 ${team.besides.p99.toFixed(1)} ms, alone ${team.alone.p99.toFixed(1)} ms`,
        ),
        figure(
          'switched from one task to another, 1 at a time',
          one.perSecond,
          '/s',
          {
            name: 'empty answers of the same server',
            value: empty.perSecond,
          },
          note(one),
        ),
        figure(
          'switched from one task to another, 64 at a time',
          all.perSecond,
          '/s',
          {
            name: 'empty answers of the same server',
            value: empty.perSecond,
          },
          note(all),
        ),
        figure(
          `somebody starts, half of ${presence.connected} connected people are told`,
          presence.half,
          'ms',
          bundle,
          `all after ${presence.all.toFixed(0)} ms; ${presence.missing} were not; all connected in ${presence.connecting.toFixed(0)} ms`,
        ),
      ],
      profiles: [profile],
    };
  } finally {
    await server.stop();
  }
}

/** So many days ago the balances of overtime begin: the seeded work lasts 100 days. */
const overtimeDays = 99;

/** So many people are in a page of the browser's export. */
const exportPage = 25;

/** Milliseconds that all of the requests took together. */
const totalOf = ({ count, perSecond }: { readonly count: number; readonly perSecond: number }) =>
  (count / perSecond) * 1_000;

/** The month before the present one as an admin sees, exports and closes it, while others read their lists. */
async function measureTeam(origin: string, cookies: ReadonlyMap<number, string>, milliseconds: number) {
  const last = new Date();
  last.setUTCDate(0);
  const [year, month] = [last.getUTCFullYear(), last.getUTCMonth() + 1];
  const cookie = cookies.get(1)!;
  const asked = `month=${month}&year=${year}`;
  const read = (path: string, by = cookie): Request => ({ method: 'GET', path, cookie: by });
  const load = (requests: readonly Request[], more: { readonly atOnce?: number; readonly once?: boolean } = {}) =>
    inOwnProcess('httpLoad', { origin, atOnce: 1, milliseconds, requests, ...more });
  const page = await load([read(`/api/attendance/team-month?${asked}&pageSize=50`)]);
  const missing = await load([read(`/api/attendance/team-month?${asked}&missing=true&sort=-missing&pageSize=50`)]);
  const pages = Array.from({ length: people / exportPage }, (_, index) =>
    read(`/api/attendance/months?${asked}&page=${index + 1}&pageSize=${exportPage}`),
  );
  const exporting = await load(pages, { once: true });
  const lists = Array.from({ length: workers - 1 }, (_, index) =>
    read('/api/tasks?list=to-complete', cookies.get(index + 2)),
  );
  const closings = Array.from({ length: workers }, (_, index): Request => {
    const body = JSON.stringify({ userId: index + 1, month, year });
    return { method: 'POST', path: '/api/attendance/months/close', cookie, body };
  });
  const alone = await load(lists);
  const [closing, besides] = await Promise.all([load(closings, { atOnce: 4, once: true }), load(lists)]);
  const date = new Date(Date.now() - overtimeDays * 86_400_000).toISOString().slice(0, 10);
  const starts = Array.from({ length: workers }, (_, index): Request => {
    return {
      method: 'PUT',
      path: `/api/users/${index + 1}/overtime`,
      cookie,
      body: JSON.stringify({ date, minutes: 60 }),
    };
  });
  await load(starts, { atOnce: 4, once: true });
  const balances = read(`/api/attendance/team-month?${asked}&sort=-overtime&pageSize=50`);
  const firstBalances = await load([balances], { once: true });
  const balance = await load([balances]);
  return {
    ...{ page, missing, alone, closing, besides, balance },
    firstBalanceMs: totalOf(firstBalances),
    exportMs: totalOf(exporting),
    closingMs: totalOf(closing),
  };
}
