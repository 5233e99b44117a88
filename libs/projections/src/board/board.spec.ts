import type { BoardEvent } from '@gos/domain';
import { boardSamples } from '@gos/domain/board/board.samples';
import { describe, expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { boardModel } from './board';

const all = Object.values(boardSamples) as BoardEvent[];
const after = async (count: number) =>
  (
    await fed(
      boardModel,
      all.slice(0, count).map((event) => recorded('board-8', event)),
    )
  ).get('8')!;

describe('board documents', () => {
  it('hold the board where it is now, with what it is found and sorted by', async () => {
    expect(await after(1)).toMatchObject({
      projectId: 5,
      parties: [],
      board: { id: 8, section: 'backlog', order: 'V000008V', deadline: '2026-12-18T16:00:00.000Z' },
      deleted: false,
    });
    expect(await after(2)).toMatchObject({
      board: { deadline: null, name: 'Platby', assignedUserId: 3, revision: 2 },
    });
    expect(await after(3)).toMatchObject({ board: { section: 'todo', order: 'V000018V' } });
  });

  it('stay when the board is deleted, and say so', async () => {
    expect(await after(4)).toMatchObject({ deleted: true, board: { deleted: true, revision: 4 } });
    expect(await after(5)).toMatchObject({ deleted: false, board: { deleted: false, revision: 5 } });
  });

  it('are found by words of name and description, as they are now', async () => {
    expect([...(await after(1)).words].sort()).toEqual(
      ['8', 'a', 'kosik', 'kosiku', 'objednavky', 'od', 'platby', 'po', 'potvrzeni'].sort(),
    );
    expect((await after(2)).words).toEqual(['8', 'platby', 'jen']);
  });

  it('are of boards only', async () => {
    expect((await fed(boardModel, [recorded('project-8', boardSamples.BoardCreated)])).size).toBe(0);
    expect((await fed(boardModel, [recorded('board-8', boardSamples.BoardMoved)])).size).toBe(0);
  });
});
