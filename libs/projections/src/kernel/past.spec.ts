import type { Message, RecordedEvent, Task } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import { describe, expect, it } from '@jest/globals';
import { boardPastModel, type ListedTaskDocument, pastModels, type TaskDocument, taskModel, taskPastModel } from '..';
import { fed, recorded } from '../testing/fed';
import { type Past, stillSo } from './past';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();
const task = (minute: number, event: Message) => recorded('task-12', event, 1, at(minute));
const created = task(0, taskSamples.TaskCreated);
const edited = (minute: number, from: string, to: string) =>
  task(minute, { type: 'TaskEdited', data: { changes: [{ field: 'name', from, to }] } });
const commented = (minute: number) => task(minute, taskSamples.CommentAdded);

type State = TaskDocument & Past;
const statesOf = async (events: readonly RecordedEvent[]) =>
  [...(await fed(taskPastModel, events)).values()].sort((a, b) => (a.validSince < b.validSince ? -1 : 1)) as State[];
const told = (states: readonly State[]) =>
  states.map(({ of, validSince, validUntil, task: { name, revision } }) => [
    of,
    validSince,
    validUntil,
    name,
    revision,
  ]);

describe('the past of tasks', () => {
  it('keeps each state with its span; the present one has the id of the task', async () => {
    const events = [created, edited(1, 'Faktura', 'Upomínka'), edited(3, 'Upomínka', 'Žaloba')];
    const states = await statesOf(events);
    expect(told(states)).toEqual([
      ['12', at(0), at(1), taskSamples.TaskCreated.data.name, 1],
      ['12', at(1), at(3), 'Upomínka', 2],
      ['12', at(3), stillSo, 'Žaloba', 3],
    ]);
    expect(states.map(({ id }) => id)).toEqual([`12@${events[1]!.position}`, `12@${events[2]!.position}`, '12']);
  });

  it('makes one state of the events of one instant', async () => {
    const states = await statesOf([created, edited(1, 'a', 'b'), edited(1, 'b', 'c')]);
    expect(told(states).map(([, validSince, , name]) => [validSince, name])).toEqual([
      [at(0), taskSamples.TaskCreated.data.name],
      [at(1), 'c'],
    ]);
  });

  it('never begins a state before the previous one, as when the clocks of two processes differ', async () => {
    const states = await statesOf([created, edited(5, 'a', 'b'), edited(2, 'b', 'c'), edited(7, 'c', 'd')]);
    expect(told(states).map(([, validSince, validUntil, name]) => [validSince, validUntil, name])).toEqual([
      [at(0), at(5), taskSamples.TaskCreated.data.name],
      [at(5), at(7), 'c'],
      [at(7), stillSo, 'd'],
    ]);
  });

  it('begins no state with a comment, and counts its revision with the next change', async () => {
    const states = await statesOf([created, commented(1), commented(2), edited(3, 'a', 'b')]);
    expect(told(states).map(([, validSince, validUntil, , revision]) => [validSince, validUntil, revision])).toEqual([
      [at(0), at(3), 1],
      [at(3), stillSo, 4],
    ]);
  });

  it('begins a state with work on the task and with changes of tasks around it', async () => {
    const other = recorded(
      'task-3',
      { type: 'TaskCreated', data: { ...taskSamples.TaskCreated.data, taskId: 3 } },
      1,
      at(0),
    );
    const waits = recorded(
      'dependencies',
      { type: 'PredecessorAdded', data: { taskId: 12, predecessorId: 3 } },
      1,
      at(1),
    );
    const solved = recorded('task-3', { type: 'TaskEndedByContractor', data: { reason: null } } as Message, 1, at(2));
    const added = recorded(
      'worklog-2',
      { ...worklogSamples.TimeAdded, data: { ...worklogSamples.TimeAdded.data, taskId: 12 } },
      1,
      at(3),
    );
    const states = (await statesOf([other, created, waits, solved, added])).filter(({ of }) => of === '12');
    expect(states.map(({ validSince, waiting, spentMinutes }) => [validSince, waiting, spentMinutes > 0])).toEqual([
      [at(0), false, false],
      [at(1), true, false],
      [at(2), false, false],
      [at(3), false, true],
    ]);
  });

  it('restores the rows of earlier states as the present model makes them', async () => {
    const rows = ({ task }: ListedTaskDocument | TaskDocument) => {
      const { description, files, subtasks, comments, reminded, result, ...row } = task as Task;
      return row;
    };
    const long = [...Object.values<Message>(taskSamples)].filter(({ type }) => !type.startsWith('TaskCreated'));
    const events = [created, ...long.map((event, minute) => task(minute + 1, event))];
    const states = await statesOf(events);
    expect(states.length).toBeGreaterThan(10);
    for (const state of states) {
      if (state.validUntil === stillSo) continue;
      const earlier = events.filter((event) => event.metadata.at <= state.validSince);
      const then = (await fed(taskModel, earlier)).get('12')!;
      expect(rows(taskPastModel.past!.restored(state))).toEqual(rows(then));
    }
  });
});

it('every model of the past belongs to a present model, and has its fields', () => {
  expect([...pastModels.keys()].sort()).toEqual([
    'board',
    'closed-month',
    'plan',
    'position',
    'project',
    'task',
    'user',
    'work',
  ]);
  const named = (model: typeof boardPastModel) => [
    ...model.indexes.flatMap(({ fields }) => fields as readonly string[]),
    ...(model.unindexedFields ?? []),
  ];
  expect(named(boardPastModel)).toEqual(
    expect.arrayContaining(['board.section', 'nameKey', 'validSince', 'validUntil', 'of']),
  );
});
