import { figure, type Section } from './figures';
import type { Request } from './http-load';
import { inOwnProcess } from './own-process';
import { GosServer } from './server';
import type { Setting } from './setting';

const megabytes = (bytes: number) => bytes / 1_000_000;

/** Measures resident memory, compared with that of an empty application of the same framework. */
export async function measureMemory(setting: Setting): Promise<Section> {
  const empty = await inOwnProcess('emptyNest', null);
  const baseline = { name: 'an empty Nest application on fastify', value: megabytes(empty.rss) };
  const fresh = await GosServer.start(setting.path('fresh'));
  const atFirst = await fresh.ask('memory');
  await fresh.stop();

  const { world } = await setting.world();
  const { server, cookies, rssAtStart } = await setting.server();
  const requests = world.open.flatMap(({ taskId, contractorId }): Request[] => {
    const cookie = cookies.get(contractorId)!;
    return [
      { method: 'GET', path: '/api/tasks?list=to-complete', cookie },
      { method: 'GET', path: '/api/tasks?list=archive', cookie },
      { method: 'GET', path: `/api/tasks/${taskId}`, cookie },
      { method: 'POST', path: `/api/tasks/${taskId}/comments`, cookie, body: '{"text":"Díky"}' },
    ];
  });
  await inOwnProcess('httpLoad', {
    origin: server.origin,
    atOnce: 16,
    milliseconds: setting.milliseconds(5_000),
    requests,
  });
  const used = await server.ask('memory');
  const tasks = `${world.tasks.toLocaleString('en-US')} tasks`;
  return {
    name: 'memory',
    title: 'Resident memory',
    figures: [
      figure('after start, nothing in it', megabytes(atFirst.rss), 'MB', baseline),
      figure(`after start, ${tasks}`, megabytes(rssAtStart), 'MB', baseline),
      figure(
        `used by many, ${tasks}`,
        megabytes(used.rss),
        'MB',
        baseline,
        `of which ${megabytes(used.heapUsed).toFixed(0)} MB are objects in use, ${megabytes(used.heapTotal).toFixed(0)} MB the heap`,
      ),
    ],
    profiles: [],
  };
}
