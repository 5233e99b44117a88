import { describe, expect, test } from '@jest/globals';
import { decideTask } from '../testing/flat-commands';
import { factsOf, happened, historyTo, people, taskIn } from '../testing/task-scene';
import type { EventWithTime, Task, TaskCreatedData } from './task';
import { nextReminderOf, overAtOf } from './task.due';
import type { TaskEvent } from './task.events';
import { evolveTask } from './task.events';

/** Created on Wednesday the 18th at noon, with a deadline on Friday at noon. */
const deadline = '2026-11-20T11:00:00.000Z';
const due: Partial<TaskCreatedData> = { deadline };

const after = (events: readonly EventWithTime<TaskEvent>[], over = due) =>
  [...historyTo('assigned', over), ...events].reduce<Task | null>(evolveTask, null)!;
const remind = (task: Task, at: string) => decideTask(task, { type: 'remind' }, factsOf(people.system, { at }));
const notified = (kind: string) => [{ type: 'UsersNotified', data: { kind, userIds: [2] } }];

describe('a reminder', () => {
  test('goes to the solver a day before the deadline, and when it has passed; each once', () => {
    const task = after([]);
    expect(nextReminderOf(task)).toEqual({ reminder: 'deadline-soon', at: '2026-11-19T11:00:00.000Z' });
    expect(remind(task, '2026-11-19T10:59:59.999Z')).toEqual([]);
    expect(remind(task, '2026-11-19T11:00:00.000Z')).toEqual(notified('deadline-soon'));
    const soon = after([happened({ type: 'UsersNotified', data: { kind: 'deadline-soon', userIds: [2] } }, null)]);
    expect(nextReminderOf(soon)).toEqual({ reminder: 'deadline-passed', at: deadline });
    expect(remind(soon, '2026-11-20T10:00:00.000Z')).toEqual([]);
    expect(remind(soon, deadline)).toEqual(notified('deadline-passed'));
    const passed = happened<TaskEvent>(
      { type: 'UsersNotified', data: { kind: 'deadline-passed', userIds: [2] } },
      null,
    );
    expect(nextReminderOf(after([passed]))).toBeNull();
  });

  test('after a pause is of what is due by then', () => {
    expect(remind(after([]), '2026-11-25T11:00:00.000Z')).toEqual(notified('deadline-passed'));
  });

  test('of the day before is none for a task made, moved or assigned later than that', () => {
    const hour = '2026-11-19T11:00:00.001Z';
    const late = [
      happened<TaskEvent>({ type: 'DeadlineMoved', data: { from: null, to: deadline } }, 1, hour),
      happened<TaskEvent>({ type: 'TaskAssigned', data: { from: 2, to: 3 } }, 1, hour),
    ];
    for (const event of late)
      expect(nextReminderOf(after([event]))).toEqual({ reminder: 'deadline-passed', at: deadline });
    const passed = happened<TaskEvent>({ type: 'TaskAssigned', data: { from: null, to: 2 } }, 1, deadline);
    expect(nextReminderOf(after([passed]))).toBeNull();
    expect(nextReminderOf(after([], { deadline: '2026-11-19T10:00:00.000Z' }))?.reminder).toBe('deadline-passed');
  });

  test('begins anew with a new deadline', () => {
    const told = happened<TaskEvent>({ type: 'UsersNotified', data: { kind: 'deadline-soon', userIds: [2] } }, null);
    const to = '2026-11-30T11:00:00.000Z';
    const moved = happened<TaskEvent>({ type: 'DeadlineMoved', data: { from: deadline, to } });
    expect(nextReminderOf(after([told, moved]))).toEqual({ reminder: 'deadline-soon', at: '2026-11-29T11:00:00.000Z' });
  });

  test('is none without a solver or a deadline, of what is handed over, solved or deleted; a meeting has only begun', () => {
    expect(nextReminderOf(taskIn('created', due))).toBeNull();
    expect(nextReminderOf(taskIn('assigned'))).toBeNull();
    expect(nextReminderOf(taskIn('fulfilled', due))).toBeNull();
    expect(nextReminderOf(after([happened({ type: 'TaskDeleted', data: {} })]))).toBeNull();
    expect(remind(taskIn('solved', due), deadline)).toMatchObject({ refused: 'task.already-solved' });
    const meeting = after([], { ...due, type: 'meeting' });
    expect(nextReminderOf(meeting)?.reminder).toBe('deadline-soon');
    expect(remind(meeting, deadline)).toEqual([]);
  });

  test('is the system’s alone', () => {
    for (const actor of [people.contractor, people.admin])
      expect(decideTask(after([]), { type: 'remind' }, factsOf(actor))).toMatchObject({ refused: 'task.forbidden' });
  });
});

test('a meeting is over after its length, until it is solved or deleted', () => {
  const over = { ...due, type: 'meeting', estimateMinutes: 90 } as const;
  expect(overAtOf(taskIn('assigned', over))).toBe('2026-11-20T12:30:00.000Z');
  expect(overAtOf(taskIn('solved', over))).toBeNull();
  expect(overAtOf(after([happened({ type: 'TaskDeleted', data: {} })], over))).toBeNull();
  expect(overAtOf(taskIn('assigned', due))).toBeNull();
});

test('a continuous task that was brought back after its project had finished goes on', () => {
  const ends = (task: Task) =>
    decideTask(
      task,
      { type: 'endAutomatically' },
      factsOf(people.system, { at: '2026-11-25T11:00:00.000Z', projectFinishDate: '2026-11-20' }),
    );
  const restored = (at: string) =>
    [
      ...historyTo('solved', { type: 'continuous' }),
      happened<TaskEvent>({ type: 'TaskRestored', data: {} }, 1, at),
    ].reduce<Task | null>(evolveTask, null)!;
  expect(ends(restored('2026-11-19T11:00:00.000Z'))).toMatchObject([{ data: { cause: 'project-finished' } }]);
  expect(ends(restored('2026-11-22T11:00:00.000Z'))).toMatchObject({ refused: 'task.not-over' });
});

describe('an untouched task of a repeated one', () => {
  const repeated = { id: 6, number: 1, deadline };
  const [created] = historyTo('assigned', { ...due, repeated });
  const bySystem = [{ ...created!, metadata: { ...created!.metadata, actor: null } }];
  const untouched = bySystem.reduce<Task | null>(evolveTask, null)!;
  const data = created!.data as TaskCreatedData;

  test('is one that only the system has changed', () => {
    const touched = (event: EventWithTime<TaskEvent>) => evolveTask(untouched, event)!.repeated?.untouched;
    expect(untouched.repeated).toEqual({ ...repeated, untouched: true });
    expect(touched(happened({ type: 'DeadlineMoved', data: { from: deadline, to: null } }, null))).toBe(true);
    expect(touched(happened({ type: 'UsersNotified', data: { kind: 'deadline-soon', userIds: [2] } }, null))).toBe(
      true,
    );
    expect(touched(happened({ type: 'TaskCompleted', data: { result: 'Hotovo' } }, 2))).toBe(false);
    expect(evolveTask(null, created!)!.repeated?.untouched).toBe(false);
  });

  test('becomes what the definition would make now', () => {
    const wanted = { ...data, name: 'Nová nabídka', solverId: 7, acknowledged: [4], passive: [], estimateMinutes: 90 };
    const follow = (task: Task, of: typeof wanted | null = wanted) =>
      decideTask(task, { type: 'follow', wanted: of }, factsOf(people.system));
    expect(follow(untouched)).toEqual([
      { type: 'TaskEdited', data: { changes: [{ field: 'name', from: data.name, to: 'Nová nabídka' }] } },
      { type: 'TaskAssigned', data: { from: 2, to: 7 } },
      { type: 'EstimateIncreased', data: { from: 60, to: 90 } },
      { type: 'ParticipantRemoved', data: { userId: 3, kind: 'acknowledged' } },
      { type: 'ParticipantAdded', data: { userId: 4, kind: 'acknowledged' } },
    ]);
    expect(follow(untouched, null)).toEqual([{ type: 'TaskDeleted', data: {} }]);
    expect(follow({ ...untouched, repeated: { ...repeated, untouched: false } })).toEqual([]);
    const placed = { ...wanted, projectId: 9, boardId: 8 };
    expect(follow(untouched, placed)).toContainEqual(
      expect.objectContaining({
        type: 'TaskMoved',
        data: expect.objectContaining({ to: { projectId: 9, boardId: 8 } }),
      }),
    );
  });
});
