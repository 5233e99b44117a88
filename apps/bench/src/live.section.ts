import { figure, type Section } from './figures';
import { inOwnProcess } from './own-process';
import { type Setting, sharedTasks } from './setting';

const connected = 200;

/** Measures from a command over HTTP to the change on another person's screen, compared with an echo through the same process. */
export async function measureLive(setting: Setting): Promise<Section> {
  const { world } = await setting.world();
  const { server, cookies } = await setting.server();
  const tasks = sharedTasks(world.open, connected + 1).filter(
    ({ contractorId, solverId }) => contractorId !== 1 && solverId !== 1,
  );
  const load = {
    origin: server.origin,
    echoPort: await server.ask('echo'),
    cookies: new Map([...cookies].filter(([id]) => id > 1 && id <= connected + 1)),
    tasks,
    rounds: setting.options.quick ? 100 : 1_000,
  };
  const { change, echo, lost } = await inOwnProcess('socketLoad', load);
  await server.ask('profile');
  await inOwnProcess('socketLoad', { ...load, rounds: Math.ceil(load.rounds / 4) });
  const profile = await server.ask('profiled', 'one comment after another, with 200 screens connected');
  const baseline = (value: number) => ({ name: 'a socket.io echo through the same process', value });
  return {
    name: 'live',
    title: `A change on another screen, with ${connected} connected`,
    figures: [
      figure('command sent to change seen, p50', change.p50, 'ms', baseline(echo!.p50)),
      figure(
        'command sent to change seen, p99',
        change.p99,
        'ms',
        baseline(echo!.p99),
        `${lost} of ${load.rounds} did not arrive`,
      ),
    ],
    profiles: [profile],
  };
}
