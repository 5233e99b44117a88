import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import { isRefusal } from '../kernel/refusal';
import { people } from '../testing/task-scene';
import { UndoScene } from '../testing/undo-scene';
import { noDaysOff } from './recurrence';
import type { RepeatedTask, RepeatedTaskEvent } from './repeated-task';
import type { RepeatedTaskBodies, RepeatedTaskCommand } from './repeated-task.bodies';
import type { RepeatedTaskFacts } from './repeated-task.changes';
import { repeatedTaskAggregate } from './repeated-task.commands';
import { repeatedTaskUndoing } from './repeated-task.undo';

const { contractor, solver, admin, auditor } = people;
const factsOf = (actor: Actor): RepeatedTaskFacts => ({
  actor,
  at: '2026-11-25T11:00:00.000Z',
  zone: 'Europe/Prague',
  currency: 'CZK',
  isDayOff: noDaysOff,
  nameable: [1, 2, 3, 4],
});

function stream() {
  const scene = new UndoScene<RepeatedTaskBodies, RepeatedTask, RepeatedTaskEvent, RepeatedTaskFacts>({
    aggregate: repeatedTaskAggregate as never,
    undoing: repeatedTaskUndoing as never,
    id: 6,
    factsOf,
  });
  scene.run(contractor, {
    type: 'create',
    body: { name: 'Inventura', firstDeadline: '2026-11-30T08:00:00.000Z', repeat: 'weekly', solverId: 2 },
  });
  return scene;
}

const template = fc.record(
  {
    name: fc.constantFrom(null, 'Mzdy'),
    description: fc.constantFrom('', '<p>Nové</p>'),
    tags: fc.constantFrom([], ['účtárna']),
    acknowledged: fc.constantFrom([], [3]),
    estimateMinutes: fc.constantFrom(null, 60),
  },
  { requiredKeys: [] },
);
const command = fc.oneof(
  fc
    .record(
      {
        name: fc.constantFrom('Inventura', 'Mzdy'),
        firstDeadline: fc.constantFrom('2026-11-30T08:00:00.000Z', '2026-12-03T09:00:00.000Z'),
        repeat: fc.constantFrom('weekly', 'monthly', 'daily'),
        onDayOff: fc.constantFrom('keep', 'skip'),
        generateAhead: fc.constantFrom(1, 3),
        solverId: fc.constantFrom(null, 2, 3),
        active: fc.boolean(),
        updateGenerated: fc.boolean(),
        template,
      },
      { requiredKeys: [] },
    )
    .map((body) => ({ type: 'edit', body })),
  fc.constantFrom({ type: 'activate', body: {} }, { type: 'deactivate', body: {} }),
) as fc.Arbitrary<RepeatedTaskCommand>;

/** Without bookkeeping of occurrences. */
function content(one: RepeatedTask) {
  const { revision: _, handled: __, last: ___, early: ____, latest: _____, ...definition } = one;
  return definition;
}

describe('undo of actions on a repeated task', () => {
  test('restores the definition after any command, once, and its own undo restores the change', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 6 }), (commands) => {
        stream().expectUndoOf(commands, contractor, content);
      }),
    );
  });

  test('names the change that came after, and keeps changes of other fields', () => {
    const scene = stream();
    const named = scene.run(contractor, { type: 'edit', body: { name: 'Mzdy' } })!;
    scene.run(admin, { type: 'edit', body: { template: { tags: ['účtárna'] } } });
    expect(isRefusal(scene.decideUndo(named, contractor))).toBe(false);
    scene.run(admin, { type: 'edit', body: { name: 'Odměny' } });
    expect(scene.decideUndo(named, contractor)).toMatchObject({
      refused: 'undo.too-late',
      details: { later: { event: 'RepeatedTaskEdited', by: admin.id } },
    });
  });

  test('does not bring back a person who is gone', () => {
    const scene = stream();
    const changed = scene.run(contractor, { type: 'edit', body: { solverId: 3 } })!;
    expect(scene.decideUndo(changed, contractor, { nameable: [3] })).toMatchObject({ refused: 'undo.not-valid' });
  });

  test('belongs to the person who acted, and leaves its creation and occurrences', () => {
    const scene = stream();
    const named = scene.run(contractor, { type: 'edit', body: { name: 'Mzdy' } })!;
    expect(scene.decideUndo(named, solver)).toMatchObject({ refused: 'undo.not-yours' });
    expect(scene.decideUndo(named, { ...auditor, id: contractor.id })).toMatchObject({ refused: 'task.auditor' });
    expect(scene.decideUndo('event-0', contractor)).toMatchObject({ refused: 'undo.none' });
    const skipped = scene.run(contractor, { type: 'skip', body: { deadline: '2026-11-30T08:00:00.000Z' } })!;
    expect(scene.decideUndo(skipped, contractor)).toMatchObject({ refused: 'undo.none' });
  });
});
