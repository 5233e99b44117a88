import { performance } from 'node:perf_hooks';
import { Reactor } from '../../backend/src/engine/commands/reactor';
import { Projections } from '../../backend/src/engine/projections/projections';
import type { Profile } from './figures';
import { type Ports, withPorts } from './ports';
import { profiled } from './profiler';

export interface ViewsBuilt {
  readonly events: number;
  /** Reading and parsing the whole log, nothing else. */
  readonly readMs: number;
  /** Building every view from the beginning. */
  readonly buildMs: number;
}

const batch = 1_000;

/** Builds the views of a data folder that has none, as its first start does, and runs the reactor over the log. */
export function buildViews(folder: string): Promise<ViewsBuilt & { profile: Profile; reactMs: number }> {
  return withPorts(folder, async (ports) => {
    const { events, readMs } = await readAndParse(ports);
    const projections = ports.context.get(Projections);
    const { result: buildMs, profile } = await profiled('building all views from the log', () =>
      elapsed(() => projections.start()),
    );
    const reactMs = await elapsed(() => react(ports));
    await projections.stop();
    return { events, readMs, buildMs, reactMs, profile };
  });
}

/** Rebuilds every view next to the live ones, as `npm run ops -- rebuild` does. */
export function rebuildViews(folder: string): Promise<ViewsBuilt> {
  return withPorts(folder, async (ports) => {
    const projections = ports.context.get(Projections);
    await projections.start();
    const { events, readMs } = await readAndParse(ports);
    const buildMs = await elapsed(() => projections.rebuild(null));
    await projections.stop();
    return { events, readMs, buildMs };
  });
}

/** Brings views and reactor to the end of the log. */
export function catchUp(folder: string): Promise<void> {
  return withPorts(folder, async (ports) => {
    const projections = ports.context.get(Projections);
    await projections.start();
    await react(ports);
    await projections.stop();
  });
}

async function readAndParse({ log }: Ports): Promise<{ events: number; readMs: number }> {
  const started = performance.now();
  let events = 0;
  for (let after: string | null = null; ; ) {
    const read = await log.readAll(after, batch);
    if (read.length === 0) return { events, readMs: performance.now() - started };
    events += read.length;
    after = read.at(-1)!.position;
  }
}

async function react({ context, log, store }: Ports): Promise<void> {
  const reactor = context.get(Reactor);
  const end = await log.end();
  await reactor.start();
  while ((await store.checkpoint({ name: 'reactor', version: 1, indexes: [] })) !== end) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await reactor.stop();
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
