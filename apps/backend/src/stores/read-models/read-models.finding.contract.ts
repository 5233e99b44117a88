import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Filter, ModelDeclaration, Scalar, SortKey } from './read-models';
import { findByReference, tallyByReference } from './testing/read-models.reference';
import { type Card, cards, filters, sorts } from './testing/read-models.samples';
import { byId, put, type ReadModelsStage, remove } from './testing/read-models.stage';

/** Queries, orders and tallies that every ReadModels adapter supports. */
export function itFindsReadModels(stage: ReadModelsStage, { runs, many }: { runs: number; many: number }): void {
  const { opened, ids } = stage;

  it('finds a document by what it holds now, not by what it held', async () => {
    const model = await opened([{ id: 'a', deadline: '1', parties: [1, 2, 3], words: ['one', 'two'] }]);
    await stage.readModels.write(
      [put(model, { id: 'a', deadline: '1', parties: [3, 4], words: ['two', 'three'] }, '2')],
      [],
    );
    const found = async (party: number) => stage.readModels.count(model, { parties: party });
    expect(await Promise.all([1, 2, 3, 4].map(found))).toEqual([0, 0, 1, 1]);
    expect(await ids(model, { words: { $prefix: 'on' } })).toEqual([]);
    expect(await ids(model, { words: { $prefix: 'thr' } })).toEqual(['a']);
    await stage.readModels.write([put(model, { id: 'a', deadline: '2', parties: [3, 4], words: [] }, '3')], []);
    expect(await ids(model, { parties: 4 }, [{ field: 'deadline', direction: 'asc' }])).toEqual(['a']);
    expect(await ids(model, { words: { $prefix: 't' } })).toEqual([]);
  });

  it('orders strings by their bytes and nulls last, both ways', async () => {
    const inOrder = [-1, 2, 10, '', '10', '2', 'Z', 'a', 'aa', 'z', 'ž', '\ue000', '\uffee', '😀', false, true];
    const documents = inOrder.map((deadline, n) => ({ id: String.fromCharCode(97 + n), deadline }));
    const model = await opened([{ id: 'y', deadline: null }, ...documents.toReversed(), { id: 'z' }]);
    const letters = documents.map(({ id }) => id);
    const sorted = (direction: 'asc' | 'desc', limit?: number) =>
      stage.readModels.find<Card>(
        model,
        {},
        { sort: [{ field: 'deadline', direction }, ...byId], ...(limit && { limit }) },
      );
    for (const limit of [undefined, 5, 17, 100]) {
      expect((await sorted('asc', limit)).map(({ id }) => id)).toEqual([...letters, 'y', 'z'].slice(0, limit));
      expect((await sorted('desc', limit)).map(({ id }) => id)).toEqual(
        [...letters.toReversed(), 'y', 'z'].slice(0, limit),
      );
    }
    expect((await stage.readModels.find(model, {}, { sort: byId })).map(({ id }) => id)).toEqual([
      ...letters,
      'y',
      'z',
    ]);
  });

  it('finds, sorts and tallies at paths, absent and null objects as null', async () => {
    const at = (id?: number | null, ...teams: number[]): Card['contractor'] => ({
      ...(id !== undefined && { id }),
      teams,
      place: { city: id === 2 ? 'Brno' : null },
    });
    const model = await opened([
      { id: 'a', contractor: at(2, 7, 8) },
      { id: 'b', contractor: at(1, 8) },
      { id: 'c', contractor: at(null) },
      { id: 'd', contractor: {} },
      { id: 'e', contractor: null },
      { id: 'f' },
    ]);
    const sorted = (field: string, direction: 'asc' | 'desc', filter: Filter = {}) =>
      ids(model, filter, [{ field, direction }, ...byId]);
    expect(await sorted('contractor.id', 'asc')).toEqual(['b', 'a', 'c', 'd', 'e', 'f']);
    expect(await sorted('contractor.id', 'desc')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await sorted('contractor.place.city', 'asc')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await sorted('contractor.id', 'asc', { 'contractor.teams': 8 })).toEqual(['b', 'a']);
    expect(await ids(model, { 'contractor.id': null })).toEqual(['c', 'd', 'e', 'f']);
    expect(await ids(model, { 'contractor.id': { $gte: 2 } })).toEqual(['a']);
    expect(await ids(model, { 'contractor.teams': null })).toEqual(['d', 'e', 'f']);
    expect(await ids(model, { 'contractor.teams': { $nin: [7] }, 'contractor.place.city': null })).toEqual([
      'b',
      'c',
      'd',
      'e',
      'f',
    ]);
    expect(await stage.readModels.count(model, { 'contractor.teams': { $in: [7, 8] } })).toBe(2);
    expect(await stage.readModels.tally(model, {}, 'contractor.place.city')).toEqual(
      new Map<Scalar, number>([
        ['Brno', 1],
        [null, 5],
      ]),
    );
    await stage.readModels.write([put(model, { id: 'b', contractor: at(2, 7) }, '2')], []);
    expect(await ids(model, { 'contractor.teams': 7, 'contractor.place.city': 'Brno' })).toEqual(['a', 'b']);
    const through = { id: 'g', contractor: [{ id: 1 }] } as unknown as Card;
    await expect(stage.readModels.write([put(model, through, '2')], [])).rejects.toThrow(/array/);
  });

  it('orders by a ranking', async () => {
    const states = ['done', 'new', null, 'other', 'open', true];
    const model = await opened(states.map((state, n) => ({ id: `${n}`, state })));
    const ranked = (direction: 'asc' | 'desc') =>
      ids(model, {}, [{ field: 'state', direction, ranking: [true, 'new', 'open', null, 'done'] }, ...byId]);
    expect(await ranked('asc')).toEqual(['5', '1', '4', '0', '3', '2']);
    expect(await ranked('desc')).toEqual(['0', '4', '1', '5', '3', '2']);
  });

  it('orders by a ranking of very many, and goes deep', async () => {
    const values = Array.from({ length: 1_200 }, (_, n) => (n % 3 === 0 ? `v${n}` : n));
    const ranking = values.toReversed();
    const model = await opened(values.map((state, n) => ({ id: `${n}`.padStart(4, '0'), state })));
    for (const direction of ['asc', 'desc'] as const) {
      const sort: SortKey[] = [{ field: 'state', direction, ranking }, ...byId];
      const expected = direction === 'asc' ? ranking : values;
      for (const skip of [0, 1_100]) {
        const found = await stage.readModels.find<Card>(model, {}, { sort, skip, limit: 70 });
        expect(found.map(({ state }) => state)).toEqual(expected.slice(skip, skip + 70));
      }
    }
    const twoLeft = ranking.slice(2);
    const all = await ids(model, {}, [{ field: 'state', direction: 'desc', ranking: twoLeft }, ...byId]);
    expect(all.slice(-2)).toEqual(['1198', '1199']);
  });

  it('keeps types apart', async () => {
    const values = [1, '1', true, 0, '0', false, null, ''];
    const model = await opened(values.map((solver, n) => ({ id: `${n}`, solver, parties: [solver] })));
    for (const field of ['solver', 'parties']) {
      for (const [n, value] of values.entries()) expect(await ids(model, { [field]: value })).toEqual([`${n}`]);
      expect(await ids(model, { [field]: { $gte: 0 } })).toEqual(['0', '3']);
      expect(await ids(model, { [field]: { $gte: '' } })).toEqual(['1', '4', '7']);
      expect(await ids(model, { [field]: { $lt: 'x' } })).toEqual(['1', '4', '7']);
      expect(await ids(model, { [field]: { $gte: 0, $lt: 1 } })).toEqual(['3']);
      expect(await ids(model, { [field]: { $gt: '', $lte: '1' } })).toEqual(['1', '4']);
      expect(await ids(model, { [field]: { $gte: 0, $lt: 'x' } })).toEqual([]);
    }
  });

  it('looks words up by prefix, whatever signs are in them', async () => {
    const words = [
      'kun',
      'kuna',
      'c++',
      'c',
      'a-b',
      '"x" OR y*',
      "it's",
      'žluty',
      '漢字',
      'AND',
      'and',
      'x:1',
      '100%',
      '😀a',
    ];
    const model = await opened(words.map((word, n) => ({ id: String.fromCharCode(97 + n), words: ['same', word] })));
    for (const [n, word] of words.entries()) {
      const expected = words.flatMap((other, m) => (other.startsWith(word) ? [String.fromCharCode(97 + m)] : []));
      expect(expected).toContain(String.fromCharCode(97 + n));
      expect(await ids(model, { words: { $prefix: word } })).toEqual(expected);
    }
    expect(await ids(model, { $and: [{ words: { $prefix: 'sa' } }, { words: { $prefix: 'kuna' } }] })).toEqual(['b']);
    expect(await stage.readModels.count(model, { words: { $prefix: 'same' } })).toBe(words.length);
    expect(await stage.readModels.count(model, { words: { $prefix: '' } })).toBe(words.length);
    expect(await ids(model, { words: { $prefix: 'e' } })).toEqual([]);
  });

  it('refuses fields that are not declared and conditions that are not in the language', async () => {
    const model = await opened([{ id: 'a' }]);
    const wrong = [
      { title: 'x' },
      { 'contractor.name': 'x' },
      { state: undefined },
      { state: ['new'] },
      { state: { $regex: 'x' } },
      { state: { $gt: null } },
      { state: { $prefix: 'n' } },
      { words: 'one' },
      { $or: [{ state: 'new' }, { nor: 1 }] },
    ] as unknown as Filter[];
    for (const filter of wrong) {
      await expect(stage.readModels.find(model, filter)).rejects.toThrow(/card-/);
      await expect(stage.readModels.count(model, filter)).rejects.toThrow(/card-/);
    }
    for (const field of ['title', 'parties', 'words']) {
      await expect(stage.readModels.find(model, {}, { sort: [{ field, direction: 'asc' }] })).rejects.toThrow(field);
    }
  });

  it('finds the same under indexes that were changed without a new version', async () => {
    const model = await opened([
      { id: 'a', state: 'new', parties: [1], words: ['one'] },
      { id: 'b', state: 'old' },
    ]);
    await stage.readModels.write([remove(model, 'b', '9')], [{ model, position: '9' }]);
    const changed: ModelDeclaration = {
      ...model,
      indexes: [{ fields: ['state'] }, { fields: ['words'], kind: 'words' }],
    };
    await stage.readModels.open(changed);
    expect(await ids(changed, { state: 'new', words: { $prefix: 'on' } })).toEqual(['a']);
    await expect(stage.readModels.find(changed, { parties: 1 })).rejects.toThrow(/parties/);
    await stage.readModels.write([put(changed, { id: 'a', state: 'stale' }, '1'), put(changed, { id: 'b' }, '9')], []);
    expect(await ids(changed, { state: { $nin: ['x'] } })).toEqual(['a']);
    expect((await stage.readModels.get<Card>(changed, 'a'))?.state).toBe('new');
    expect(await stage.readModels.checkpoint(changed)).toBe('9');
  });

  it('finds and sorts by a field that was declared later without a new version', async () => {
    const model = await opened([{ id: 'a', size: 2 } as Card, { id: 'b', size: 1 } as Card]);
    const changed: ModelDeclaration = { ...model, unindexedFields: [...(model.unindexedFields ?? []), 'size'] };
    await stage.readModels.open(changed);
    expect(await ids(changed, { size: 2 })).toEqual(['a']);
    const bySize = await stage.readModels.find<Card>(changed, {}, { sort: [{ field: 'size', direction: 'asc' }] });
    expect(bySize.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('gives all documents in order of id', async () => {
    const model = await opened(Array.from({ length: many }, (_, n) => ({ id: `task-${n}` })));
    const all: string[] = [];
    for await (const { id } of stage.readModels.all(model)) all.push(id);
    expect(all).toEqual(Array.from({ length: many }, (_, n) => `task-${n}`).sort());
  });

  it('pages through what is found by several ways', async () => {
    const documents = Array.from({ length: 60 }, (_, n) => ({
      id: `${n}`.padStart(2, '0'),
      solver: n % 3,
      state: n % 2 ? 'new' : 'open',
      deadline: n % 7 === 0 ? null : `${n % 5}`,
      parties: [n % 4, n % 5],
    }));
    const model = await opened(documents);
    const filter: Filter = {
      $or: [{ parties: { $in: [1, 2] } }, { solver: { $in: [0, 1] } }],
      state: { $in: ['new', 'open'] },
    };
    for (const direction of ['asc', 'desc'] as const) {
      const sort: SortKey[] = [
        { field: 'deadline', direction },
        { field: 'id', direction: 'asc' },
      ];
      const expected = findByReference(documents, filter, { sort });
      for (let skip = 0; skip < 60; skip += 7) {
        expect(await stage.readModels.find(model, filter, { sort, skip, limit: 7 })).toEqual(
          expected.slice(skip, skip + 7),
        );
      }
      expect(await stage.readModels.count(model, filter)).toBe(expected.length);
    }
  });

  it('tallies what documents hold in a field, absent and null as one', async () => {
    const model = await opened([
      { id: 'a', solver: 2, state: 'new' },
      { id: 'b', solver: 2, state: 'open' },
      { id: 'c', solver: null, state: 'new' },
      { id: 'd', state: 'new' },
      { id: 'e', solver: '2', state: 'new' },
    ]);
    const tallied = async (filter: Filter, field: string) => [...(await stage.readModels.tally(model, filter, field))];
    expect(await tallied({}, 'solver')).toEqual(
      expect.arrayContaining([
        [2, 2],
        [null, 2],
        ['2', 1],
      ]),
    );
    expect(await tallied({ state: 'new', solver: { $gte: 0 } }, 'solver')).toEqual([[2, 1]]);
    expect(await tallied({ state: 'gone' }, 'solver')).toEqual([]);
    for (const field of ['parties', 'words', 'unknown']) {
      await expect(stage.readModels.tally(model, {}, field)).rejects.toThrow(/card-/);
      await expect(stage.readModels.tally(model, {}, 'solver', field)).rejects.toThrow(/card-/);
    }
  });

  it('finds what the reference finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        cards,
        fc.array(fc.tuple(filters, sorts), { minLength: 5, maxLength: 5 }),
        async (documents, queries) => {
          const model = await opened(documents);
          try {
            for (const [filter, sort] of queries) {
              const options = { sort: [...sort, ...byId] };
              const expected = findByReference(documents, filter, options);
              expect(await stage.readModels.find(model, filter, options)).toEqual(expected);
              expect(await stage.readModels.find(model, filter, { ...options, skip: 1, limit: 2 })).toEqual(
                expected.slice(1, 3),
              );
              const part = { ...options, skip: 1, limit: 3 };
              expect(await stage.readModels.ids(model, filter, part)).toEqual(expected.slice(1, 4).map(({ id }) => id));
              expect(await stage.readModels.count(model, filter)).toBe(expected.length);
              for (const field of ['solver', 'contractor.id', 'contractor.place.city']) {
                const tallied = await stage.readModels.tally(model, filter, field);
                expect(tallied).toEqual(tallyByReference(documents, filter, field));
                const sums = await stage.readModels.tally(model, filter, field, 'deadline');
                expect(sums).toEqual(tallyByReference(documents, filter, field, 'deadline'));
              }
            }
          } finally {
            await stage.readModels.drop(model);
          }
        },
      ),
      { numRuns: runs },
    );
  });

  it('finds the same whatever was written before', async () => {
    await fc.assert(
      fc.asyncProperty(
        cards,
        cards,
        fc.array(fc.tuple(filters, sorts), { minLength: 3, maxLength: 3 }),
        async (before, after, queries) => {
          const model = await opened(before);
          try {
            const gone = before.filter(({ id }) => !after.some((document) => document.id === id));
            await stage.readModels.write(
              [...after.map((document) => put(model, document, '2')), ...gone.map(({ id }) => remove(model, id, '2'))],
              [],
            );
            for (const [filter, sort] of queries) {
              const options = { sort: [...sort, ...byId] };
              expect(await stage.readModels.find(model, filter, options)).toEqual(
                findByReference(after, filter, options),
              );
            }
          } finally {
            await stage.readModels.drop(model);
          }
        },
      ),
      { numRuns: Math.ceil(runs / 2.5) },
    );
  });
}
