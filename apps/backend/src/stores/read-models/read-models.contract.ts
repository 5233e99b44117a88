import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Filter, ReadModels } from './read-models';
import { itFindsReadModels } from './read-models.finding.contract';
import { itGuardsReadModels } from './read-models.guarding.contract';
import { itLoadsReadModels } from './read-models.loading.contract';
import { itRefusesReadModels } from './read-models.refusing.contract';
import type { Card } from './testing/read-models.samples';
import { byId, newModel, put, ReadModelsStage, remove } from './testing/read-models.stage';

/**
 * Contract of every ReadModels adapter. All tests share one store; each has its own model.
 * @param runs of the comparison with the reference, and the size of large collections: smaller where each call is a
 * round trip
 */
export function describeReadModelsContract(
  name: string,
  makeReadModels: () => Promise<ReadModels>,
  { runs = 150, many = 1203 }: { runs?: number; many?: number } = {},
): void {
  describe(`${name} as read models`, () => {
    const stage = new ReadModelsStage();
    const { opened, ids } = stage;
    beforeAll(async () => {
      stage.readModels = await makeReadModels();
    });
    afterAll(() => stage.readModels.close());

    itFindsReadModels(stage, { runs, many });
    itRefusesReadModels(stage);
    itGuardsReadModels(stage);
    itLoadsReadModels(stage, { runs });

    it('gives documents back as they were written', async () => {
      const document = {
        id: 'a',
        state: 'new',
        parties: [1, 2],
        nested: { list: [null, true, 'Příliš 😀 \u0000'] },
        none: null,
      };
      const model = await opened([document]);
      expect(await stage.readModels.get(model, 'a')).toEqual(document);
      expect(await stage.readModels.get(model, 'b')).toBeUndefined();
      expect(await stage.readModels.getMany(model, ['b', 'a', 'a'])).toEqual(new Map([['a', document]]));
      expect(await stage.readModels.find(model, { id: 'a' })).toEqual([document]);
    });

    it('keeps long fields apart: whole documents have them, found ones do not', async () => {
      const model = { ...newModel(), longFields: ['words', 'contractor.place', 'text', 'not.there'] };
      await stage.readModels.open(model);
      const contractor = { id: 1, teams: [7], place: { city: 'Brno' } };
      const document = { id: 'a', state: 'new', contractor, words: ['brno', 'dum'], text: 'long' };
      const bare = { id: 'b', state: 'new', contractor: null };
      await stage.readModels.write([put(model, document, '1'), put(model, bare, '1')], []);
      const short = { id: 'a', state: 'new', contractor: { id: 1, teams: [7] } };
      const wholes = async () => {
        const all: unknown[] = [];
        for await (const one of stage.readModels.all(model)) all.push(one);
        return all;
      };
      expect(await stage.readModels.get(model, 'a')).toEqual(document);
      expect(await stage.readModels.getMany(model, ['a', 'b'])).toEqual(
        new Map<string, unknown>([
          ['a', document],
          ['b', bare],
        ]),
      );
      expect(await wholes()).toEqual([document, bare]);
      expect(await stage.readModels.find(model, { state: 'new' }, { sort: byId })).toEqual([short, bare]);
      // Queries and sorts can use them all the same, also in an order that a store computes.
      expect(await stage.readModels.find(model, { words: { $prefix: 'dum' } })).toEqual([short]);
      const byCity = [
        { field: 'contractor.place.city', direction: 'asc', ranking: ['Praha', 'Brno'] },
        ...byId,
      ] as const;
      expect(await stage.readModels.find(model, {}, { sort: byCity })).toEqual([short, bare]);
      expect(await stage.readModels.ids(model, {}, { sort: byCity })).toEqual(['a', 'b']);
      const next = { ...document, words: ['praha'], text: 'longer' };
      await stage.readModels.write([put(model, next, '2')], []);
      expect(await stage.readModels.get(model, 'a')).toEqual(next);
      expect(await ids(model, { words: { $prefix: 'praha' } })).toEqual(['a']);
    });

    it('drops a write whose position is not later, however long the position is', async () => {
      const model = await opened();
      const write = (state: string, position: string) =>
        stage.readModels.write([put(model, { id: 'a', state }, position)], []);
      const state = async () => (await stage.readModels.get<Card>(model, 'a'))?.state;
      await write('first', '9');
      await write('second', '10');
      await write('stale', '9');
      await write('again', '10');
      expect(await state()).toBe('second');
      await write('late', '9007199254740993');
      await write('stale', '9007199254740992');
      expect(await state()).toBe('late');
      expect(await ids(model, { state: 'late' })).toEqual(['a']);
      expect(await stage.readModels.count(model, { state: { $in: ['first', 'second', 'stale'] } })).toBe(0);
    });

    it('keeps a tombstone, which only a later write passes', async () => {
      const model = await opened();
      const document = { id: 'a', state: 'new', parties: [1], words: ['one'] };
      await stage.readModels.write([put(model, document, '5'), remove(model, 'a', '7'), remove(model, 'b', '7')], []);
      await stage.readModels.write([put(model, document, '6'), put(model, { ...document, id: 'b' }, '7')], []);
      expect(await stage.readModels.count(model, {})).toBe(0);
      for (const filter of [{ parties: 1 }, { words: { $prefix: 'o' } }, { state: 'new' }] as Filter[])
        expect(await ids(model, filter)).toEqual([]);
      await stage.readModels.write([remove(model, 'a', '6'), put(model, document, '8')], []);
      expect(await ids(model, { parties: 1 })).toEqual(['a']);
      await stage.readModels.write([remove(model, 'a', '8')], []);
      expect(await ids(model, { words: { $prefix: 'one' } })).toEqual(['a']);
    });

    it('refuses a model that is not open, and documents that do not fit its declaration', async () => {
      await expect(stage.readModels.get(newModel(), 'a')).rejects.toThrow(/not open/);
      const model = await opened([{ id: 'a', state: 'new' }]);
      const wrong = [
        { id: 'b', state: { a: 1 } },
        { id: 'b', parties: [[1]] },
        { id: 'b', words: [1] },
      ] as unknown as Card[];
      for (const document of wrong) {
        const batch = [put(model, { id: 'c' }, '2'), put(model, document, '2')];
        await expect(stage.readModels.write(batch, [])).rejects.toThrow(/card-/);
      }
      await expect(stage.readModels.write([{ ...put(model, { id: 'x' }, '2'), id: 'b' }], [])).rejects.toThrow(/card-/);
    });

    it('keeps checkpoints per version and never sets them back', async () => {
      const model = await opened();
      const next = { ...model, version: 2 };
      await stage.readModels.open(next);
      expect(await stage.readModels.checkpoint(model)).toBeNull();
      await stage.readModels.write([put(model, { id: 'a' }, '9')], [{ model, position: '9' }]);
      await stage.readModels.write(
        [],
        [
          { model, position: '10' },
          { model: next, position: '3' },
        ],
      );
      await stage.readModels.write([], [{ model, position: '9' }]);
      expect(await stage.readModels.checkpoint(model)).toBe('10');
      expect(await stage.readModels.checkpoint(next)).toBe('3');
    });

    it('keeps versions apart and drops them', async () => {
      const model = await opened([{ id: 'a', parties: [1], words: ['one'] }]);
      const next = { ...model, version: 2 };
      await stage.readModels.open(next);
      await stage.readModels.open(next);
      expect(await stage.readModels.versions(model.name)).toEqual([1, 2]);
      expect(await stage.readModels.count(next, {})).toBe(0);
      await stage.readModels.write([], [{ model, position: '5' }]);
      await stage.readModels.drop(model);
      await stage.readModels.drop(model);
      expect(await stage.readModels.versions(model.name)).toEqual([2]);
      await stage.readModels.open(model);
      expect(await stage.readModels.checkpoint(model)).toBeNull();
      expect(await stage.readModels.count(model, {})).toBe(0);
      expect(await stage.readModels.count(model, { words: { $prefix: 'one' } })).toBe(0);
    });

    it('moves the version that is read by compare-and-set', async () => {
      const { name } = newModel();
      expect(await stage.readModels.activeVersion(name)).toBeNull();
      expect(await stage.readModels.activate(name, 1, 2)).toBe(false);
      expect(await stage.readModels.activate(name, null, 1)).toBe(true);
      expect(await stage.readModels.activate(name, null, 2)).toBe(false);
      expect(await stage.readModels.activate(name, 1, 2)).toBe(true);
      expect(await stage.readModels.activate(name, 1, 3)).toBe(false);
      expect(await stage.readModels.activeVersion(name)).toBe(2);
    });
  });
}
