import { expect, it } from '@jest/globals';
import type { EventLog } from '../../stores/event-log/event-log';
import { noSnapshots } from './snapshots';
import { noFolding, StreamCache } from './stream-cache';

const log = { readStream: async () => [] } as unknown as EventLog;
const loaded = (revision: number, since = 0) => ({
  state: null,
  revision,
  lastHash: null,
  positions: new Map<string, string>(),
  since,
  unreadable: null,
});

it('streams are kept while they are few and short together; the one that is used stays', async () => {
  const cache = new StreamCache(log, noSnapshots, { streams: 3, events: 100, characters: 1_000 });
  for (const name of ['a', 'b', 'c', 'd']) cache.keep(name, loaded(9));
  expect(cache.size).toBe(3);
  cache.keep('years', loaded(84));
  expect(cache.size).toBe(2);
  cache.keep('more', loaded(500));
  expect(cache.size).toBe(1);
  expect((await cache.load('more', noFolding)).revision).toBe(500);
  cache.forget('more');
  for (const name of ['a', 'b', 'c']) cache.keep(name, loaded(9));
  expect(cache.size).toBe(3);
  // Events that a document has folded take no room.
  cache.keep('c', loaded(5_000, 4_990));
  expect(cache.size).toBe(3);
});

it('streams with long texts are kept while these are few characters together', () => {
  const cache = new StreamCache(log, noSnapshots, { streams: 10, events: 100, characters: 1_000 });
  const long = (characters: number) => ({ ...loaded(1), state: { template: { description: 'x'.repeat(characters) } } });
  for (const name of ['a', 'b', 'c']) cache.keep(name, long(400));
  expect(cache.size).toBe(2);
  cache.keep('c', long(10));
  cache.keep('d', long(500));
  expect(cache.size).toBe(3);
  cache.keep('e', long(2_000));
  expect(cache.size).toBe(1);
});
