import { Chance } from '../../backend/src/testing/chance';
import { figure, type Section } from './figures';
import { inOwnProcess } from './own-process';
import type { Setting } from './setting';

/** Measures authentication and authorisation, compared with a whole request that needs both. */
export async function measurePermissions(setting: Setting): Promise<Section> {
  const { world } = await setting.world();
  const milliseconds = setting.milliseconds(4_000);
  await setting.stopServer();
  const { folder, people, open: tasks } = world;
  const costs = await inOwnProcess('permissionCosts', { folder, people, tasks, milliseconds: milliseconds / 2 });

  const { server, cookies } = await setting.server();
  const chance = new Chance(6);
  const requests = Array.from({ length: 5_000 }, () => {
    const { taskId, contractorId } = chance.of(tasks);
    return { method: 'GET', path: `/api/tasks/${taskId}`, cookie: cookies.get(contractorId)! } as const;
  });
  const load = (time: number) =>
    inOwnProcess('httpLoad', { origin: server.origin, atOnce: 16, milliseconds: time, requests });
  await load(milliseconds / 4);
  const { result, microseconds } = await server.processorDuring(() => load(milliseconds));
  const whole = {
    name: 'processor time of a whole request for a detail, 16 at a time',
    value: microseconds / result.sent,
  };
  return {
    name: 'permissions',
    title: `The permission check of a request, ${people} people, each request another one`,
    figures: [
      figure('who it is, by cookies', costs.byCookies, 'µs', whole),
      figure('who it is, by an API token', costs.byToken, 'µs', whole),
      figure('whether they may see the task, and what they may do', costs.ofTask, 'µs', whole),
      figure('all of it, by cookies', costs.byCookies + costs.ofTask, 'µs', whole),
    ],
    profiles: [],
  };
}
