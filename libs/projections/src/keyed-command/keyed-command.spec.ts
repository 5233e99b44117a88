import type { Message } from '@gos/domain';
import { boardSamples } from '@gos/domain/board/board.samples';
import { dependencySamples } from '@gos/domain/dependencies/dependencies.samples';
import { projectSamples } from '@gos/domain/project/project.samples';
import { taskSamples } from '@gos/domain/task/task.samples';
import { userSamples } from '@gos/domain/user/user.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import { expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { idempotencyModel, keyedModels } from './keyed-command';

const keyed = (stream: string, event: Parameters<typeof recorded>[1]) => {
  const happened = recorded(stream, event);
  return { ...happened, metadata: { ...happened.metadata, bodyHash: 'hash of the body' } };
};

it('knows in which stream a key did something, of projects, boards and people', async () => {
  const project = keyed('project-5', projectSamples.ProjectCreated);
  const board = keyed('board-8', boardSamples.BoardDeleted);
  const user = keyed('user-2', userSamples.UserRoleChanged);
  const without = recorded('project-5', projectSamples.MemberRemoved);
  const elsewhere = keyed('task-5', { type: 'TaskDeleted', data: {} });
  const documents = await fed(idempotencyModel, [project, board, user, without, elsewhere]);
  expect([...documents.values()]).toEqual([
    { id: project.id, stream: 'project-5' },
    { id: board.id, stream: 'board-8' },
    { id: user.id, stream: 'user-2' },
  ]);
});

it('every event with a key is found by its id in one place, with its stream', async () => {
  const samples: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
    'task-12': taskSamples,
    'project-5': projectSamples,
    'board-8': boardSamples,
    'user-2': userSamples,
    dependencies: dependencySamples,
    'worklog-2': worklogSamples,
  };
  const events = Object.entries(samples).flatMap(([stream, of]) =>
    Object.values(of).map((sample) => keyed(stream, sample)),
  );
  const documents = await Promise.all(keyedModels.map((model) => fed(model, events)));
  for (const { id, type, stream } of events) {
    const streams = documents.flatMap((found) => found.get(id)?.stream ?? []);
    expect([type, streams]).toEqual([type, [stream]]);
  }
});
