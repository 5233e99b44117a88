import { expect, it } from '@jest/globals';
import { ReadAgain, type Write } from './read-models';
import type { Card } from './testing/read-models.samples';
import { put, type ReadModelsStage, remove } from './testing/read-models.stage';

/** A batch names the documents that it was computed from, and is rejected where the store holds others. */
export function itGuardsReadModels(stage: ReadModelsStage): void {
  const { opened } = stage;
  const from = (write: Write, position: string | null): Write => ({ ...write, from: position });
  const card = (id: string, state: string): Card => ({ id, state });

  it('replaces the document that the new one was computed from, and none where there was none', async () => {
    const model = await opened();
    const stateOf = async (id: string) => (await stage.readModels.get<Card>(model, id))?.state;
    await stage.readModels.write([from(put(model, card('a', 'first'), '9'), null), remove(model, 'b', '9')], []);
    const next = [
      from(put(model, card('a', 'second'), '10'), '9'),
      from(put(model, card('b', 'again'), '10'), null),
      from(put(model, card('c', 'first'), '10'), null),
    ];
    await stage.readModels.write(next, [{ model, position: '10', from: null }]);
    expect(await Promise.all(['a', 'b', 'c'].map(stateOf))).toEqual(['second', 'again', 'first']);
    await stage.readModels.write([from(remove(model, 'a', '11'), '10')], [{ model, position: '11', from: '10' }]);
    expect(await stateOf('a')).toBeUndefined();
    expect(await stage.readModels.checkpoint(model)).toBe('11');
  });

  it.each<[string, string | null, string | null]>([
    ['a newer one', '5', '3'],
    ['an older one', '5', '7'],
    ['one where there was none', '5', null],
    ['none', null, '3'],
  ])('never replaces what the new one was not computed from: there is %s', async (_, stored, base) => {
    const model = await opened();
    const others = ['b', 'c'].map((id) => put(model, card(id, 'there'), '1'));
    await stage.readModels.write(
      [...others, ...(stored === null ? [] : [put(model, card('a', 'there'), stored)])],
      [{ model, position: '5' }],
    );
    const batch = [
      from(put(model, card('b', 'next'), '9'), '1'),
      from(put(model, card('a', 'next'), '9'), base),
      from(put(model, card('d', 'next'), '9'), null),
    ];
    const written = stage.readModels.write(batch, [{ model, position: '9', from: '5' }]);
    await expect(written).rejects.toBeInstanceOf(ReadAgain);
    await expect(written).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect((await stage.readModels.get<Card>(model, 'a'))?.state).toBe(stored === null ? undefined : 'there');
    expect(await stage.readModels.checkpoint(model)).toBe('5');
  });

  it('writes nothing else of a batch whose first documents are refused', async () => {
    const model = await opened();
    await stage.readModels.write([put(model, card('b', 'there'), '5')], []);
    const batch = [
      from(put(model, card('a', 'next'), '9'), null),
      { ...from(put(model, card('b', 'next'), '9'), '3'), isFirst: true },
    ];
    await expect(stage.readModels.write(batch, [])).rejects.toBeInstanceOf(ReadAgain);
    expect(await stage.readModels.get<Card>(model, 'a')).toBeUndefined();
    await stage.readModels.write([batch[0]!, { ...batch[1]!, from: '5' }], []);
    for (const id of ['a', 'b']) expect((await stage.readModels.get<Card>(model, id))?.state).toBe('next');
  });

  it('writes a batch again that was written in part, and drops what is there already', async () => {
    const model = await opened();
    await stage.readModels.write([put(model, card('a', 'first'), '1'), put(model, card('b', 'first'), '1')], []);
    const batch = [
      from(put(model, card('a', 'second'), '3'), '1'),
      from(put(model, card('b', 'second'), '2'), '1'),
      from(put(model, card('c', 'second'), '3'), null),
    ];
    await stage.readModels.write([batch[0]!, batch[2]!], []);
    for (let times = 0; times < 2; times++) await stage.readModels.write(batch, [{ model, position: '3', from: null }]);
    for (const id of ['a', 'b', 'c']) expect((await stage.readModels.get<Card>(model, id))?.state).toBe('second');
    // Another projector is further: what this one computed from the same document is known there.
    await stage.readModels.write([from(put(model, card('a', 'third'), '7'), '3')], []);
    await stage.readModels.write([from(put(model, card('a', 'other'), '6'), '3')], []);
    expect((await stage.readModels.get<Card>(model, 'a'))?.state).toBe('third');
  });

  it('writes nothing where a model is not as far any more as it was when the batch was computed', async () => {
    const [model, other] = [await opened(), await opened()];
    const batch = [from(put(model, card('a', 'next'), '12'), null)];
    const reached = (position: string | null) => [
      { model, position: '12', from: position },
      { model: other, position: '12', from: null },
    ];
    await expect(stage.readModels.write(batch, reached('9'))).rejects.toBeInstanceOf(ReadAgain);
    await stage.readModels.write([], [{ model, position: '9' }]);
    const refused = stage.readModels.write(batch, reached('10'));
    await expect(refused).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    expect(await stage.readModels.get(model, 'a')).toBeUndefined();
    expect(await stage.readModels.checkpoint(other)).toBeNull();
    await stage.readModels.write(batch, reached('9'));
    expect(await stage.readModels.checkpoint(other)).toBe('12');
    // Further is no harm: another projector writes the same.
    await stage.readModels.write([], reached('9'));
  });
}
