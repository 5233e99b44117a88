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
  const get = (path: string, cookie: string): Request => ({ method: 'GET', path, cookie });
  const list = (name: string) =>
    Array.from({ length: 5_000 }, () => get(`/api/tasks?list=${name}&pageSize=25`, chance.of(members)));
  let variants = 0;
  /** Addresses that differ only in their leading zeros, so that no answer is requested twice. */
  const newLists = (name: string) => {
    const zeros = (digits: string, count: number) => digits.padStart(digits.length + count, '0');
    return Array.from({ length: 8_000 }, () => {
      const variant = Math.floor(variants / members.length);
      const [page, size] = [zeros('1', variant % 9), zeros('25', Math.floor(variant / 9) % 8)];
      return get(`/api/tasks?list=${name}&page=${page}&pageSize=${size}`, members[variants++ % members.length]!);
    });
  };
  const details = world.open.map(({ taskId, contractorId }) => get(`/api/tasks/${taskId}`, cookies.get(contractorId)!));
  const newDetails = ['?deleted=false', '?deleted=true'].flatMap((query) =>
    details.map((one) => ({ ...one, path: `${one.path}${query}` })),
  );
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
  add('list of 25 to complete', await measure(newLists('to-complete')), empty);
  add('list of 25 of all that one sees', await measure(newLists('all')), empty);
  add('list of 25 of the archive', await measure(newLists('archive')), empty);
  add(
    'numbers beside the lists',
    await measure(Array.from({ length: 5_000 }, () => get('/api/tasks/counts', chance.of(members)))),
    empty,
  );
  add('task detail, all new', await measure(newDetails), empty);
  await measure(details, 4);
  add('task detail', await measure(details), empty);

  const costOf = async (requests: readonly Request[]) => {
    const { result, microseconds } = await server.processorDuring(() => measure(requests, 16));
    return { ...result, each: Math.round(microseconds / result.sent) };
  };
  const emptyMany = await costOf(live);
  const addMany = async (name: string, requests: readonly Request[]) => {
    const { perSecond, each, failed } = await costOf(requests);
    const note = `${each} µs of processor time each, an empty answer ${emptyMany.each} µs${failed > 0 ? `; ${failed} answers were no success` : ''}`;
    const baseline = { name: 'an empty answer of the same server, 16 at a time', value: emptyMany.perSecond };
    figures.push(figure(`${name}, 16 at a time`, perSecond, '/s', baseline, note));
  };
  await addMany('list of 25 all new', newLists('to-complete'));
  const repeated = list('to-complete');
  await measure(repeated, 16);
  await addMany('list of 25 unchanged', repeated);
  await addMany('task detail', details);
  await server.ask('profile');
  await measure(newLists('to-complete'), 16, milliseconds / 2);
  const profiles = [await server.ask('profiled', 'lists of 25 to complete, all new, 16 at a time')];
  await server.ask('profile');
  await measure(repeated, 16, milliseconds / 2);
  profiles.push(await server.ask('profiled', 'lists of 25 to complete, unchanged, 16 at a time'));
  await server.ask('profile');
  await measure(newDetails, 16, milliseconds / 2);
  profiles.push(await server.ask('profiled', 'task details, 16 at a time'));
  await server.ask('profile');
  await measure(newLists('all'), 1, milliseconds / 2);
  profiles.push(await server.ask('profiled', 'lists of 25 of all that one sees, 1 at a time'));
  return {
    name: 'reads',
    title: `Reads over HTTP, 1 at a time, with ${world.tasks.toLocaleString('en-US')} tasks of ${world.people} people`,
    figures,
    profiles,
  };
}
