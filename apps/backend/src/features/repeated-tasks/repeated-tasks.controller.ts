import { type Page, type RepeatedTaskAnswer, repeatedTaskOperations } from '@gos/contract';
import {
  type OccurrenceGenerated,
  type RepeatedTask,
  type RepeatedTaskBodies,
  repeatedTaskAggregate,
} from '@gos/domain';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { Handles } from '../../http/commands';
import { type FurtherAnswers, PlainCommands, type PlainCommandsOf } from '../../http/plain-commands';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { CreateRepeatedTaskDto, EditRepeatedTaskDto } from './repeated-tasks.bodies';
import { RepeatedTaskQueries } from './repeated-tasks.queries';

const Id = idParam('repeated-task.not-found');

type Reader = SignedIn['actor'];

@ApiTags('repeated tasks')
@Controller()
export class RepeatedTasksController
  extends PlainCommands(repeatedTaskAggregate, repeatedTaskOperations, {
    ids: { 'repeated-tasks': 'repeated-task.not-found' },
    bodies: { create: CreateRepeatedTaskDto, edit: EditRepeatedTaskDto },
  })
  implements Handles<RepeatedTaskBodies, 'generate' | PlainCommandsOf<typeof repeatedTaskOperations>>
{
  readonly further: FurtherAnswers<typeof repeatedTaskOperations, RepeatedTask> = {
    generateEarly: ({ events }) => ({ taskId: (events[0]!.data as OccurrenceGenerated).tasks[0]!.taskId }),
  };

  constructor(
    readonly commands: CommandBus,
    private readonly queries: RepeatedTaskQueries,
  ) {
    super();
  }

  @Serves(repeatedTaskOperations.list, 'Definitions of repeated tasks that I may see')
  list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<RepeatedTaskAnswer>> {
    return this.queries.list(raw, me);
  }

  @Serves(repeatedTaskOperations.preview, 'The next ten deadlines of a definition that is not saved')
  async preview(@Body() body: CreateRepeatedTaskDto) {
    return this.queries.preview(body);
  }

  @Serves(repeatedTaskOperations.detail, 'The definition of a repeated task, with its tasks')
  detail(@Param('id', Id) id: number, @Me() me: Reader): Promise<RepeatedTaskAnswer> {
    return this.queries.detail(id, me);
  }

  @Serves(repeatedTaskOperations.activity, 'The history of a definition, oldest first')
  activity(@Param('id', Id) id: number, @Query() raw: Record<string, unknown>, @Me() me: Reader) {
    return this.queries.activity(id, raw, me);
  }
}
