import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figure, type Section } from './figures';
import type { Latencies, Request } from './http-load';
import { type Way, ways } from './neighbour-load';
import { inOwnProcess } from './own-process';
import { neighbourhood } from './seed-neighbours';
import { GosServer } from './server';
import type { Setting } from './setting';

const said: Readonly<Record<Way, string>> = {
  types: 'files whose type is 80 kB',
  feed: 'the calendar feed of 600 long tasks, ten at once',
  said: 'changes, comments and searches of a task with 4,500 long comments',
  rejected: 'false pictures of 20 MB, three at once',
  reads: 'searches, calendars, lists by budget and 1 MB of "<"',
  bodies: '500 connections with a body that never arrives',
  sockets: '400 sockets that all watch one task',
  webhooks: '20 webhooks, and small edits of a task whose long description was edited often',
  preferences: '397 preferences of 64 KiB, ten at once',
  repeated: 'the history of a repeated task with long edits, and previews of old ones',
  replays: '20 replays over long events, requested repeatedly',
};

/** Limit of the effect on others: five times a quiet moment, or this if it is more. */
const mostMs = 50;
const mostTimes = 5;
/** Resident memory of the server meanwhile. */
const mostMegabytes = 1_000;

/** Measures one person's list and command while another person causes the greatest allowed load. */
export async function measureNeighbours(setting: Setting): Promise<Section> {
  const folder = setting.path('neighbours');
  const { quick } = setting.options;
  const has = await inOwnProcess('seedNeighbours', {
    folder,
    tasks: quick ? 1_000 : 5_000,
    long: { tasks: 600, characters: 95_000 },
    said: { comments: 4_500, characters: quick ? 1_300 : 13_000 },
    edits: { count: quick ? 150 : 600, characters: 90_000 },
    collaborators: quick ? 500 : 3_000,
  });
  await inOwnProcess('buildViews', folder);
  const { people, worstId, collaboratorId, neighbourId } = neighbourhood;
  const cookies = await inOwnProcess('signIn', { folder, people });
  const server = await GosServer.start(folder, { settings: { GOS_WEBHOOK_ALLOW_PRIVATE: 'true' } });
  try {
    const cookie = cookies.get(neighbourId)!;
    const lists: Request[] = [{ method: 'GET', path: '/api/tasks?list=to-complete&pageSize=25', cookie }];
    const commands = has.own.flatMap((taskId) =>
      [3, 7].map(
        (priority): Request => ({
          method: 'PATCH',
          path: `/api/tasks/${taskId}`,
          cookie,
          body: JSON.stringify({ priority }),
        }),
      ),
    );
    const milliseconds = setting.milliseconds(6_000);
    const load = async (requests: readonly Request[]) => {
      const told = await inOwnProcess('httpLoad', { origin: server.origin, atOnce: 1, milliseconds, requests });
      // No request was answered in all that time.
      return told.count > 0 ? told : { ...told, p50: milliseconds, p99: milliseconds };
    };
    const measure = async () => ({ list: await load(lists), command: await load(commands) });
    await measure();
    const figures: Figure[] = [];
    for (const way of ways) {
      setting.progress(`measuring neighbours: ${way} …`);
      const quiet = await measure();
      const worst = inOwnProcess('worstOfOne', {
        origin: server.origin,
        way,
        cookie: cookies.get(worstId)!,
        watching: cookies.get(collaboratorId)!,
        has,
        milliseconds: 2.4 * milliseconds + 3_000,
      });
      const memory = peakOf(server);
      await sleep(1_500);
      const beside = await measure();
      const answered = await worst;
      const megabytes = await memory.end();
      const answers = Object.entries(answered).map(([what, count]) => `${count} × ${what}`);
      figures.push(...beside99(`${way}: list`, beside.list, quiet.list, `${said[way]}: ${answers.join(', ')}`));
      figures.push(...beside99(`${way}: command`, beside.command, quiet.command));
      const note = megabytes > mostMegabytes ? `more than ${mostMegabytes} MB` : undefined;
      figures.push(figure(`${way}: resident at most`, megabytes, 'MB', undefined, note));
    }
    return {
      name: 'neighbours',
      title: 'One person while another causes the greatest allowed load',
      figures,
      profiles: [],
    };
  } finally {
    await server.stop();
  }
}

/** The most resident memory of the server from now on until the end. */
function peakOf(server: GosServer) {
  let [most, isOver] = [0, false];
  const looking = (async () => {
    while (!isOver) {
      most = Math.max(most, (await server.ask('memory')).rss / 1024 / 1024);
      await sleep(100);
    }
  })();
  return {
    async end(): Promise<number> {
      isOver = true;
      await looking;
      return most;
    },
  };
}

function beside99(name: string, beside: Latencies, quiet: Latencies, note?: string): Figure[] {
  const missed = beside.p99 > Math.max(mostMs, mostTimes * quiet.p99);
  const failed = beside.failed > 0 ? `${beside.failed} of ${beside.count} failed` : null;
  const notes = [note, missed ? `more than ${mostTimes} times and ${mostMs} ms` : null, failed].filter(Boolean);
  return [
    figure(`${name}, p50`, beside.p50, 'ms', { name: 'the same in a quiet moment', value: quiet.p50 }),
    figure(
      `${name}, p99`,
      beside.p99,
      'ms',
      { name: 'the same in a quiet moment', value: quiet.p99 },
      notes.length > 0 ? notes.join('; ') : undefined,
    ),
  ];
}
