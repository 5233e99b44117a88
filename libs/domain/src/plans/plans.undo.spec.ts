import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import { addDays } from '../kernel/calendar';
import { isRefusal } from '../kernel/refusal';
import { UndoScene } from '../testing/undo-scene';
import { daysOf } from './plan-days';
import type { PlanEvent, Plans } from './plans';
import { planTypes } from './plans';
import type { PlanBodies, PlanCommand } from './plans.bodies';
import { plansAggregate } from './plans.commands';
import type { PlanFacts } from './plans.rules';
import { plansUndoing } from './plans.undo';

const today = '2026-11-23';
const owner: Actor = { id: 2, role: 'member', projects: {} };
const factsOf = (actor: Actor): PlanFacts => ({
  actor,
  userId: 2,
  plannable: true,
  positionIds: [],
  today,
  workingDays: [1, 2, 3, 4, 5],
  breaks: { breakMinutes: 0, breakAfterHours: 6 },
  needsApproval: false,
  keepers: [],
  closed: [],
  newId: 40,
  moreIds: [41, 42, 43, 44],
});

const stream = () =>
  new UndoScene<PlanBodies, Plans, PlanEvent, PlanFacts>({
    aggregate: plansAggregate as never,
    undoing: plansUndoing as never,
    id: 2,
    factsOf,
  });

/** The days of all plans, each with its contents: which plan a day belongs to does not matter. */
const content = (plans: Plans) =>
  Object.values(plans)
    .flatMap((plan) => {
      const { type, from, to, location, id } = plan;
      return daysOf(plan).map((day) => JSON.stringify([day, type, from, to, location, id]));
    })
    .sort();

const day = fc.integer({ min: 0, max: 10 }).map((days) => addDays(today, days));
const planId = fc.integer({ min: 40, max: 48 });
const hours = fc.constantFrom({ from: '08:00', to: '12:00' }, { from: '12:00', to: '16:00' });
const command = fc.oneof(
  fc
    .tuple(day, fc.option(fc.integer({ min: 1, max: 6 })), hours, fc.constantFrom(...planTypes), fc.boolean())
    .map(([date, more, times, type, excludeWeekends]) => ({
      type: 'add',
      body: {
        ...times,
        type,
        date,
        location: 'Brno',
        repeatUntil: more === null ? null : addDays(date, more),
        excludeWeekends: more !== null && excludeWeekends,
        ...(type === 'day_off' && { replacesWork: true }),
      },
    })),
  fc
    .tuple(planId, fc.option(day, { nil: undefined }), fc.constantFrom('Brno', 'Praha'), hours)
    .map(([id, onlyDate, location, times]) => ({
      type: 'change',
      body: { planId: id, location, ...times, ...(onlyDate && { onlyDate }) },
    })),
  fc
    .tuple(planId, fc.option(day, { nil: undefined }), fc.constantFrom('remove', 'undelete'))
    .map(([id, onlyDate, type]) => ({ type, body: { planId: id, ...(onlyDate && { onlyDate }) } })),
) as fc.Arbitrary<PlanCommand>;

const add = (date: string, more: object = {}): PlanCommand =>
  ({
    type: 'add',
    body: { type: 'at_work', date, from: '08:00', to: '16:00', location: 'Brno', repeatUntil: null, ...more },
  }) as PlanCommand;

describe('undo of actions on plans', () => {
  test('restores the days after any command, once, and its own undo restores the change', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 8 }), (commands) => {
        stream().expectUndoOf(commands, owner, content, (_, index) => ({
          newId: 40 + index,
          moreIds: Array.from({ length: 20 }, (__, more) => 1_000 + index * 20 + more),
        }));
      }),
    );
  });

  test('leaves days that are over as they were', () => {
    const scene = stream();
    const added = scene.run(owner, add('2026-11-24'))!;
    expect(isRefusal(scene.decideUndo(added, owner))).toBe(false);
    expect(scene.decideUndo(added, owner, { today: '2026-11-25' })).toMatchObject({ refused: 'plan.past' });
    const repeated = scene.run(owner, add('2026-11-25', { repeatUntil: '2026-11-27' }), { newId: 41 })!;
    const removed = scene.run(owner, { type: 'remove', body: { planId: 41 } })!;
    expect(scene.decideUndo(removed, owner, { today: '2026-11-26' })).toMatchObject([
      { type: 'PlanUndeleted', data: { without: ['2026-11-25'] } },
      { type: 'ActionUndone' },
    ]);
    expect(scene.decideUndo(repeated, owner)).toMatchObject({ refused: 'undo.too-late' });
  });

  test('makes no overlap', () => {
    const scene = stream();
    scene.run(owner, add('2026-11-24'));
    const removed = scene.run(owner, { type: 'remove', body: { planId: 40 } })!;
    scene.run(owner, add('2026-11-24'), { newId: 41 });
    expect(scene.decideUndo(removed, owner)).toMatchObject({ refused: 'plan.overlap', details: { planId: 41 } });
  });

  test('is for the person who acted, while they may change the plans', () => {
    const scene = stream();
    const added = scene.run(owner, add('2026-11-24'))!;
    expect(scene.decideUndo(added, { ...owner, id: 3 })).toMatchObject({ refused: 'plan.forbidden' });
    expect(scene.decideUndo(added, { ...owner, id: 3, role: 'admin' })).toMatchObject({ refused: 'undo.not-yours' });
    expect(scene.decideUndo(added, { ...owner, role: 'auditor' })).toMatchObject({ refused: 'task.auditor' });
  });
});
