import { Chance, sentence } from '../../backend/src/testing/chance';
import { figure, type Section } from './figures';
import type { Request } from './http-load';
import { inOwnProcess } from './own-process';
import { type Setting, sharedTasks } from './setting';

/** Measures commands per second, within the process and over HTTP, compared with bare SQLite writing the same rows. */
export async function measureCommands(setting: Setting): Promise<Section> {
  const milliseconds = setting.milliseconds(4_000);
  const small = await inOwnProcess('seedWorld', { folder: setting.path('commands'), tasks: 5_000, people: 100 });
  const inside = await inOwnProcess('commandsInProcess', { folder: small.folder, tasks: small.open, milliseconds });
  const raw = (aCommit: number) =>
    inOwnProcess('rawWrites', { folder: setting.path('raw'), rows: inside.rows, aCommit, milliseconds });
  const rawOne = { name: 'the same rows by bare SQLite, each in a durable commit', value: await raw(1) };
  const rawMany = { name: 'the same rows by bare SQLite, 64 in a durable commit', value: await raw(64) };

  const { world } = await setting.world();
  const { server, cookies } = await setting.server();
  const chance = new Chance(2);
  const tasks = sharedTasks(world.open, world.people);
  const requests = Array.from({ length: 20_000 }, (): Request => {
    const { taskId, contractorId } = chance.of(tasks);
    const cookie = cookies.get(contractorId)!;
    return chance.happens(0.75)
      ? {
          method: 'POST',
          path: `/api/tasks/${taskId}/comments`,
          cookie,
          body: JSON.stringify({ text: sentence(chance, 4, 40) }),
        }
      : {
          method: 'PATCH',
          path: `/api/tasks/${taskId}`,
          cookie,
          body: JSON.stringify({ name: sentence(chance, 2, 6) }),
        };
  });
  const over = (atOnce: number, time = milliseconds) =>
    inOwnProcess('httpLoad', { origin: server.origin, atOnce, milliseconds: time, requests });
  const one = await over(1);
  const { result: many, microseconds } = await server.processorDuring(() => over(64));
  await server.ask('profile');
  const whileProfiled = await over(64, milliseconds / 2);
  const profile = await server.ask('profiled', 'commands over HTTP, 64 at a time');
  const failed = one.failed + many.failed + whileProfiled.failed;
  const time = ({ p50, p99 }: { p50: number; p99: number }) => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms`;
  return {
    name: 'commands',
    title: 'Commands: three comments to one edit, over many tasks',
    figures: [
      figure('in process, 1 at a time', inside.one, '/s', rawOne),
      figure('in process, 64 at a time', inside.many, '/s', rawMany),
      figure('over HTTP, 1 at a time', one.perSecond, '/s', rawOne, time(one)),
      figure(
        'over HTTP, 64 at a time',
        many.perSecond,
        '/s',
        rawMany,
        `${time(many)}; ${Math.round(microseconds / many.sent)} µs of processor time each; ${failed} answers were no success`,
      ),
    ],
    profiles: [inside.profile, profile],
  };
}
