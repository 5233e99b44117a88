import type { PositionEvent } from '@gos/domain';
import { positionSamples } from '@gos/domain/position/position.samples';
import { expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { positionModel } from './position';

const all = Object.values(positionSamples) as PositionEvent[];
const after = async (count: number) =>
  (
    await fed(
      positionModel,
      all.slice(0, count).map((event) => recorded('position-4', event)),
    )
  ).get('4')!;

it('a position document holds the name as it is now, and says when it is deleted', async () => {
  expect(await after(1)).toMatchObject({ state: { name: 'Vývojář', revision: 1 }, words: ['4', 'vyvojar'] });
  expect(await after(2)).toMatchObject({ state: { name: 'Programátorka' }, deleted: false });
  expect(await after(3)).toMatchObject({ state: { attendance: true }, deleted: false });
  expect(await after(4)).toMatchObject({ deleted: true, words: ['4', 'programatorka'] });
  expect((await fed(positionModel, [recorded('board-4', positionSamples.PositionCreated)])).size).toBe(0);
});
