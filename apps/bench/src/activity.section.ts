import { performance } from 'node:perf_hooks';
import { Chance } from '../../backend/src/testing/chance';
import { type Figure, figure, type Section } from './figures';
import type { Latencies, Request } from './http-load';
import { inOwnProcess } from './own-process';
import type { Setting } from './setting';

const auditor = 1;
const page = 25;

/** Reads an export to its end and discards it. */
async function download(address: string, cookie: string): Promise<{ bytes: number; ms: number }> {
  const began = performance.now();
  const answer = await fetch(address, { headers: { cookie } });
  if (!answer.ok || answer.body === null) throw new Error(`The export was answered ${answer.status}`);
  let bytes = 0;
  for await (const part of answer.body) bytes += part.length;
  return { bytes, ms: performance.now() - began };
}

/** Measures the search of all events by an admin, and its export, compared with an empty answer and with the log itself. */
export async function measureActivity(setting: Setting): Promise<Section> {
  const { world, built } = await setting.world();
  const { server, cookies } = await setting.server();
  const cookie = cookies.get(auditor)!;
  const chance = new Chance(5);
  const searches = (query: () => string): Request[] =>
    Array.from({ length: 500 }, () => ({
      method: 'GET',
      path: `/api/activity?pageSize=${page}${query()}`,
      cookie,
    }));
  const measure = (requests: readonly Request[]) =>
    inOwnProcess('httpLoad', {
      origin: server.origin,
      atOnce: 1,
      milliseconds: setting.milliseconds(3_000),
      requests,
    });
  const empty = await measure([{ method: 'GET', path: '/api/health/live' }]);
  const figures: Figure[] = [];
  const add = (name: string, { p50, p99, failed }: Latencies) => {
    const to = { name: 'an empty answer of the same server', value: empty.p50 };
    const note = failed > 0 ? `${failed} answers were no success` : undefined;
    figures.push(figure(`${name}, p50`, p50, 'ms', to, note), figure(`${name}, p99`, p99, 'ms', to));
  };
  add('the newest events', await measure(searches(() => '')));
  add('events of a person', await measure(searches(() => `&by=${chance.of([...cookies.keys()])}`)));
  add('events of a class', await measure(searches(() => `&class=${chance.of(['comment', 'accepted', 'edited'])}`)));
  add('events of a task', await measure(searches(() => `&taskId=${chance.of(world.open).taskId}`)));
  add('events of a project', await measure(searches(() => '&projectId=1')));
  add('events with a word', await measure(searches(() => `&q=${chance.of(['rozpocet', 'sklad', 'porada'])}`)));

  const most = setting.options.quick ? 2_000 : 20_000;
  const { items } = (await (
    await fetch(`${server.origin}/api/activity?page=${most / 100}&pageSize=100`, { headers: { cookie } })
  ).json()) as { items: { position: string }[] };
  const query = `after=${items.at(-1)!.position}`;
  const before = (await server.ask('memory')).rss;
  const mebibyte = 1_024 * 1_024;
  for (const format of ['json', 'csv']) {
    const { bytes, ms } = await download(`${server.origin}/api/activity/export?format=${format}&${query}`, cookie);
    figures.push(
      figure(
        `export as ${format}`,
        (most / ms) * 1_000,
        '/s',
        { name: 'reading and parsing the same log', value: (built.events / built.readMs) * 1_000 },
        `${most.toLocaleString('en-US')} events, ${(bytes / mebibyte).toFixed(0)} MiB`,
      ),
    );
  }
  const after = (await server.ask('memory')).rss;
  figures.push(
    figure('resident after both exports', after / mebibyte, 'MB', { name: 'before them', value: before / mebibyte }),
  );
  return {
    name: 'activity',
    title: `Search and export of ${world.events.toLocaleString('en-US')} events, 1 at a time`,
    figures,
    profiles: [],
  };
}
