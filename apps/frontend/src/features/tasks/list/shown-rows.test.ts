import { aRow } from '../../../testing/task-fixtures';
import { isNews, nothingSeen, seenOf, seenValue, seenWith } from './seen';
import { shownAfter, withoutLeft } from './shown-rows';

const [a, b, c, d] = [1, 2, 3, 4].map((id) => aRow({ id, name: `Úkol ${id}` })) as [
  ReturnType<typeof aRow>,
  ReturnType<typeof aRow>,
  ReturnType<typeof aRow>,
  ReturnType<typeof aRow>,
];
const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
const first = shownAfter(null, [a, b, c], 'one', false);

it('keeps what leaves behind what it stood behind', () => {
  const next = shownAfter(first, [c, d, a], 'one', false);
  expect(ids(next.rows)).toEqual([3, 4, 1, 2]);
  expect([...next.left]).toEqual([2]);
  expect(ids(withoutLeft(next).rows)).toEqual([3, 4, 1]);
});

it('keeps the first one that leaves at the top', () => {
  expect(ids(shownAfter(first, [b, c], 'one', false).rows)).toEqual([1, 2, 3]);
});

it('moves nothing while it is held, and renews what stays', () => {
  const renamed = { ...b, name: 'Jinak' };
  const next = shownAfter(first, [d, renamed], 'one', true);
  expect(next.rows).toEqual([a, renamed, c]);
  expect([...next.left]).toEqual([1, 3]);
});

it('is the answer itself where nothing leaves, and for another page', () => {
  const answer = [a, b, c, d];
  expect(shownAfter(first, answer, 'one', false).rows).toBe(answer);
  const other = shownAfter(first, [d], 'two', true);
  expect([ids(other.rows), other.left.size]).toEqual([[4], 0]);
});

it('draws each row where it was, and those of another list where others stood', () => {
  const places = (shown: typeof first) => shown.rows.map(({ id }) => shown.places.get(id));
  const [one, two, three] = places(first);
  expect(places(shownAfter(first, [c, d, a], 'one', false)).slice(0, 3)).toEqual([three, 4, one]);
  expect(places(shownAfter(first, [d, b, aRow({ id: 5 }), aRow({ id: 6 })], 'two', false))).toEqual([
    one,
    two,
    three,
    4,
  ]);
});

describe('what was seen', () => {
  const visit = (whole: boolean) => ({ given: { at: '2026-11-20T09:00:00.000Z', whole } });
  const seen = { rows: new Map([[1, 3]]), lists: visit(true) };

  it('makes news of a higher revision, and of what has come', () => {
    expect(isNews(aRow({ id: 1, revision: 3 }), 'given', seen, 7)).toBe(false);
    expect(isNews(aRow({ id: 1, revision: 4 }), 'given', seen, 7)).toBe(true);
    expect(isNews(aRow({ id: 2 }), 'given', seen, 7)).toBe(true);
  });

  it('makes none of a list that was never visited, of what stood on another page, of what one gave oneself', () => {
    expect(isNews(aRow({ id: 2 }), 'notified', seen, 7)).toBe(false);
    const part = { ...seen, lists: visit(false) };
    expect(isNews(aRow({ id: 2, createdAt: '2026-11-19T09:00:00.000Z' }), 'given', part, 7)).toBe(false);
    expect(isNews(aRow({ id: 2, createdAt: '2026-11-21T09:00:00.000Z' }), 'given', part, 7)).toBe(true);
    expect(isNews(aRow({ id: 2, contractor: { id: 7, name: 'Já' } }), 'given', seen, 7)).toBe(false);
  });

  it('is read distrustfully, and joined without loss', () => {
    expect(seenOf('nonsense')).toEqual(nothingSeen);
    expect(seenOf({ rows: [[1], ['a', 2], [4, 5]], lists: { given: null } })).toEqual({
      rows: new Map([[4, 5]]),
      lists: {},
    });
    const joined = seenWith(seen, {
      rows: new Map([
        [1, 2],
        [5, 1],
      ]),
      lists: {},
    });
    expect([...joined.rows]).toEqual([
      [1, 3],
      [5, 1],
    ]);
    expect(seenOf(seenValue(joined))).toEqual(joined);
  });

  it('keeps so many tasks, the latest looked at', () => {
    const many = new Map(Array.from({ length: 3_000 }, (_, index) => [index + 1, 1] as const));
    const kept = seenWith(nothingSeen, { rows: many, lists: {} });
    expect([kept.rows.size, kept.rows.has(3_000), kept.rows.has(1)]).toEqual([1_500, true, false]);
  });
});
