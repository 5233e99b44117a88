import type { Actor } from '@gos/domain';
import { describe, expect, it } from '@jest/globals';
import type { DocumentChange } from '../../engine/projections/batch';
import { ChangeFeed, changeFor, type Viewer } from './change-feed';

const actor = (id: number, role: Actor['role'] = 'member') => ({ id, role, projects: {} });
const viewer = (id: number, role: Actor['role'] = 'member'): Viewer => ({ actor: actor(id, role), people: null });

const document = (id: number, parties: readonly number[], deleted = false) => ({
  id: String(id),
  task: { id, revision: 1 },
  parties,
  projectId: null,
  deleted,
});
const task = (position: number | string, id: number, before: readonly number[] | null, after: readonly number[]) =>
  ({
    model: 'task',
    id: String(id),
    before: before && document(id, before),
    after: document(id, after),
    position: String(position),
  }) as DocumentChange;
const user = (position: number, id: number) =>
  ({
    model: 'user',
    id: String(id),
    before: null,
    after: { id: String(id), user: { id, revision: 3 } },
    position: String(position),
  }) as unknown as DocumentChange;

describe('the feed of changes', () => {
  it('gives what came after a position, the latest of each document, to who may see it', () => {
    const feed = new ChangeFeed(null);
    feed.add([task(1, 10, null, [2])]);
    feed.add([task(2, 11, null, [3]), task(3, 10, [2], [2])]);
    feed.add([task(4, 12, null, [2, 3])]);
    expect(feed.missed('1', viewer(2), '4')).toEqual([
      { model: 'task', id: 10, revision: 1, position: '3' },
      { model: 'task', id: 12, revision: 1, position: '4' },
    ]);
    expect(feed.missed('4', viewer(2), '4')).toEqual([]);
    expect(feed.missed('0', viewer(9), '4')).toEqual([]);
    expect(feed.missed('3', viewer(9, 'auditor'), '4')).toHaveLength(1);
  });

  it('does not give more than it takes to read everything again', () => {
    const feed = new ChangeFeed(null);
    feed.add(Array.from({ length: 2_001 }, (_, index) => task(index + 1, index + 1, null, [2])));
    expect(feed.missed('1', viewer(2), '2001')).toHaveLength(2_000);
    expect(feed.missed('0', viewer(2), '2001')).toBeNull();
  });

  it('gives them in order of position: they may come in several messages, and the connection break between two', () => {
    const feed = new ChangeFeed(null);
    feed.add([task(1, 10, null, [2]), task(2, 11, null, [2]), task(3, 10, [2], [2])]);
    expect(feed.missed('0', viewer(2), '3')?.map(({ position }) => position)).toEqual(['2', '3']);
  });

  it('says gone to who ceased to see, and takes it back when they see it again', () => {
    const feed = new ChangeFeed(null);
    feed.add([task(1, 10, null, [2, 3])]);
    const [removed] = feed.add([task(2, 10, [2, 3], [2])]);
    expect(changeFor(removed!, viewer(3))).toEqual({ model: 'task', id: 10, gone: true, position: '2' });
    expect(changeFor(removed!, viewer(4))).toBeNull();
    feed.add([task(3, 10, [2], [2])]);
    expect(feed.missed('1', viewer(3), '3')).toEqual([{ model: 'task', id: 10, gone: true, position: '2' }]);
    feed.add([task(4, 10, [2], [2, 3])]);
    expect(feed.missed('1', viewer(3), '4')).toEqual([{ model: 'task', id: 10, revision: 1, position: '4' }]);
  });

  it('shows people to those who see them', () => {
    const feed = new ChangeFeed(null);
    feed.add([user(1, 5)]);
    expect(feed.missed('0', viewer(2), '1')).toEqual([{ model: 'user', id: 5, revision: 3, position: '1' }]);
    expect(feed.missed('0', { actor: actor(2, 'collaborator'), people: new Set([2]) }, '1')).toEqual([]);
  });

  it.each(['', '-1', '1.5', '1e3', ' 1', '007', 'x', '9'.repeat(31), '5', 3, null, {}, ['1']])(
    'knows nothing of the position %j',
    (position) => {
      const feed = new ChangeFeed('1');
      feed.add([task(2, 10, null, [2]), task(4, 10, [2], [2])]);
      expect(feed.missed(position, viewer(2), '4')).toBeNull();
    },
  );

  it('knows nothing of what was before it, nor of an empty log', () => {
    const feed = new ChangeFeed('10');
    expect(feed.missed('9', viewer(2), '10')).toBeNull();
    expect(feed.missed('10', viewer(2), '10')).toEqual([]);
    expect(new ChangeFeed(null).missed('1', viewer(2), null)).toBeNull();
  });

  it('compares positions as big integers', () => {
    const feed = new ChangeFeed('9');
    feed.add([task('10', 10, null, [2]), task('18446744073709551616', 11, null, [2])]);
    expect(feed.missed('9', viewer(2), '18446744073709551616')).toHaveLength(2);
    expect(feed.missed('18446744073709551615', viewer(2), '18446744073709551616')).toEqual([
      { model: 'task', id: 11, revision: 1, position: '18446744073709551616' },
    ]);
    expect(feed.missed('18446744073709551617', viewer(2), '18446744073709551616')).toBeNull();
  });

  it('gives nothing to whose rights changed meanwhile', () => {
    const feed = new ChangeFeed(null);
    feed.add([task(1, 10, null, [2]), user(2, 2)]);
    expect(feed.missed('1', viewer(2), '2')).toBeNull();
    expect(feed.missed('2', viewer(2), '2')).toEqual([]);
    expect(feed.missed('1', viewer(3), '2')).toHaveLength(1);
  });

  it('keeps a bounded number, and never forgets half an event', () => {
    const feed = new ChangeFeed(null, 10);
    feed.add([user(1, 2)]);
    for (let position = 2; position <= 10; position += 2) {
      feed.add([task(position, position, null, [2]), task(position, position + 1, null, [2])]);
    }
    expect(feed.missed('1', viewer(2), '10')).toBeNull();
    const known = Array.from({ length: 11 }, (_, at) => feed.missed(String(at), viewer(2), '10')?.length ?? null);
    const first = known.findIndex((count) => count !== null);
    expect(first).toBeGreaterThan(1);
    expect(known.slice(first)).toEqual(known.slice(first).map((_, at) => Math.floor((10 - first - at + 1) / 2) * 2));
  });
});
