import { figure, type Section } from './figures';
import { inOwnProcess } from './own-process';
import type { Setting } from './setting';

/** Measures documents from the log, in events per second, compared with reading and parsing the same log. */
export async function measureRebuild(setting: Setting): Promise<Section> {
  const { world, built } = await setting.world();
  const tasks = setting.options.quick ? 2_000 : 10_000;
  const small = await inOwnProcess('seedWorld', { folder: setting.path('rebuild'), tasks, people: 500 });
  const rebuilt = await inOwnProcess('rebuildViews', small.folder);
  const rate = (events: number, milliseconds: number) => (events / milliseconds) * 1_000;
  const read = (name: string, { events, readMs }: { events: number; readMs: number }) => ({
    name: `reading and parsing the same log (${name})`,
    value: rate(events, readMs),
  });
  const many = `${world.tasks.toLocaleString('en-US')} tasks`;
  const few = `${tasks.toLocaleString('en-US')} tasks`;
  return {
    name: 'rebuild',
    title: 'Views from the log',
    figures: [
      figure(
        `all views at a first start, ${many}`,
        rate(built.events, built.buildMs),
        '/s',
        read(many, built),
        `${built.events.toLocaleString('en-US')} events in ${(built.buildMs / 1_000).toFixed(1)} s`,
      ),
      figure(
        `all views anew beside the live ones, ${few}`,
        rate(rebuilt.events, rebuilt.buildMs),
        '/s',
        read(few, rebuilt),
        `${rebuilt.events.toLocaleString('en-US')} events in ${(rebuilt.buildMs / 1_000).toFixed(1)} s, one view after another`,
      ),
      figure(`reactor's pass over the log, ${many}`, rate(built.events, built.reactMs), '/s', read(many, built)),
    ],
    profiles: [built.profile],
  };
}
