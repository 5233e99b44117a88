import { boardSamples } from '@gos/domain/board/board.samples';
import { projectSamples } from '@gos/domain/project/project.samples';
import { userSamples } from '@gos/domain/user/user.samples';
import { expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { keyedCommandModel } from './keyed-command';

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
  const documents = await fed(keyedCommandModel, [project, board, user, without, elsewhere]);
  expect([...documents.values()]).toEqual([
    { id: project.id, stream: 'project-5' },
    { id: board.id, stream: 'board-8' },
    { id: user.id, stream: 'user-2' },
  ]);
});
