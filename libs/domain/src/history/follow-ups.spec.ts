import { expect, test } from '@jest/globals';
import type { DependencyEvent } from '../dependencies/dependencies';
import { fold } from '../kernel/decider';
import type { RecordedEvent } from '../kernel/message';
import type { TaskEvent } from '../task/task.events';
import { taskSamples } from '../task/task.samples';
import { followUpsOf } from './follow-ups';

const recorded = (event: TaskEvent) => event as unknown as RecordedEvent;

test('a created task shows in its parent and in the network of predecessors', () => {
  expect(followUpsOf(recorded(taskSamples.TaskCreated))).toMatchObject([
    { stream: 'task-10', event: { type: 'SubtaskAdded', data: { taskId: 12 } } },
    { stream: 'dependencies', event: { type: 'PredecessorAdded', data: { taskId: 12, predecessorId: 11 } } },
  ]);
});

test('a predecessor is left out when the new task has become one of its own', async () => {
  const [, waits] = followUpsOf(recorded(taskSamples.TaskCreated));
  const after = (...history: DependencyEvent[]) =>
    waits!.allowed!(async (_, folding) => fold(folding, history as never[]));
  expect(await after({ type: 'PredecessorAdded', data: { taskId: 10, predecessorId: 9 } })).toBe(true);
  expect(await after({ type: 'PredecessorAdded', data: { taskId: 11, predecessorId: 12 } })).toBe(false);
});

test('nothing else entails anything', () => {
  const { TaskCreated, ...others } = taskSamples;
  for (const event of Object.values(others)) expect(followUpsOf(recorded(event))).toEqual([]);
});
