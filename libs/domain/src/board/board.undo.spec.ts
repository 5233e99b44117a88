import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import { isRefusal } from '../kernel/refusal';
import { colleague, inactive, people, project as projectId } from '../testing/task-scene';
import { UndoScene } from '../testing/undo-scene';
import { type Board, type BoardEvent, boardSections } from './board';
import type { BoardBodies, BoardCommand } from './board.bodies';
import { boardAggregate } from './board.commands';
import type { BoardFacts } from './board.facts';
import { boardSamples } from './board.samples';
import { boardUndoing } from './board.undo';

const { editor, manager, viewer, auditor, admin } = people;

const factsOf = (actor: Actor): BoardFacts => ({
  actor,
  nameable: [colleague],
  neighbours: [
    { id: 1, section: 'todo', order: 'V000011V' },
    { id: 2, section: 'done', order: 'V000022V' },
  ],
});

function stream(actor: Actor = editor) {
  const scene = new UndoScene<BoardBodies, Board, BoardEvent, BoardFacts>({
    aggregate: boardAggregate as never,
    undoing: boardUndoing as never,
    id: 8,
    factsOf,
  });
  scene.append(actor.id, [
    { type: 'BoardCreated', data: { ...boardSamples.BoardCreated.data, projectId, assignedUserId: null } },
  ]);
  return scene;
}

const command = fc.oneof(
  fc.record({
    type: fc.constant('edit' as const),
    body: fc.record(
      {
        name: fc.constantFrom('Platby', 'Sklad', 'Doprava'),
        description: fc.constantFrom('', 'Nové', 'Starší'),
        assignedUserId: fc.constantFrom(null, colleague),
        deadline: fc.constantFrom(null, '2026-12-24T10:00:00.000Z'),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ type: fc.constant('move' as const), body: fc.record({ section: fc.constantFrom(...boardSections) }) }),
  fc.constantFrom({ type: 'delete' as const, body: {} }, { type: 'undelete' as const, body: {} }),
) as fc.Arbitrary<BoardCommand>;

const content = ({ revision: _, ...board }: Board) => board;

describe('undo of actions on a board', () => {
  test('restores the board after any command, once, and its own undo restores the change', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 8 }), (commands) => {
        stream().expectUndoOf(commands, editor, content);
      }),
    );
  });

  test('names the change that came after, and keeps changes of other fields', () => {
    const scene = stream();
    const named = scene.run(editor, { type: 'edit', body: { name: 'Sklad' } })!;
    scene.run(manager, { type: 'move', body: { section: 'done' } });
    expect(isRefusal(scene.decideUndo(named, editor))).toBe(false);
    scene.run(manager, { type: 'edit', body: { name: 'Doprava' } });
    expect(scene.decideUndo(named, editor)).toMatchObject({
      refused: 'undo.too-late',
      details: { later: { event: 'BoardEdited', by: manager.id } },
    });
  });

  test('belongs to the person who acted, with the right that they have today', () => {
    const scene = stream();
    const named = scene.run(editor, { type: 'edit', body: { name: 'Sklad' } })!;
    expect(scene.decideUndo(named, manager)).toMatchObject({ refused: 'undo.not-yours' });
    const demoted = { ...viewer, id: editor.id };
    expect(scene.decideUndo(named, demoted)).toMatchObject({ refused: 'project.forbidden' });
    expect(scene.decideUndo(named, { ...auditor, id: editor.id })).toMatchObject({ refused: 'task.auditor' });
    expect(isRefusal(scene.decideUndo(named, admin, {}, { isOfRange: true }))).toBe(false);
  });

  test('takes a created board back until another person changes it', () => {
    const scene = stream();
    scene.run(editor, { type: 'edit', body: { name: 'Sklad' } });
    expect(scene.decideUndo('event-0', editor)).toMatchObject([{ type: 'BoardDeleted' }, { type: 'ActionUndone' }]);
    scene.run(manager, { type: 'edit', body: { name: 'Doprava' } });
    expect(scene.decideUndo('event-0', editor)).toMatchObject({ refused: 'undo.too-late' });
  });

  test('does not bring back a person who is gone, nor a change of a deleted board', () => {
    const scene = stream();
    scene.run(editor, { type: 'edit', body: { assignedUserId: inactive } }, { nameable: [inactive] });
    const changed = scene.run(editor, { type: 'edit', body: { assignedUserId: null } })!;
    expect(scene.decideUndo(changed, editor)).toMatchObject({ refused: 'undo.person-gone' });
    const named = scene.run(editor, { type: 'edit', body: { name: 'Sklad' } })!;
    scene.run(editor, { type: 'delete', body: {} });
    expect(scene.decideUndo(named, editor)).toMatchObject({ refused: 'board.is-deleted' });
  });
});
