import { Chance } from '../../backend/src/testing/chance';
import { type Figure, figure, type Section } from './figures';
import type { Latencies, Request } from './http-load';
import { inOwnProcess } from './own-process';
import type { Setting } from './setting';

/** Measures the latency of lists and details, compared with an empty answer of the same server. */
export async function measureReads(setting: Setting): Promise<Section> {
  const { world } = await setting.world();
  const { server, cookies } = await setting.server();
  const milliseconds = setting.milliseconds(4_000);
  const chance = new Chance(3);
  const members = [...cookies].filter(([id]) => id !== 1).map(([, cookie]) => cookie);
  const many = (one: () => Request) => Array.from({ length: 5_000 }, one);
  const list = (name: string) =>
    many(() => ({ method: 'GET', path: `/api/tasks?list=${name}&pageSize=25`, cookie: chance.of(members) }));
  const detail = many(() => {
    const { taskId, contractorId } = chance.of(world.open);
    return { method: 'GET', path: `/api/tasks/${taskId}`, cookie: cookies.get(contractorId)! };
  });
  const live: Request[] = [{ method: 'GET', path: '/api/health/live' }];
  const measure = (requests: readonly Request[], atOnce = 1, time = milliseconds) =>
    inOwnProcess('httpLoad', { origin: server.origin, atOnce, milliseconds: time, requests });

  await measure(list('to-complete'), 4, milliseconds / 4);
  const empty = await measure(live);
  const figures: Figure[] = [];
  const add = (name: string, { p50, p99, bytes, failed }: Latencies, to: Latencies) => {
    const note = `${Math.round(bytes)} bytes an answer${failed > 0 ? `; ${failed} answers were no success` : ''}`;
    figures.push(
      figure(`${name}, p50`, p50, 'ms', { name: 'an empty answer of the same server', value: to.p50 }, note),
    );
    figures.push(figure(`${name}, p99`, p99, 'ms', { name: 'an empty answer of the same server', value: to.p99 }));
  };
  add('list of 25 to complete', await measure(list('to-complete')), empty);
  add('list of 25 of all that one sees', await measure(list('all')), empty);
  add('list of 25 of the archive', await measure(list('archive')), empty);
  add(
    'numbers beside the lists',
    await measure(many(() => ({ method: 'GET', path: '/api/tasks/counts', cookie: chance.of(members) }))),
    empty,
  );
  add('task detail', await measure(detail), empty);
  const emptyMany = await measure(live, 16);
  const { result: listMany, microseconds } = await server.processorDuring(() => measure(list('to-complete'), 16));
  const throughput = { name: 'an empty answer of the same server, 16 at a time', value: emptyMany.perSecond };
  figures.push(
    figure(
      'list of 25 to complete, 16 at a time',
      listMany.perSecond,
      '/s',
      throughput,
      `${Math.round(microseconds / listMany.sent)} µs of processor time each`,
    ),
  );
  await server.ask('profile');
  await measure(list('to-complete'), 16, milliseconds / 2);
  const profiles = [await server.ask('profiled', 'lists of 25 to complete, 16 at a time')];
  await server.ask('profile');
  await measure(list('all'), 1, milliseconds / 2);
  profiles.push(await server.ask('profiled', 'lists of 25 of all that one sees, 1 at a time'));
  return {
    name: 'reads',
    title: `Reads over HTTP, 1 at a time, with ${world.tasks.toLocaleString('en-US')} tasks of ${world.people} people`,
    figures,
    profiles,
  };
}
