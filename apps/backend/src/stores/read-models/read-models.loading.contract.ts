import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Filter, ModelDeclaration, Write } from './read-models';
import { itGuardsReadModels } from './read-models.guarding.contract';
import { type Card, cards, filters, sorts } from './testing/read-models.samples';
import { newModel, put, type ReadModelsStage, remove } from './testing/read-models.stage';

/** A version that is loaded has the same documents as one that is opened, and the same indexes once it is opened. */
export function itLoadsReadModels(stage: ReadModelsStage, { runs }: { readonly runs: number }): void {
  const wholes = async (model: ModelDeclaration) => {
    const all: unknown[] = [];
    for await (const one of stage.readModels.all(model)) all.push(one);
    return all;
  };
  const loaded = async (): Promise<ModelDeclaration> => {
    const model = newModel();
    await stage.readModels.load(model);
    return model;
  };

  it('loads a version whose indexes are added when it is opened', async () => {
    await fc.assert(
      fc.asyncProperty(cards, cards, filters, sorts, async (first, second, filter, sort) => {
        const before = new Set(first.map(({ id }) => id));
        const writesOf = (model: ModelDeclaration, documents: readonly Card[], position: string, from: Set<string>) =>
          documents.map((one): Write => ({ ...put(model, one, position), from: from.has(one.id) ? '1' : null }));
        const [late, early] = [await loaded(), newModel()];
        await stage.readModels.open(early);
        for (const model of [late, early]) {
          await stage.readModels.write(writesOf(model, first, '1', new Set()), [{ model, position: '1' }]);
          if (model === late) await stage.readModels.load(model);
          await stage.readModels.write(writesOf(model, second, '2', before), [{ model, position: '2' }]);
          await stage.readModels.write([remove(model, 'b', '3')], []);
        }
        expect(await wholes(late)).toEqual(await wholes(early));
        expect(await stage.readModels.getMany(late, ['a', 'b', 'ž'])).toEqual(
          await stage.readModels.getMany(early, ['a', 'b', 'ž']),
        );
        await stage.readModels.open(late);
        const order = [...sort, { field: 'id', direction: 'asc' } as const];
        expect(await stage.ids(late, filter, order)).toEqual(await stage.ids(early, filter, order));
        expect(await stage.readModels.checkpoint(late)).toBe('2');
        // Later writes find what they replace in the indexes.
        await stage.readModels.write([remove(late, 'a', '4'), put(late, { id: 'c', parties: 1 }, '4')], []);
        expect(await stage.readModels.count(late, { parties: 1, state: null, id: 'c' })).toBe(1);
        expect(await stage.readModels.count(late, { id: 'a' })).toBe(0);
      }),
      { numRuns: Math.ceil(runs / 3) },
    );
  });

  it('loads characters that JSON escapes', async () => {
    const odd = ['"', '\\', 'a\u0000b', '\n', '\u001f', '\u2028', '\\u0041', '{}'];
    const model = await loaded();
    await stage.readModels.write([put(model, { id: 'a', parties: odd, words: ['a-b'], state: 'new' }, '1')], []);
    await stage.readModels.open(model);
    for (const one of odd) expect(await stage.ids(model, { parties: one } satisfies Filter)).toEqual(['a']);
    await stage.readModels.write([put(model, { id: 'a', parties: [] }, '2')], []);
    for (const one of odd) expect(await stage.ids(model, { parties: one } satisfies Filter)).toEqual([]);
  });

  it('loads with its indexes what was opened, and drops what was loaded', async () => {
    const model = await stage.opened([{ id: 'a', state: 'new' }]);
    await stage.readModels.load(model);
    expect(await stage.readModels.count(model, { state: 'new' })).toBe(1);
    const half = await loaded();
    await stage.readModels.write([put(half, { id: 'a', words: ['a'] }, '1')], [{ model: half, position: '1' }]);
    expect(await stage.readModels.versions(half.name)).toEqual([1]);
    await stage.readModels.drop(half);
    expect(await stage.readModels.versions(half.name)).toEqual([]);
    await stage.readModels.load(half);
    expect(await wholes(half)).toEqual([]);
    expect(await stage.readModels.checkpoint(half)).toBeNull();
  });

  describe('while it is loaded', () => {
    const loading = Object.create(stage, {
      opened: {
        value: async (documents: readonly Card[] = []) => {
          const model = await loaded();
          await stage.readModels.write(
            documents.map((one) => put(model, one, '1')),
            [],
          );
          return model;
        },
      },
    }) as ReadModelsStage;
    itGuardsReadModels(loading);
  });
}
