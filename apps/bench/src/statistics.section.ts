import { statisticsPeriods } from '@gos/domain';
import { type Figure, figure, type Section } from './figures';
import type { Request } from './http-load';
import { inOwnProcess } from './own-process';
import { benchProjects } from './seed';
import type { Setting } from './setting';

/** Measures statistics of a small and a large project, and the tasks of one number, compared with an empty answer of the server. */
export async function measureStatistics(setting: Setting): Promise<Section> {
  const { world } = await setting.world();
  const { server, cookies } = await setting.server();
  const cookie = cookies.get(1)!;
  const milliseconds = setting.milliseconds(3_000);
  const measure = (requests: readonly Request[]) =>
    inOwnProcess('httpLoad', { origin: server.origin, atOnce: 1, milliseconds, requests });
  const get = (path: string): Request => ({ method: 'GET', path, cookie });

  const empty = await measure([{ method: 'GET', path: '/api/health/live' }]);
  const baseline = { name: 'an empty answer of the same server', value: empty.p50 };
  const figures: Figure[] = [];
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  for (const { projectId, share } of benchProjects) {
    const of = `project of ${Math.round(world.tasks * share).toLocaleString('en-US')} tasks`;
    const address = `/api/projects/${projectId}/statistics`;
    for (const period of statisticsPeriods) {
      const { p50, p99, failed } = await measure([get(`${address}?period=${period}`)]);
      const note = `p99 ${p99.toFixed(1)} ms${failed > 0 ? `; ${failed} answers were no success` : ''}`;
      figures.push(figure(`${of}, by ${period}, p50`, p50, 'ms', baseline, note));
    }
    const items = await measure([get(`${address}/items?kind=solved&from=${day(-365)}&to=${day(0)}`)]);
    figures.push(figure(`${of}, what was solved in a year, first 25, p50`, items.p50, 'ms', baseline));
  }
  await server.ask('profile');
  await measure([get(`/api/projects/${benchProjects[1].projectId}/statistics?period=month`)]);
  return {
    name: 'statistics',
    title: `Statistics of projects over HTTP, 1 at a time, with ${world.tasks.toLocaleString('en-US')} tasks`,
    figures,
    profiles: [await server.ask('profiled', 'statistics of the large project by month')],
  };
}
