import { existsSync, readFileSync } from 'node:fs';
import { type Profiler as Inspected, Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './bundle';
import type { HotFunction, Profile } from './figures';

const max = 10;
const maxPlaces = 8;
const maxWithin = 12;

/** Samples the main thread of this process. */
export class Profiler {
  private readonly session = new Session();

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.setSamplingInterval', { interval: 1_000 });
    await this.session.post('Profiler.start');
  }

  async stop(of: string): Promise<Profile> {
    const { profile } = await this.session.post('Profiler.stop');
    this.session.disconnect();
    return summary(of, profile);
  }
}

export async function profiled<T>(of: string, work: () => Promise<T>): Promise<{ result: T; profile: Profile }> {
  const profiler = new Profiler();
  await profiler.start();
  const result = await work();
  return { result, profile: await profiler.stop(of) };
}

const idleNames: ReadonlySet<string> = new Set(['(idle)', '(root)']);

/** Starting and stopping the profiler takes time itself. */
const isProfiler = ({ url }: { readonly url: string }) => url === 'node:inspector';

function summary(of: string, { nodes, samples = [], timeDeltas = [] }: Inspected.Profile): Profile {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id] as const)));
  const self = new Map<number, number>();
  samples.forEach((id, index) => {
    self.set(id, (self.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  });
  const functions = new Map<string, number>();
  const places = new Map<string, number>();
  const within = new Map<string, number>();
  let busy = 0;
  let idle = 0;
  for (const [id, time] of self) {
    const { callFrame } = byId.get(id)!;
    if (idleNames.has(callFrame.functionName)) {
      idle += time;
      continue;
    }
    // A built-in function says little without its caller.
    const caller = callFrame.url === '' ? callerOf(id, byId, parents) : undefined;
    if (isProfiler(caller ?? callFrame)) continue;
    busy += time;
    const name = caller ? `${named(callFrame)} ← ${named(caller)}` : named(callFrame);
    functions.set(name, (functions.get(name) ?? 0) + time);
    const place = placeOf(callFrame, caller);
    places.set(place, (places.get(place) ?? 0) + time);
    for (const own of ownAbove(id, byId, parents)) within.set(own, (within.get(own) ?? 0) + time);
  }
  return {
    of,
    idle: idle / Math.max(1, busy + idle),
    functions: largest(functions, busy, max),
    places: largest(places, busy, maxPlaces),
    within: largest(within, busy, maxWithin),
  };
}

type Node = Inspected.ProfileNode;
type Frame = Node['callFrame'];

function callerOf(
  id: number,
  byId: ReadonlyMap<number, Node>,
  parents: ReadonlyMap<number, number>,
): Frame | undefined {
  for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
    const { callFrame } = byId.get(at)!;
    if (callFrame.url !== '') return callFrame;
  }
  return undefined;
}

/** Returns our functions that a sample is inside of, each once. */
function ownAbove(id: number, byId: ReadonlyMap<number, Node>, parents: ReadonlyMap<number, number>): Set<string> {
  const found = new Set<string>();
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const { callFrame } = byId.get(at)!;
    const own = callFrame.url !== '' && /^(apps\/(?!bench\/)|libs\/)/.test(sourceOf(callFrame).path);
    if (own && callFrame.functionName !== '') found.add(named(callFrame));
  }
  return found;
}

function largest(times: ReadonlyMap<string, number>, all: number, count: number): HotFunction[] {
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, time]) => ({ name, share: time / Math.max(1, all) }));
}

function named(frame: Frame): string {
  const name = frame.functionName || '(anonymous)';
  if (frame.url === '') return name;
  const { path, line } = sourceOf(frame);
  return `${name} ${path.replace(/^(node_modules|apps\/backend\/src)\//, '')}:${line}`;
}

/** Native work belongs to its caller: this separates the store from the rest. */
function placeOf(frame: Frame, caller: Frame | undefined): string {
  if (frame.url === '' && caller === undefined) return frame.functionName;
  const { path } = sourceOf(caller ?? frame);
  const from = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? /^node:\w+/.exec(path)?.[0];
  const folder = from ?? /(?:backend\/src|libs\/\w+)\/[\w-]+/.exec(path)?.[0].replace(/^backend\/src\//, '') ?? 'other';
  return frame.url === '' ? `native of ${folder}` : folder;
}

const maps = new Map<string, SourceMap | null>();

interface Place {
  /** from the root of the checkout */
  readonly path: string;
  readonly line: number;
}

const places = new Map<string, Place>();

/** Finds the place in the source, by the map next to the compiled file: a bundle holds many sources, those of libraries too. */
function sourceOf(frame: Frame): Place {
  const key = `${frame.url}:${frame.lineNumber}:${frame.columnNumber}`;
  const known = places.get(key) ?? findSource(frame);
  places.set(key, known);
  return known;
}

function findSource({ url, lineNumber, columnNumber }: Frame): Place {
  if (!url.startsWith('file:')) return { path: url, line: lineNumber + 1 };
  const file = fileURLToPath(url);
  if (!maps.has(file)) {
    const map = `${file}.map`;
    const isOurs = !file.includes('/node_modules/') && existsSync(map);
    maps.set(file, isOurs ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : null);
  }
  const entry = maps.get(file)?.findEntry(lineNumber, columnNumber);
  return entry && 'originalSource' in entry
    ? { path: relative(root, resolve(dirname(file), entry.originalSource)), line: entry.originalLine + 1 }
    : { path: relative(root, file), line: lineNumber + 1 };
}
