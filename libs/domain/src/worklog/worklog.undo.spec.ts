import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import { people, taskIn } from '../testing/task-scene';
import { UndoScene } from '../testing/undo-scene';
import { entryIn, noWorklog, type Worklog, type WorklogEvent } from './worklog';
import type { WorklogBodies, WorklogCommand } from './worklog.bodies';
import { worklogAggregate } from './worklog.commands';
import type { WorkFacts } from './worklog.rules';
import { worklogUndoing } from './worklog.undo';

const { solver, contractor, admin } = people;
const at = (hour: number, day = 18) => `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;

const factsOf = (actor: Actor): WorkFacts => ({
  actor,
  userId: solver.id!,
  at: '2026-12-01T09:00:00.000Z',
  zone: 'Europe/Prague',
  entryId: 41,
  task: { ...taskIn('assigned'), projectId: 5, contracts: ['S-1', 'S-2'], solvedAt: null },
  rates: [],
});

const stream = () =>
  new UndoScene<WorklogBodies, Worklog, WorklogEvent, WorkFacts>({
    aggregate: worklogAggregate as never,
    undoing: worklogUndoing as never,
    id: solver.id!,
    factsOf,
  });

/** Without bookkeeping: removed entries, and that an entry was corrected or moved to another task. */
const content = (worklog: Worklog | null) => ({
  entries: Object.values((worklog ?? noWorklog).entries)
    .flat()
    .filter(({ removed }) => !removed)
    .map(({ revision: _, added: __, corrected: ___, ...entry }) => JSON.stringify(entry, Object.keys(entry).sort()))
    .sort(),
  closed: (worklog ?? noWorklog).closed.map(({ corrections: _, ...month }) => JSON.stringify(month)).sort(),
});

const entryId = fc.integer({ min: 41, max: 46 });
const span = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3 })).map(([from, hours]) => ({
  from: at(from),
  to: at(from + hours),
}));
const contractId = fc.constantFrom(null, 'S-1', 'S-2');
const note = fc.constantFrom(null, 'Montáž', 'Jízda');
const command = fc.oneof(
  fc.tuple(span, contractId, note).map(([times, contract, text]) => ({
    type: 'add',
    body: { taskId: 12, ...times, contractId: contract, note: text, reason: 'Omyl' },
  })),
  fc.tuple(entryId, span, note, fc.constantFrom(12, 13)).map(([id, times, text, taskId]) => ({
    type: 'change',
    body: { userId: solver.id, entryId: id, ...times, note: text, taskId, reason: 'Omyl' },
  })),
  fc.tuple(entryId, fc.constantFrom('remove', 'restore')).map(([id, type]) => ({
    type,
    body: { userId: solver.id, entryId: id, reason: 'Omyl' },
  })),
  fc.constantFrom(undefined, '2026-11-10', '2026-11-15').map((upTo) => ({
    type: 'closeMonth',
    body: { userId: solver.id, year: 2026, month: 11, upTo },
  })),
  fc.constant({ type: 'reopenMonth', body: { userId: solver.id, year: 2026, month: 11, reason: 'Chybí cesta' } }),
) as fc.Arbitrary<WorklogCommand>;

const keeper: Actor = { ...admin, id: solver.id };
const add = (from: number, to: number): WorklogCommand => ({
  type: 'add',
  body: { taskId: 12, from: at(from), to: at(to) },
});

describe('undo of actions on work times', () => {
  test('restores the entries after any command, once, and its own undo restores the change', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 8 }), (commands) => {
        stream().expectUndoOf(commands, keeper, content, (one, index) => {
          const taskId = 'taskId' in one.body ? one.body.taskId : 12;
          return { entryId: 41 + index, task: { ...factsOf(solver).task!, id: taskId ?? 12 } };
        });
      }),
    );
  });

  test('leaves closed months as they are, except for admins', () => {
    const scene = stream();
    const added = scene.run(solver, add(8, 9))!;
    const closed = scene.run(admin, {
      type: 'closeMonth',
      body: { userId: solver.id!, year: 2026, month: 11 },
    })!;
    expect(scene.decideUndo(added, solver)).toMatchObject({
      refused: 'work.month-closed',
      params: { month: '2026-11' },
    });
    expect(scene.decideUndo(added, admin, {}, { isOfRange: true })).toMatchObject([
      { type: 'TimeRemoved' },
      { type: 'UsersNotified', data: { kind: 'time-corrected', userIds: [solver.id] } },
      { type: 'ActionUndone' },
    ]);
    expect(scene.decideUndo(closed, { ...solver, id: admin.id })).toMatchObject({ refused: 'work.forbidden' });
    expect(scene.decideUndo(closed, admin)).toMatchObject([
      { type: 'MonthReopened' },
      { type: 'UsersNotified', data: { kind: 'month-reopened', userIds: [solver.id] } },
      { type: 'ActionUndone' },
    ]);
  });

  test('makes no overlap, and names the change that came after', () => {
    const scene = stream();
    const added = scene.run(solver, add(8, 9))!;
    const removed = scene.run(solver, { type: 'remove', body: { userId: solver.id!, entryId: 41 } })!;
    scene.run(solver, add(8, 10), { entryId: 42 });
    expect(scene.decideUndo(removed, solver)).toMatchObject({ refused: 'work.overlap', details: { entryId: 42 } });
    expect(scene.decideUndo(added, solver)).toMatchObject({
      refused: 'undo.too-late',
      details: { later: { event: 'TimeRemoved' } },
    });
  });

  test('does not measure time again', () => {
    const scene = stream();
    const started = scene.run(solver, { type: 'start', body: { taskId: 12 } })!;
    expect(scene.decideUndo(started, solver)).toMatchObject({ refused: 'undo.none' });
    const stopped = scene.run(solver, {
      type: 'change',
      body: { userId: solver.id!, entryId: 41, from: at(7), to: at(8) },
    })!;
    expect(entryIn(scene.state, 41)).toMatchObject({ to: at(8) });
    expect(scene.decideUndo(stopped, solver)).toMatchObject({ refused: 'undo.none' });
  });

  test('belongs to the person who acted', () => {
    const scene = stream();
    const added = scene.run(solver, add(8, 9))!;
    expect(scene.decideUndo(added, contractor)).toMatchObject({ refused: 'work.forbidden' });
    expect(scene.decideUndo(added, admin)).toMatchObject({ refused: 'undo.not-yours' });
  });

  test('takes back no reminder', () => {
    const scene = stream();
    const body = { userId: solver.id!, month: '2026-11', days: ['2026-11-16'] };
    const reminded = scene.run(admin, { type: 'remindOfDays', body })!;
    expect(scene.decideUndo(reminded, admin)).toMatchObject({ refused: 'undo.none' });
  });
});
