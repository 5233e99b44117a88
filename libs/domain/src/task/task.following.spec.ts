import { expect, test } from '@jest/globals';
import type { RecordedEvent } from '../kernel/message';
import type { TaskEvent } from './task';
import { followingOf } from './task.following';
import { taskSamples } from './task.samples';

const recorded = (event: TaskEvent) => event as unknown as RecordedEvent;

test('a created task shows in its parent and in the network of predecessors', () => {
  expect(followingOf(recorded(taskSamples.TaskCreated))).toEqual([
    { stream: 'task-10', event: { type: 'SubtaskAdded', data: { taskId: 12 } } },
    { stream: 'dependencies', event: { type: 'PredecessorAdded', data: { taskId: 12, predecessorId: 11 } } },
  ]);
});

test('nothing else entails anything', () => {
  const { TaskCreated, ...others } = taskSamples;
  for (const event of Object.values(others)) expect(followingOf(recorded(event))).toEqual([]);
});
