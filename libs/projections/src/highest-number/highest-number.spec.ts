import * as domain from '@gos/domain';
import { planSamples } from '@gos/domain/plans/plans.samples';
import { repeatedTaskSamples } from '@gos/domain/repeated-task/repeated-task.samples';
import { taskSamples } from '@gos/domain/task/task.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import { expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { highestNumberModel, streamCounters } from './highest-number';

const file = (fileId: number) => ({ fileId, name: 'a', size: 1, mime: 'text/plain', sha256: 'f' });
type Given = readonly [stream: string, event: Parameters<typeof recorded>[1], revision: number];

async function numbers(...given: readonly Given[]) {
  const events = given.map(([stream, event, revision]) => ({ ...recorded(stream, event), revision }));
  const documents = await fed(highestNumberModel, events);
  return Object.fromEntries([...documents.values()].map(({ id, highest }) => [id, highest]));
}

it('knows the highest number of each counter, in whatever order they were given', async () => {
  const created = (files: readonly number[]) => ({
    ...taskSamples.TaskCreated,
    data: { ...taskSamples.TaskCreated.data, files: files.map(file) },
  });
  expect(
    await numbers(
      ['task-12', created([31, 7]), 0],
      ['task-9', created([]), 0],
      ['task-40', taskSamples.TaskDeleted, 4],
      ['board-3', { type: 'OfAnotherVersion', data: {} }, 0],
      ['plans-90', planSamples.PlanAdded, 0],
      ['worklog-91', worklogSamples.WorkStarted, 0],
    ),
  ).toEqual({
    task: 12,
    file: 31,
    board: 3,
    plan: planSamples.PlanAdded.data.planId,
    'work-entry': worklogSamples.WorkStarted.data.entryId,
  });
});

it('counts the tasks of an occurrence before they begin, and the files of a template', async () => {
  const changes = [{ field: 'template.files' as const, to: [file(77)] }];
  const edited = {
    ...repeatedTaskSamples.RepeatedTaskEdited,
    data: { changes, updateGenerated: false, rearranged: null },
  };
  const generated = repeatedTaskSamples.OccurrenceGenerated;
  expect(await numbers(['repeatedTask-4', edited, 2], ['repeatedTask-4', generated, 3])).toEqual({
    file: 77,
    task: Math.max(...generated.data.tasks.map(({ taskId }) => taskId)),
  });
});

it('counts everything that a command creates under a number of its own', () => {
  const withoutNumber = ['installation', 'dependencies', 'inbox', 'audit', 'plans', 'worklog'];
  const names = Object.values(domain).flatMap((one) => (typeof one === 'object' && 'streamOf' in one ? one.name : []));
  expect([...streamCounters, ...withoutNumber].sort()).toEqual(names.sort());
});
