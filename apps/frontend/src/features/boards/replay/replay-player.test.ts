import type { Happening, ReplayCard, ReplayFrame } from '@gos/contract';
import { CardTable } from './card-table';
import { paceOf, ReplayPlayer, type ReplaySource } from './replay-player';

const range = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-12-31T00:00:00.000Z',
  days: [
    { day: '2026-02-01', changes: 2 },
    { day: '2026-06-01', changes: 2 },
  ],
};
const boards = [{ id: 1, name: 'Pilíře', section: 'todo' as const, order: 'a' }];
const card = (id: number, boardId: number | null, name = `Úkol ${id}`): ReplayCard => ({
  ...{ id, name, boardId, order: `k${id}`, state: 'assigned', priority: null, deadline: null, solver: null },
});
const frame = (position: number, at: string, id: number, before: ReplayCard | null, after: ReplayCard | null) =>
  ({
    ...{ position: String(position), at, event: { id: `e${position}` } as Happening, boards: [] },
    cards: [{ id, before, after }],
  }) satisfies ReplayFrame;

const first = '2026-02-01T08:00:00.000Z';
const second = '2026-02-01T09:00:00.000Z';
const third = '2026-06-01T08:00:00.000Z';
const fourth = '2026-06-01T09:00:00.000Z';
const all = [
  frame(1, first, 1, null, card(1, null)),
  frame(2, second, 1, card(1, null), card(1, 1)),
  frame(3, third, 2, null, card(2, 1)),
  frame(4, fourth, 1, card(1, 1), null),
];

/** A server that answers with one frame at a time. */
const source: ReplaySource = {
  async cards(from) {
    const cards = new Map<number, ReplayCard>();
    for (const { at, cards: changes } of all) {
      for (const { id, after } of changes) if (at <= from) after ? cards.set(id, after) : cards.delete(id);
    }
    return { boards, cards: [...cards.values()], next: null };
  },
  async frames({ from, to, cursor, backwards = false }) {
    const within = all.filter(({ at, position }) => {
      const isFurther = cursor === undefined || (backwards ? position < cursor : position > cursor);
      return at > from && at <= to && isFurther;
    });
    const found = backwards ? within.slice(-1) : within.slice(0, 1);
    return { frames: found, next: within.length > 1 ? found[0]!.position : null };
  },
};

async function opened(at = range.from): Promise<ReplayPlayer> {
  const player = new ReplayPlayer(source, range, { byState: false, atMost: 10 });
  await player.open(at);
  await vi.waitFor(() => expect(player.status().isLoading).toBe(false));
  return player;
}
const idsOn = ({ table }: ReplayPlayer, group: 'board-1' | 'none') => table.group(group).cards.map(({ id }) => id);

it('plays at most a minute, and skips the days without changes', () => {
  const pace = paceOf([
    { day: '2026-02-01', changes: 9_000 },
    { day: '2026-06-01', changes: 1_000 },
  ]);
  expect([...pace.keys()]).toEqual(['2026-02-01', '2026-06-01']);
  expect(9_000 * pace.get('2026-02-01')! + 1_000 * pace.get('2026-06-01')!).toBeCloseTo(60_000);
});

it('steps forwards and backwards, and to other days', async () => {
  const player = await opened();
  expect(player.status()).toMatchObject({ isAtStart: true, frame: null, at: range.from });
  expect(await player.step(1)).toBe(true);
  expect(idsOn(player, 'none')).toEqual([1]);
  await player.step(1);
  expect([idsOn(player, 'none'), idsOn(player, 'board-1')]).toEqual([[], [1]]);
  expect(player.table.changedKeys()).toEqual(['task-1']);
  await player.stepDay(1);
  expect(player.status().at).toBe(third);
  expect(idsOn(player, 'board-1')).toEqual([1, 2]);
  await player.stepDay(-1);
  expect(player.status()).toMatchObject({ at: second, frame: { position: '2' } });
  await player.step(-1);
  await player.step(-1);
  expect(player.status()).toMatchObject({ isAtStart: true, at: range.from });
  expect(idsOn(player, 'none')).toEqual([]);
});

it('jumps to the changes of a chosen card only', async () => {
  const player = await opened();
  const isOfSecond = ({ cards }: ReplayFrame) => cards.some(({ id }) => id === 2);
  expect(await player.step(1, isOfSecond)).toBe(true);
  expect(player.status().at).toBe(third);
  expect(await player.step(1, isOfSecond)).toBe(false);
  expect(player.status().at).toBe(third);
});

it('opens in the middle, and loads what was before when stepping back', async () => {
  const player = await opened('2026-03-01T00:00:00.000Z');
  expect(idsOn(player, 'board-1')).toEqual([1]);
  expect(player.status().isAtStart).toBe(false);
  await player.step(-1);
  expect(player.status()).toMatchObject({ at: first });
  expect(idsOn(player, 'none')).toEqual([1]);
});

it('seeks within what is loaded and beyond it', async () => {
  const player = await opened();
  await player.seek(range.to);
  await vi.waitFor(() => expect(player.status().isAtEnd).toBe(true));
  expect(idsOn(player, 'board-1')).toEqual([2]);
  await player.seek('2026-02-01T08:30:00.000Z');
  expect(idsOn(player, 'none')).toEqual([1]);
});

it('plays to the end by itself and begins again', async () => {
  const player = await opened();
  player.setPlaying(true);
  for (let turn = 0; turn < 40 && player.status().playing; turn++) {
    player.advance(250);
    await Promise.resolve();
  }
  expect(player.status()).toMatchObject({ playing: false, isAtEnd: true, at: fourth });
  player.setPlaying(true);
  await vi.waitFor(() => expect(player.status()).toMatchObject({ playing: true, at: range.from }));
});

it('says that loading failed, and tries again', async () => {
  let fails = true;
  const failing: ReplaySource = {
    ...source,
    frames: (query) => (fails ? Promise.reject(new Error('offline')) : source.frames(query)),
  };
  const player = new ReplayPlayer(failing, range, { byState: false, atMost: 10 });
  await player.open(range.from);
  await vi.waitFor(() => expect(player.status().isFailed).toBe(true));
  fails = false;
  player.retry();
  await vi.waitFor(() => expect(player.status()).toMatchObject({ isFailed: false, isLoading: false }));
});

it('draws a part of many cards, and the changed ones with them', async () => {
  const many = Array.from({ length: 30 }, (_, index) => card(index + 100, 1));
  const last = many.at(-1)!;
  const player = new ReplayPlayer(
    {
      cards: async () => ({ boards, cards: many, next: null }),
      frames: async () => ({ frames: [frame(1, first, last.id, last, { ...last, state: 'solved' })], next: null }),
    },
    range,
    { byState: false, atMost: 10 },
  );
  await player.open(range.from);
  await player.step(1);
  const { cards, total, counts, changed } = player.table.group('board-1');
  expect([cards.length, total, counts.solved, [...changed]]).toEqual([11, 30, 1, [last.id]]);
});

it('lets no card slide while many change at once, until few do', () => {
  const table = new CardTable(false, 3);
  const change = (ids: readonly number[]) => {
    const cards = ids.map((id) => ({ id, before: null, after: card(id, 1) }));
    table.apply({ boards: [], cards }, 'after');
    table.commit(true);
    return [table.isQuick(), table.changedKeys().length, table.group('none').cards.length];
  };
  expect(change([1, 2, 3, 4, 5, 6])).toEqual([false, 6, 6]);
  expect(change([1, 2, 3, 4, 5, 6, 7])).toEqual([true, 0, 3]);
  expect(change([1, 2, 3])).toEqual([true, 0, 3]);
  expect(change([7, 6])).toEqual([false, 2, 5]);
});
