import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { weekdayOf } from '../kernel/calendar';
import { fold } from '../kernel/decider';
import { isRefusal } from '../kernel/refusal';
import { plainInitials } from '../task/task.fields';
import { repeatedTaskDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { people } from '../testing/task-scene';
import { nextAtOf } from './occurrences';
import { noDaysOff, type Period, periodSteps, periods } from './recurrence';
import { evolveRepeatedTask, type RepeatedTask, type RepeatedTaskEvent } from './repeated-task';
import type { NewRepeatedTask } from './repeated-task.bodies';
import { type RepeatedTaskFacts } from './repeated-task.changes';
import { previewOf } from './repeated-task.commands';
import { followedOf, type Generation, solversOf, taskOfOccurrence } from './repeated-task.generation';
import { repeatedTaskSamples } from './repeated-task.samples';

/** A Wednesday noon in Prague, wintertime. */
const now = '2026-11-25T11:00:00.000Z';
const facts: RepeatedTaskFacts = {
  actor: people.contractor,
  at: now,
  zone: 'Europe/Prague',
  currency: 'CZK',
  isDayOff: noDaysOff,
  nameable: [1, 2, 3, 4],
};
const generation: Generation = {
  projectActive: true,
  board: null,
  holders: [2, 3],
  nameable: [1, 2, 3, 4],
  taskIds: [51, 52, 53],
};
const bySystem = { ...facts, actor: people.system, generation };
const weekly: NewRepeatedTask = {
  name: ' Kontrola zásob ',
  firstDeadline: '2026-11-30T08:00:00.000Z',
  repeat: 'weekly',
};
const create = (repeatedTask: NewRepeatedTask) => ({ type: 'create', repeatedTaskId: 6, repeatedTask }) as const;

function createdBy(body: Partial<NewRepeatedTask> = {}): RepeatedTaskEvent {
  const decided = repeatedTaskDecider.decide(null, create({ ...weekly, ...body }), facts);
  if (isRefusal(decided)) throw new Error(JSON.stringify(decided));
  return decided[0]!;
}
const folded = (events: readonly RepeatedTaskEvent[]): RepeatedTask =>
  fold({ initial: null as RepeatedTask | null, evolve: evolveRepeatedTask }, events)!;

/** Everything that is generated up to an instant, step by step. */
function generatedUntil(history: readonly RepeatedTaskEvent[], at: string, of = generation): RepeatedTaskEvent[] {
  const events: RepeatedTaskEvent[] = [];
  for (;;) {
    const decided = repeatedTaskDecider.decide(
      folded([...history, ...events]),
      { type: 'generate' },
      { ...bySystem, at, generation: of },
    );
    if (isRefusal(decided)) throw new Error(decided.refused);
    if (decided.length === 0) return events;
    events.push(...decided);
  }
}
const daysOf = (events: readonly RepeatedTaskEvent[]) =>
  events.flatMap((event) => (event.type === 'OccurrenceGenerated' ? event.data.day : []));

describe('a repeated task', () => {
  test('is created with the day of its first deadline, for one user, one occurrence ahead, without end', () => {
    given(repeatedTaskDecider, [])
      .when(create(weekly), facts)
      .thenEvents({
        type: 'RepeatedTaskCreated',
        data: {
          repeatedTaskId: 6,
          name: 'Kontrola zásob',
          active: true,
          firstDeadline: weekly.firstDeadline,
          zone: 'Europe/Prague',
          repeat: 'weekly',
          period: 'week',
          repeatDay: 1,
          onDayOff: 'keep',
          endRepeat: 'never',
          repeatCount: null,
          endDate: null,
          showFrom: null,
          firstPlannedDeadline: null,
          generateAhead: 1,
          createFor: 'user',
          solverId: null,
          positionId: null,
          template: {
            name: null,
            description: '',
            ...plainInitials,
            tags: [],
            contractorId: 1,
            projectId: null,
            boardId: null,
            estimateMinutes: null,
            budget: null,
            acknowledged: [],
            passive: [],
            files: [],
          },
        },
      });
    given(repeatedTaskDecider, [createdBy()]).when(create(weekly), facts).thenNothing();
    given(repeatedTaskDecider, [])
      .when(create(weekly), { ...facts, actor: people.auditor })
      .thenRefused('task.auditor');
  });

  test('keeps of its end, its solver and its position only what counts', () => {
    const data = (body: Partial<NewRepeatedTask>) => createdBy(body).data;
    expect(data({ endRepeat: 'never', repeatCount: 5, endDate: '2027-01-01' })).toMatchObject({
      repeatCount: null,
      endDate: null,
    });
    expect(data({ repeatCount: 5 })).toMatchObject({ endRepeat: 'after', repeatCount: 5 });
    expect(data({ endDate: '2027-01-01' })).toMatchObject({ endRepeat: 'by-date', endDate: '2027-01-01' });
    const named = { ...facts, positionKnown: true };
    const [event] = repeatedTaskDecider.decide(
      null,
      create({ ...weekly, positionId: 4 }),
      named,
    ) as RepeatedTaskEvent[];
    expect(event!.data).toMatchObject({ createFor: 'position', positionId: 4, solverId: null });
  });

  test('is changed by its contractor, who manages its project, and admins', () => {
    const one = given(repeatedTaskDecider, [repeatedTaskSamples.RepeatedTaskCreated]);
    const edit = { type: 'edit', fields: { template: { priority: 8 } } } as const;
    const changed = {
      type: 'RepeatedTaskEdited',
      data: {
        changes: [{ field: 'template.priority', from: 7, to: 8 }],
        updateGenerated: false,
        rearranged: null,
      },
    } as const;
    for (const actor of [people.contractor, people.manager, people.admin])
      one.when(edit, { ...facts, actor }).thenEvents(changed);
    for (const actor of [people.solver, people.editor, people.stranger, people.collaborator])
      one.when(edit, { ...facts, actor }).thenRefused('repeated-task.forbidden');
    one.when({ type: 'edit', fields: { name: 'Uzávěrka mezd' } }, facts).thenNothing();
    one.when({ type: 'generate' }, facts).thenRefused('repeated-task.forbidden');
    given(repeatedTaskDecider, []).when(edit, facts).thenRefused('repeated-task.not-found');
  });

  test('takes the day of a new repeat or first deadline, unless its own was chosen', () => {
    const after = (history: RepeatedTaskEvent, fields: object) => {
      const decided = repeatedTaskDecider.decide(folded([history]), { type: 'edit', fields }, facts);
      return folded([history, ...(decided as RepeatedTaskEvent[])]);
    };
    expect(after(createdBy(), { repeat: 'monthly' })).toMatchObject({ period: 'month', repeatDay: 30 });
    expect(after(createdBy(), { firstDeadline: '2026-12-03T08:00:00.000Z' }).repeatDay).toBe(4);
    expect(after(createdBy({ repeatDay: 5 }), { firstDeadline: '2026-12-03T08:00:00.000Z' }).repeatDay).toBe(5);
  });

  test('counts what people decide as its revision, not what is generated', () => {
    const history: RepeatedTaskEvent[] = [createdBy(), ...generatedUntil([createdBy()], '2026-12-20T08:00:00.000Z')];
    expect(folded(history)).toMatchObject({ revision: 1, handled: 4 });
  });
});

describe('its occurrences', () => {
  test('are generated one after the other, as many ahead as is asked', () => {
    const history = [createdBy({ generateAhead: 2, solverId: 2, showFrom: 1440 })];
    const events = generatedUntil(history, now);
    expect(events[0]).toEqual({
      type: 'OccurrenceGenerated',
      data: {
        number: 1,
        day: '2026-11-30',
        deadline: '2026-11-30T08:00:00.000Z',
        early: false,
        shownDate: '2026-11-29',
        projectId: null,
        boardId: null,
        acknowledged: [],
        passive: [],
        tasks: [{ taskId: 51, solverId: 2, order: null }],
      },
    });
    expect(daysOf(events)).toEqual(['2026-11-30', '2026-12-07']);
    const all = [...history, ...events];
    expect(nextAtOf(folded(all))).toBe('2026-11-30T08:00:00.000Z');
    expect(daysOf(generatedUntil(all, '2026-11-30T08:00:00.000Z'))).toEqual(['2026-12-14']);
  });

  test('end after their number, and by date', () => {
    const counted = [createdBy({ repeatCount: 3, generateAhead: 10 })];
    expect(daysOf(generatedUntil(counted, now))).toHaveLength(3);
    const dated = [createdBy({ endDate: '2026-12-14', generateAhead: 10 })];
    expect(daysOf(generatedUntil(dated, now))).toEqual(['2026-11-30', '2026-12-07', '2026-12-14']);
    expect(nextAtOf(folded([...dated, ...generatedUntil(dated, now)]))).toBeNull();
  });

  test('missed long ago are skipped in one event, the latest hundred are made up for', () => {
    const history = [createdBy({ repeat: 'daily', generateAhead: 1 })];
    const events = generatedUntil(history, '2027-06-01T08:00:00.000Z');
    expect(events[0]).toMatchObject({
      type: 'OccurrenceSkipped',
      data: { reason: 'missed', count: 84, number: 84, from: '2026-11-30', to: '2027-02-21' },
    });
    expect(daysOf(events)).toHaveLength(101);
    expect(events.filter(({ type }) => type === 'OccurrenceSkipped')).toHaveLength(1);
  });

  test('are one task for each holder of the position, or one for nobody', () => {
    const forPosition = { createFor: 'position', solverId: null } as const;
    expect(solversOf(forPosition, generation)).toEqual([2, 3]);
    expect(solversOf(forPosition, { ...generation, holders: [] })).toEqual([null]);
    const many = Array.from({ length: 1_200 }, (_, index) => index + 1);
    expect(solversOf(forPosition, { ...generation, holders: many })).toHaveLength(1_000);
    const forUser = { createFor: 'user', solverId: 9 } as const;
    expect(solversOf(forUser, generation)).toEqual([null]);
    const board = { solverId: 4, last: null };
    expect(solversOf({ ...forUser, solverId: null }, { ...generation, board })).toEqual([4]);
    expect(solversOf(forUser, { ...generation, board })).toEqual([null]);
  });

  test('of a meeting invite the holders but its contractor', () => {
    const [created] = repeatedTaskDecider.decide(
      null,
      create({ ...weekly, createFor: 'meeting', positionId: 4, template: { estimateMinutes: 30, passive: [3, 4] } }),
      { ...facts, positionKnown: true },
    ) as RepeatedTaskEvent[];
    const [event] = generatedUntil([created!], now, { ...generation, holders: [1, 2, 3] });
    expect(event!.data).toMatchObject({
      acknowledged: [2, 3],
      passive: [4],
      tasks: [{ taskId: 51, solverId: null, order: null }],
    });
  });

  test('become tasks with what the template says, on the board if it is still there', () => {
    const created = repeatedTaskSamples.RepeatedTaskCreated;
    const one = folded([created]);
    const { data } = repeatedTaskSamples.OccurrenceGenerated;
    expect(taskOfOccurrence(one, data, data.tasks[0]!)).toMatchObject({
      taskId: 51,
      name: 'Uzávěrka mezd',
      description: created.data.template.description,
      deadline: data.deadline,
      shownDate: '2026-11-28',
      solverId: 2,
      contractorId: 1,
      boardId: 8,
      order: 'V00000',
      budget: { amount: '1200.00', currency: 'CZK' },
      repeated: { id: 6, number: 1, deadline: data.deadline },
    });
    const [event] = generatedUntil([created], '2026-11-20T08:00:00.000Z', { ...generation, board: null });
    expect(event!.data).toMatchObject({ boardId: null, projectId: 5 });
  });

  test('are skipped in an inactive project when their turn comes', () => {
    const events = generatedUntil([createdBy()], now, { ...generation, projectActive: false });
    expect(events).toMatchObject([
      { type: 'OccurrenceSkipped', data: { number: 1, reason: 'project-inactive', taskIds: [] } },
    ]);
  });

  test('of the time without activity are skipped when it goes on', () => {
    const history = [createdBy(), ...generatedUntil([createdBy()], now), repeatedTaskSamples.RepeatedTaskDeactivated];
    const one = given(repeatedTaskDecider, history);
    one.when({ type: 'generate' }, { ...bySystem, at: '2027-01-01T08:00:00.000Z' }).thenNothing();
    one.when({ type: 'deactivate' }, facts).thenNothing();
    one.when({ type: 'activate' }, { ...facts, at: '2026-12-15T08:00:00.000Z' }).thenEvents(
      { type: 'RepeatedTaskActivated', data: {} },
      {
        type: 'OccurrenceSkipped',
        data: {
          number: 3,
          deadline: '2026-12-14T08:00:00.000Z',
          early: false,
          count: 2,
          from: '2026-12-07',
          to: '2026-12-14',
          reason: 'inactive',
          taskIds: [],
        },
      },
    );
    given(repeatedTaskDecider, [createdBy()]).when({ type: 'activate' }, facts).thenNothing();
  });

  test('are generated early and skipped alone, each day once', () => {
    const history = [createdBy(), ...generatedUntil([createdBy()], now)];
    const early = { type: 'generateEarly', deadline: '2026-12-21T08:00:00.000Z' } as const;
    const skip = { type: 'skip', deadline: '2026-12-14T08:00:00.000Z' } as const;
    const events: RepeatedTaskEvent[] = [...history];
    for (const command of [early, skip]) {
      const decided = repeatedTaskDecider.decide(folded(events), command, { ...facts, generation });
      events.push(...(decided as RepeatedTaskEvent[]));
    }
    const one = given(repeatedTaskDecider, events);
    for (const command of [early, skip])
      one.when(command, { ...facts, generation }).thenRefused('repeated-task.occurrence.unknown');
    const later = generatedUntil(events, '2026-12-29T08:00:00.000Z');
    expect(daysOf(later)).toEqual(['2026-12-07', '2026-12-28', '2027-01-04']);
    const inactive = given(repeatedTaskDecider, [...events, repeatedTaskSamples.RepeatedTaskDeactivated]);
    inactive.when(early, { ...facts, generation }).thenRefused('repeated-task.inactive');
    const closed = { ...facts, generation: { ...generation, projectActive: false } };
    one.when({ ...early, deadline: '2026-12-28T08:00:00.000Z' }, closed).thenRefused('project.inactive');
  });

  test('that are tasks already are skipped with their open tasks, and make room for another one ahead', () => {
    const history = [createdBy(), ...generatedUntil([createdBy()], now)];
    const ahead = [{ number: 1, deadline: '2026-11-30T08:00:00.000Z', untouched: true, taskIds: [51] }];
    const decided = repeatedTaskDecider.decide(folded(history), { type: 'skip', number: 1 }, { ...facts, ahead });
    expect(decided).toMatchObject([{ data: { number: 1, reason: 'by-person', taskIds: [51], from: '2026-11-30' } }]);
    const after = [...history, ...(decided as RepeatedTaskEvent[])];
    expect(folded(after).handled).toBe(1);
    expect(daysOf(generatedUntil(after, now))).toEqual(['2026-12-07']);
    given(repeatedTaskDecider, history)
      .when({ type: 'skip', number: 1 }, { ...facts, ahead: [{ ...ahead[0]!, taskIds: [] }] })
      .thenRefused('repeated-task.occurrence.unknown');
  });

  test('that moved back to a working day are not there twice after the rule changes', () => {
    const isDayOff = (day: string) => weekdayOf(day) > 5;
    const body = { repeat: 'monthly', firstDeadline: '2027-01-31T08:00:00.000Z', onDayOff: 'previous' } as const;
    const ahead = ['2027-01-29', '2027-02-26'].map((day, index) => ({
      number: index + 1,
      deadline: `${day}T08:00:00.000Z`,
      untouched: index === 1,
      taskIds: [51 + index],
    }));
    const one = {
      ...folded([createdBy({ ...body, generateAhead: 2 })]),
      handled: 2,
      last: '2027-02-28',
      latest: ahead.map(({ deadline }) => deadline),
    };
    const edit = {
      type: 'edit',
      fields: { firstDeadline: '2027-01-31T09:00:00.000Z', updateGenerated: true },
    } as const;
    const decided = repeatedTaskDecider.decide(one, edit, { ...facts, isDayOff, ahead }) as RepeatedTaskEvent[];
    expect(decided[0]!.data).toMatchObject({
      rearranged: { last: '2027-02-28', occurrences: [{ number: 2, deadline: '2027-02-26T09:00:00.000Z' }] },
    });
  });

  test('that nobody touched take the days of a changed rule; those that somebody did stay', () => {
    const history = [createdBy({ generateAhead: 3 })];
    const events = [...history, ...generatedUntil(history, now)];
    const ahead = ['2026-11-30', '2026-12-07', '2026-12-14'].map((day, index) => ({
      number: index + 1,
      deadline: `${day}T08:00:00.000Z`,
      untouched: index !== 1,
      taskIds: [51 + index],
    }));
    const edit = { type: 'edit', fields: { repeatDay: 2, updateGenerated: true } } as const;
    const decided = repeatedTaskDecider.decide(folded(events), edit, { ...facts, ahead }) as RepeatedTaskEvent[];
    expect(decided[0]!.data).toMatchObject({
      updateGenerated: true,
      rearranged: {
        last: '2026-12-15',
        latest: ['2026-12-07T08:00:00.000Z', '2026-12-08T08:00:00.000Z', '2026-12-15T08:00:00.000Z'],
        occurrences: [
          { number: 1, deadline: '2026-12-08T08:00:00.000Z' },
          { number: 3, deadline: '2026-12-15T08:00:00.000Z' },
        ],
      },
    });
    const ending = { ...edit, fields: { ...edit.fields, endRepeat: 'by-date', endDate: '2026-12-10' } } as const;
    const ended = repeatedTaskDecider.decide(folded(events), ending, { ...facts, ahead }) as RepeatedTaskEvent[];
    const { rearranged } = (ended[0] as Extract<RepeatedTaskEvent, { type: 'RepeatedTaskEdited' }>).data;
    expect(rearranged!.occurrences).toEqual([
      { number: 1, deadline: '2026-12-08T08:00:00.000Z' },
      { number: 3, deadline: null },
    ]);
    const one = folded([...events, ...ended]);
    const task = (number: number) => ({
      solverId: 2,
      deadline: ahead[number - 1]!.deadline,
      repeated: { id: 6, number, deadline: ahead[number - 1]!.deadline, untouched: true },
    });
    expect(followedOf(one, task(1), rearranged, generation)).toMatchObject({ deadline: '2026-12-08T08:00:00.000Z' });
    expect(followedOf(one, task(3), rearranged, generation)).toBeNull();
    expect(followedOf(one, task(2), rearranged, generation)).toMatchObject({ deadline: '2026-12-07T08:00:00.000Z' });
  });

  test('are each generated once, in whatever steps time passes', () => {
    const anyRule = fc.record({
      period: fc.constantFrom<Period>(...periods),
      generateAhead: fc.integer({ min: 1, max: 5 }),
      repeatCount: fc.option(fc.integer({ min: 1, max: 30 })),
      steps: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 8 }),
    });
    fc.assert(
      fc.property(anyRule, ({ period, generateAhead, repeatCount, steps }) => {
        const { repeat } = periodSteps[period];
        const history: RepeatedTaskEvent[] = [createdBy({ repeat, period, generateAhead, repeatCount })];
        let at = Date.parse(now);
        for (const days of steps) {
          at += days * 86_400_000;
          history.push(...generatedUntil(history, new Date(at).toISOString()));
          const one = folded(history);
          const next = nextAtOf(one);
          expect(next === null || next > new Date(at).toISOString()).toBe(true);
        }
        const numbers = history.flatMap((event) => (event.type === 'OccurrenceGenerated' ? event.data.number : []));
        const days = daysOf(history);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(days).toEqual([...new Set(days)].sort());
        if (repeatCount !== null) expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(repeatCount);
      }),
      { numRuns: 60 },
    );
  });
});

test('a preview shows the next ones from today on, of a rule that began long ago too', () => {
  const old = { ...weekly, firstDeadline: '2020-01-06T08:00:00.000Z' };
  expect(previewOf(old, 2, facts)).toEqual(['2026-11-30T08:00:00.000Z', '2026-12-07T08:00:00.000Z']);
  expect(previewOf({ ...old, repeatCount: 361 }, 10, facts)).toEqual(['2026-11-30T08:00:00.000Z']);
  expect(previewOf({ ...weekly, repeat: 'daily' }, 10, facts)).toHaveLength(10);
  expect(previewOf({ ...weekly, period: 'month' }, 10, facts)).toMatchObject({ refused: 'repeated-task.period' });
});

test('folds every event', () => {
  const all = Object.values(repeatedTaskSamples) as RepeatedTaskEvent[];
  const one = folded(all);
  expect(one).toMatchObject({
    id: 6,
    revision: 5,
    active: false,
    name: 'Mzdy',
    repeatDay: 28,
    handled: 2,
    last: '2026-12-31',
    template: { priority: 8, description: '<p>Podklady jsou v systému.</p>' },
  });
  for (const event of all) expect(evolveRepeatedTask(null, event) === null).toBe(event.type !== 'RepeatedTaskCreated');
});
