import { describe, expect, it } from '@jest/globals';
import { DocumentRefused, maxDocumentBytes } from './document-limits';
import type { SetAside } from './read-models';
import type { Card } from './testing/read-models.samples';
import { put, type ReadModelsStage } from './testing/read-models.stage';

/** The bytes of a card around the text in `state`: its length and end, and those of the names and the id. */
const aroundState = 5 + (1 + 3 + 5 + 1) + (1 + 6 + 5);
const cardOf = (id: string, bytes: number): Card => ({ id, state: 'x'.repeat(bytes - aroundState) });
const note = (id: string, since: string, position: string | null = null): SetAside => ({
  id,
  position,
  since,
  reason: 'TaskRenamed could not be applied: TypeError',
  at: '2026-11-25T08:00:00.000Z',
});

/** How a store treats documents that it cannot keep. Part of the contract of every ReadModels adapter. */
export function itRefusesReadModels(stage: ReadModelsStage): void {
  describe('a document that cannot be kept', () => {
    it('is named, and the others of its batch are written without it', async () => {
      const model = await stage.opened([{ id: 'b', state: 'before' }]);
      const others = ['a', 'c', 'd'].map((id) => put(model, { id, state: 'after' }, '2'));
      const checkpoints = [{ model, position: '2' }];
      const batch = [others[0]!, put(model, cardOf('b', maxDocumentBytes + 1), '2'), ...others.slice(1)];
      const refused = await stage.readModels.write(batch, checkpoints).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DocumentRefused);
      expect((refused as DocumentRefused).refusals).toEqual([
        { model: model.name, id: 'b', reason: expect.stringContaining(`${maxDocumentBytes + 1} bytes`) },
      ]);
      expect(await stage.readModels.checkpoint(model)).toBeNull();
      await stage.readModels.write(others, checkpoints);
      expect(await stage.ids(model, { state: 'after' })).toEqual(['a', 'c', 'd']);
      expect((await stage.readModels.get<Card>(model, 'b'))?.state).toBe('before');
      expect(await stage.readModels.checkpoint(model)).toBe('2');
    });

    it('is larger than the largest that is kept, which is the same in every store', async () => {
      const model = await stage.opened();
      const largest = cardOf('a', maxDocumentBytes);
      await stage.readModels.write([put(model, largest, '1')], []);
      expect(await stage.readModels.get(model, 'a')).toEqual(largest);
      const numbers = { id: 'a', many: Array.from({ length: 1_500_000 }, () => 0) } as Card;
      await expect(stage.readModels.write([put(model, numbers, '2')], [])).rejects.toBeInstanceOf(DocumentRefused);
    });

    it('may be one of several, of several models, each for a reason of its own', async () => {
      const [one, other] = [await stage.opened(), await stage.opened()];
      let deep: object = {};
      for (let level = 0; level < 200; level++) deep = { deep };
      const wrong = [
        put(one, { id: 'object', state: { a: 1 } } as unknown as Card, '2'),
        put(one, { id: 'words', words: [1] } as unknown as Card, '2'),
        { ...put(one, { id: 'x' }, '2'), id: 'other id' },
        put(other, { id: 'deep', deep } as Card, '2'),
        put(other, { id: 'name', 'a\0b': 1 } as Card, '2'),
        put(other, { id: 'big', big: 1n } as Card, '2'),
      ];
      const writes = [put(one, { id: 'fine' }, '2'), ...wrong, put(other, { id: 'fine' }, '2')];
      const refused = await stage.readModels.write(writes, []).catch((error: DocumentRefused) => error.refusals);
      expect(refused).toEqual(
        wrong.map(({ model, id }) => ({ model: model.name, id, reason: expect.stringMatching(/^.{10,200}$/) })),
      );
    });
  });

  describe('a note of a document that is set aside', () => {
    it('is kept with its version, the first one of each document, in the order of events', async () => {
      const model = await stage.opened([{ id: 'a' }]);
      const next = { ...model, version: 2 };
      await stage.readModels.open(next);
      await stage.readModels.write([], [], [{ model, ...note('b', '10', '7') }]);
      const later = [
        { model, ...note('b', '12', '7') },
        { model, ...note('a', '9') },
        { model, ...note('c', '11') },
        { model: next, ...note('a', '3') },
      ];
      await stage.readModels.write([put(model, { id: 'd' }, '12')], [{ model, position: '12' }], later);
      expect(await stage.readModels.setAside(model)).toEqual([note('a', '9'), note('b', '10', '7'), note('c', '11')]);
      expect(await stage.readModels.setAside(model, 2)).toEqual([note('a', '9'), note('b', '10', '7')]);
      expect(await stage.readModels.setAside(next)).toEqual([note('a', '3')]);
      expect(await stage.readModels.setAside({ name: model.name, version: 3 })).toEqual([]);
      expect([await stage.ids(model, {}), await stage.readModels.checkpoint(model)]).toEqual([['a', 'd'], '12']);
    });

    it('is counted by model, and goes with its version', async () => {
      const [one, other, none] = [await stage.opened(), await stage.opened(), await stage.opened()];
      const notes = [note('a', '1'), note('b', '2')].map((each) => ({ model: one, ...each }));
      await stage.readModels.write([], [], [...notes, { model: other, ...note('a', '1') }]);
      const counts = () => stage.readModels.countSetAside([one, other, none]);
      expect(await counts()).toEqual(
        new Map([
          [one.name, 2],
          [other.name, 1],
        ]),
      );
      await stage.readModels.drop(one);
      expect(await counts()).toEqual(new Map([[other.name, 1]]));
      await stage.readModels.open(one);
      expect(await stage.readModels.setAside(one)).toEqual([]);
      await stage.readModels.write([], [], notes.slice(1));
      expect(await stage.readModels.setAside(one)).toEqual([note('b', '2')]);
    });

    it('is not written with a batch that is refused', async () => {
      const model = await stage.opened();
      const large = put(model, cardOf('a', maxDocumentBytes + 1), '1');
      await expect(stage.readModels.write([large], [], [{ model, ...note('b', '1') }])).rejects.toThrow(/ a: /);
      expect(await stage.readModels.setAside(model)).toEqual([]);
    });
  });
}
