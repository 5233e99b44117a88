import type { Message, RecordedEvent } from '@gos/domain';
import { boardSamples } from '@gos/domain/board/board.samples';
import { positionSamples } from '@gos/domain/position/position.samples';
import { projectSamples } from '@gos/domain/project/project.samples';
import { repeatedTaskSamples } from '@gos/domain/repeated-task/repeated-task.samples';
import { taskSamples } from '@gos/domain/task/task.samples';
import { userSamples } from '@gos/domain/user/user.samples';
import { webhookSamples } from '@gos/domain/webhook/webhook.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import { describe, expect, it } from '@jest/globals';
import { readModels } from '..';
import { fed, recorded } from '../testing/fed';
import type { UserDocument } from '../user/user';
import { documentAfter } from './apply';
import type { AnyReadModel, Lookup, ReadModel } from './read-model';

type Documents = { readonly id: string };

const streams: Readonly<Record<string, readonly RecordedEvent[]>> = Object.fromEntries(
  Object.entries({
    'user-2': userSamples,
    'position-4': positionSamples,
    'project-5': projectSamples,
    'board-8': boardSamples,
    'task-12': taskSamples,
    'repeatedTask-6': repeatedTaskSamples,
    'webhook-7': webhookSamples,
    'worklog-2': worklogSamples,
  }).map(([stream, samples]) => [stream, Object.values<Message>(samples).map((sample) => recorded(stream, sample))]),
);
const models: readonly AnyReadModel[] = readModels;
const owning = models.filter(({ own, past }) => own !== undefined && past === undefined);
const unasked = () => Promise.reject(new Error('asked for another document'));
const nobody: Lookup<Documents> = { get: unasked, find: unasked };

describe('read models', () => {
  it.each(owning.map((model) => [model.name, model] as const))(
    'make a %s of its own stream alone',
    async (_name, model) => {
      const [stream, events] = Object.entries(streams).find(([name]) => name.startsWith(`${model.own!.stream}-`))!;
      const id = stream.slice(stream.indexOf('-') + 1);
      let document: Documents | undefined;
      for (const event of events) document = (await documentAfter(model, document, event, id, nobody)) ?? document;
      expect(document).toBeDefined();
      expect(document).toEqual((await fed(model, events)).get(id));
    },
  );

  it('name events and paths that there are, or do not compile', () => {
    const wrong: Pick<ReadModel<UserDocument>, 'indexes' | 'own' | 'others'> = {
      // @ts-expect-error
      indexes: [{ fields: ['user.colour'] }],
      own: {
        stream: 'user',
        // @ts-expect-error
        on: { TaskDeleted: () => undefined },
      },
      others: {
        // @ts-expect-error
        on: { UserVanished: () => undefined },
      },
    };
    expect(wrong).toBeDefined();
  });
});
