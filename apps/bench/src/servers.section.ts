import { BenchServers } from './bench-servers';
import { type Figure, figure, percentile, type Section } from './figures';
import type { Latencies } from './http-load';
import { inOwnProcess } from './own-process';
import { RoundRobin } from './round-robin';
import { GosServer } from './server';
import type { Setting } from './setting';
import { connected, loaded, type loads, longestWait, type Shape, screensOf, watchedTasks } from './shapes';

const people = 100;
const eventsOfTask = 4.4;
/** Fewer than embedded: on a busy machine more of them take longer than a store may. */
const appendsAtOnce = 64;
const apis = 4;
/** Number of tries for each way of losing the projector; the median counts. */
const losses = 3;

type Settings = Readonly<Record<string, string>>;
interface Place {
  readonly folder: string;
  readonly settings: Settings;
}
interface Made extends Shape, Place {
  /** Per second. */
  readonly appended: number;
  readonly built: number;
  readonly events: number;
  readonly buildMs: number;
}

/** Measures an installation on servers and the same one embedded, interleaved, and then several processes. */
export async function measureServers(setting: Setting): Promise<Section> {
  const servers = await BenchServers.start(setting.path('look'));
  try {
    const tasks = Math.max(50, Math.round(setting.options.serverEvents / eventsOfTask));
    setting.progress(`making ${tasks.toLocaleString('en-US')} tasks embedded …`);
    const here = await made({ folder: setting.path('embedded'), settings: {} }, tasks);
    setting.progress('making the same on the servers …');
    const there = await made({ folder: setting.path('servers'), settings: servers.settings }, tasks);
    setting.progress('measuring one beside the other …');
    const beside = await besideEmbedded(setting, here, there);
    setting.progress('measuring several processes …');
    const several = await severalProcesses(setting, there);
    const { standIns } = servers;
    const about =
      standIns.length === 0 ? '' : `; stand-ins, written for strictness and not for speed, for: ${standIns.join(', ')}`;
    const built = `${there.events.toLocaleString('en-US')} events`;
    return {
      name: 'servers',
      title: `On servers, compared with the same embedded (${built}, ${people} people${about})`,
      figures: [...rebuilding(here, there), ...beside, ...several],
      profiles: [],
    };
  } finally {
    await servers.stop();
  }
}

async function made(place: Place, tasks: number): Promise<Made> {
  const { folder, settings } = place;
  const world = await inOwnProcess('seedWorld', { folder, tasks, people, appendsAtOnce }, settings);
  const { events, buildMs } = await inOwnProcess('buildViews', folder, settings);
  const cookies = await inOwnProcess('signIn', { folder, people }, settings);
  const perSecond = (milliseconds: number) => (events / milliseconds) * 1_000;
  return {
    ...place,
    world,
    cookies,
    events,
    buildMs,
    appended: perSecond(world.milliseconds),
    built: perSecond(buildMs),
  };
}

function rebuilding(here: Made, there: Made): Figure[] {
  const embedded = (value: number) => ({ name: 'the same, embedded', value });
  const million = (rate: number) => `${(1_000_000 / rate / 60).toFixed(1)} minutes`;
  const isMeasured = there.events >= 1_000_000;
  const note = isMeasured
    ? `${(there.buildMs / 60_000).toFixed(1)} minutes, embedded ${(here.buildMs / 60_000).toFixed(1)}`
    : `a million at this rate, not measured: ${million(there.built)}, embedded ${million(here.built)}`;
  return [
    figure('all views from the log', there.built, '/s', embedded(here.built), note),
    figure('events appended, 64 at a time', there.appended, '/s', embedded(here.appended)),
  ];
}

const failures = ({ failed, sent }: Latencies) =>
  failed > 0 ? `${failed} of ${sent} answers were no success: the store took too long` : undefined;

async function besideEmbedded(setting: Setting, here: Made, there: Made): Promise<Figure[]> {
  const started: GosServer[] = [];
  try {
    for (const { folder, settings } of [here, there]) {
      started.push(await GosServer.start(folder, { withProbe: false, settings }));
    }
    const [embedded, onServers] = started as [GosServer, GosServer];
    const both = async (kind: keyof typeof loads, atOnce: number): Promise<[Latencies, Latencies]> => {
      const load = { kind, atOnce, milliseconds: setting.milliseconds(4_000) };
      return [await loaded(onServers.origin, there, load), await loaded(embedded.origin, here, load)];
    };
    const baseline = (value: number) => ({ name: 'the same, embedded', value });
    const figures: Figure[] = [];
    for (const [kind, name] of [
      ['create', 'a task created'],
      ['change', 'a task changed'],
      ['list', 'list of 25 to complete'],
      ['detail', 'task detail'],
    ] as const) {
      const [one, same] = await both(kind, 1);
      const [many, sameMany] = await both(kind, 16);
      figures.push(
        figure(`${name}, p50`, one.p50, 'ms', baseline(same.p50), failures(one)),
        figure(`${name}, p99`, one.p99, 'ms', baseline(same.p99)),
        figure(`${name}, 16 at a time`, many.perSecond, '/s', baseline(sameMany.perSecond), failures(many)),
      );
    }
    const live = (shape: Made, origin: string) =>
      inOwnProcess('socketLoad', { ...screens(setting, shape), origin, echoPort: null });
    const [seen, same] = [await live(there, onServers.origin), await live(here, embedded.origin)];
    figures.push(
      figure(`change on another screen, ${connected} connected, p50`, seen.change.p50, 'ms', baseline(same.change.p50)),
      figure(
        `change on another screen, ${connected} connected, p99`,
        seen.change.p99,
        'ms',
        baseline(same.change.p99),
        `${seen.lost} did not arrive`,
      ),
    );
    return figures;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

const screens = (setting: Setting, shape: Shape) => ({
  cookies: screensOf(shape),
  tasks: watchedTasks(shape),
  rounds: setting.options.quick ? 50 : 200,
});

async function severalProcesses(setting: Setting, shape: Made): Promise<Figure[]> {
  const started = new Set<GosServer>();
  let count = 0;
  const start = async (role: 'api' | 'projector' | 'worker') => {
    const settings = { ...shape.settings, GOS_ROLE: role };
    const server = await GosServer.start(setting.path(`process-${++count}`), { withProbe: false, settings });
    started.add(server);
    return server;
  };
  try {
    const projectors = [await start('projector')];
    await start('worker');
    const serving: GosServer[] = [];
    for (let n = 0; n < apis; n++) serving.push(await start('api'));
    const figures = await behindOnePort(setting, shape, serving);
    const [first, second] = serving as [GosServer, GosServer];
    const live = await inOwnProcess('socketLoad', {
      ...screens(setting, shape),
      origin: second.origin,
      commandsAt: first.origin,
      echoPort: null,
    });
    const note = `${live.lost} did not arrive`;
    figures.push(figure('change on a screen at another api, p50', live.change.p50, 'ms', undefined, note));
    projectors.push(await start('projector'));
    const takenOver = async (signal: 'SIGKILL' | 'SIGTERM') => {
      const waits: { ordinary: number; longest: number }[] = [];
      for (let n = 0; n < losses; n++) {
        const leader = projectors.shift()!;
        waits.push(
          await longestWait(first.origin, shape, async () => {
            await leader.stop(signal);
            started.delete(leader);
          }),
        );
        projectors.push(await start('projector'));
      }
      const median = (of: 'ordinary' | 'longest') =>
        percentile(
          waits.map((wait) => wait[of]),
          0.5,
        );
      const ordinary = { name: 'the same without a loss', value: median('ordinary') };
      const all = waits.map(({ longest }) => `${(longest / 1_000).toFixed(1)} s`).join(', ');
      return figure(
        `comment sent until its task shows it, the projector ${signal === 'SIGKILL' ? 'killed' : 'stopped'}, the longest`,
        median('longest'),
        'ms',
        ordinary,
        `median of ${all}`,
      );
    };
    figures.push(await takenOver('SIGKILL'), await takenOver('SIGTERM'));
    return figures;
  } finally {
    await Promise.all([...started].map((server) => server.stop()));
  }
}

/** The load of one process spread over two and four. */
async function behindOnePort(setting: Setting, shape: Made, serving: readonly GosServer[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [kind, name] of [
    ['detail', 'task details, 16 at a time'],
    ['create', 'tasks created, 16 at a time'],
  ] as const) {
    let one: number | undefined;
    for (const size of [1, 2, apis]) {
      const proxy = await RoundRobin.before(serving.slice(0, size).map(({ origin }) => origin));
      const load = { kind, atOnce: 16, milliseconds: setting.milliseconds(8_000) };
      const answers = await loaded(proxy.origin, shape, load);
      const { perSecond } = answers;
      await proxy.close();
      const baseline = one === undefined ? undefined : { name: 'the same with one api process', value: one };
      one ??= perSecond;
      figures.push(figure(`${name}, ${size} api behind one port`, perSecond, '/s', baseline, failures(answers)));
    }
  }
  return figures;
}
