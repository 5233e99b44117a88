import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure, type Section } from './figures';
import { inOwnProcess } from './own-process';
import { jsonHeaders, registered } from './register';
import { GosServer } from './server';
import type { Setting } from './setting';

/** The largest number of occurrences ahead of a definition. */
const ahead = 100;

/** Measures occurrences of many repeated tasks that are due at once, compared with tasks that people create. */
export async function measureOccurrences(setting: Setting): Promise<Section> {
  const definitions = setting.options.quick ? 10 : 50;
  const server = await GosServer.start(setting.path('occurrences'));
  try {
    const { origin } = server;
    const cookie = await registered(origin);
    const post = (path: string, body: object) =>
      fetch(`${origin}${path}`, { method: 'POST', headers: { cookie, ...jsonHeaders }, body: JSON.stringify(body) });
    const total = async (): Promise<number> => {
      const answer = await fetch(`${origin}/api/tasks?list=all&pageSize=1`, { headers: { cookie } });
      return ((await answer.json()) as { readonly total: number }).total;
    };
    const body = JSON.stringify({ name: 'A task that somebody creates', priority: 7 });
    const created = await inOwnProcess('httpLoad', {
      origin,
      atOnce: 1,
      milliseconds: setting.milliseconds(3_000),
      requests: [{ method: 'POST', path: '/api/tasks', cookie, body }],
    });
    const before = await total();
    const firstDeadline = new Date(Date.now() + 86_400_000).toISOString();
    const started = performance.now();
    for (let n = 0; n < definitions; n++) {
      const { status } = await post('/api/repeated-tasks', {
        name: `Every day ${n}`,
        firstDeadline,
        repeat: 'daily',
        generateAhead: ahead,
      });
      if (status !== 201) throw new Error(`A repeated task was answered ${status}`);
    }
    while ((await total()) < before + definitions * ahead) await sleep(50);
    const seconds = (performance.now() - started) / 1_000;
    const baseline = { name: 'tasks created over HTTP, one after the other', value: created.perSecond };
    const name = `occurrences generated, ${definitions} repeated tasks with ${ahead} ahead each`;
    return {
      name: 'occurrences',
      title: 'Repeated tasks',
      figures: [figure(name, (definitions * ahead) / seconds, '/s', baseline)],
      profiles: [],
    };
  } finally {
    await server.stop();
  }
}
