import { join } from 'node:path';
import { bareStart } from './bare';
import { figure, percentile, type Section } from './figures';
import { inOwnProcess } from './own-process';
import { GosServer } from './server';
import type { Setting } from './setting';

/** Measures from the start of the process to ready, with a long log, compared with Node opening the log's file. */
export async function measureStart(setting: Setting): Promise<Section> {
  const { world } = await setting.world();
  await setting.stopServer();
  setting.progress(`making the log ${setting.options.startEvents.toLocaleString('en-US')} events long …`);
  const events = await inOwnProcess('growLog', { ...world, events: setting.options.startEvents });
  await inOwnProcess('catchUp', world.folder);
  const bare: number[] = [];
  const ready: number[] = [];
  const empty: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    bare.push(await bareStart(join(world.folder, 'log.sqlite')));
    ready.push(await startOn(world.folder));
    empty.push(await startOn(setting.path('started')));
  }
  const baseline = {
    name: 'Node alone, opening the file of the log and reading its end',
    value: percentile(bare, 0.5),
  };
  return {
    name: 'start',
    title: 'Start to ready (median of five)',
    figures: [
      figure(`${events.toLocaleString('en-US')} events, views present`, percentile(ready, 0.5), 'ms', baseline),
      figure('nothing in it', percentile(empty, 0.5), 'ms', baseline),
    ],
    profiles: [],
  };
}

async function startOn(folder: string): Promise<number> {
  const server = await GosServer.start(folder, { withProbe: false });
  await server.stop();
  return server.readyMs;
}
