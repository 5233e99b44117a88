import { EventStoreDbProcess } from '../../eventstoredb/src/process';
import { figure, type Section } from './figures';
import { inOwnProcess } from './own-process';
import type { Setting } from './setting';

/** Measures the import of events into EventStoreDB, compared with bare appends to the same server. */
export async function measureMoving(setting: Setting): Promise<Section> {
  const tasks = setting.options.quick ? 2_000 : 10_000;
  const folder = setting.path('moving');
  const file = setting.path('moving.gz');
  await inOwnProcess('seedWorld', { folder, tasks, people: 100 });
  const events = await inOwnProcess('exportWorld', { folder, file });
  const given = process.env.EVENTSTOREDB_URL;
  const run = `bench-${Date.now().toString(36)}`;
  // A server of this run is a new one each time; another server keeps the written streams, under prefixed names.
  const on = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
    if (given) return work(given);
    const server = await EventStoreDbProcess.start();
    return work(server.url).finally(() => server.stop());
  };
  const bare = (name: string) => on((url) => inOwnProcess('bareAppends', { url, prefix: `${run}-${name}-`, file }));
  const before = await bare('before');
  const moved = await on((url) =>
    inOwnProcess('importWorld', { url, prefix: `${run}-moved-`, file, folder: setting.path('moved') }),
  );
  const after = await bare('after');
  const baseline = {
    name: 'bare appends of the same events to the same server, 64 at a time',
    value: (before + after) / 2,
  };
  const rate = (milliseconds: number) => (events / milliseconds) * 1_000;
  return {
    name: 'moving',
    title: `Moving ${events.toLocaleString('en-US')} events into ${given ? 'the server of EVENTSTOREDB_URL' : "the tests' event store"}`,
    figures: [
      figure('events handed over and read back', rate(moved.writingMs), '/s', baseline),
      figure(
        'the whole import, with checking the file before and comparing all afterwards',
        rate(moved.wholeMs),
        '/s',
        baseline,
      ),
    ],
    profiles: [],
  };
}
