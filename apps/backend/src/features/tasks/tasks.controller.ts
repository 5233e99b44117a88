import {
  type ActivityItem,
  type CommandAnswer,
  type CommentAnswer,
  type DiffAnswer,
  type Page,
  type TaskAnswer,
  type TaskCounts,
  type TaskRowAnswer,
  taskOperations,
} from '@gos/contract';
import {
  type Dependencies,
  type DependencyBodies,
  type DependencyCommand,
  dependenciesAggregate,
  emojiOf,
  type SystemTaskCommand,
  type Task,
  type TaskBodies,
  type TaskCommand,
  taskAggregate,
} from '@gos/domain';
import { Body, Controller, HttpStatus, Param, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { PersonSender } from '../../engine/commands/command-sender';
import { type CommandResult, RunCommand } from '../../engine/commands/run-command';
import { commandAnswer, type Handles } from '../../http/commands';
import { type FurtherAnswers, PlainCommands, type PlainCommandsOf, type PlainRequest } from '../../http/plain-commands';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { CreateTaskDto, EditTaskDto, ParticipantDto, PredecessorDto } from './tasks.bodies';
import { ReadTasks, type TaskQuestions } from './tasks.queries';

const TaskId = idParam('task.not-found');
const PredecessorId = idParam('task.predecessor.not-there');

type Reader = SignedIn['actor'];

@ApiTags('tasks')
@Controller()
export class TasksController
  extends PlainCommands(taskAggregate, taskOperations, {
    ids: {
      tasks: 'task.not-found',
      comments: 'task.comment.unknown',
      files: 'task.file.unknown',
      participants: 'task.participant.not-there',
      reactions: { read: emojiOf, refusal: 'task.reaction.unknown' },
    },
    bodies: { create: CreateTaskDto, createSubtask: CreateTaskDto, edit: EditTaskDto },
  })
  implements
    Handles<TaskBodies, 'addFile' | SystemTaskCommand | PlainCommandsOf<typeof taskOperations>>,
    Handles<DependencyBodies>
{
  readonly further: FurtherAnswers<typeof taskOperations, Task> = {
    comment: ({ state }) => ({ commentId: state.comments.count }),
    createSubtask: ({ state }) => ({ subtaskId: state.id }),
  };

  constructor(
    readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {
    super();
  }

  @Serves(taskOperations.list, 'A list of tasks, of those that the reader may see')
  list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<TaskRowAnswer>> {
    return this.ask('list', { raw }, me);
  }

  @Serves(taskOperations.counts, 'Numbers beside the lists')
  counts(@Me() me: Reader): Promise<TaskCounts> {
    return this.ask('counts', {}, me);
  }

  @Serves(taskOperations.detail, 'A task, also as it was at a moment')
  detail(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<TaskAnswer> {
    return this.ask('detail', { taskId, raw }, me);
  }

  @Serves(taskOperations.comments, 'The comments, oldest first')
  comments(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Page<CommentAnswer>> {
    return this.ask('comments', { taskId, raw }, me);
  }

  @Serves(taskOperations.addParticipant, 'Add a participant, or change the kind of one')
  @ApiOkResponse({
    schema: taskOperations.addParticipant.answer.schema,
    description: 'They were there already, or are of the other kind now',
  })
  async addParticipant(
    @Param('id', TaskId) taskId: number,
    @Body() body: ParticipantDto,
    @CommandRequest() command: PersonSender,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const done = await this.run(taskId, { type: 'addParticipant', body }, command);
    const { acknowledged, passive } = done.before!;
    return added(done, reply, ![...acknowledged, ...passive].includes(body.userId));
  }

  @Serves(taskOperations.addPredecessor, 'Let the task wait for another one')
  @ApiOkResponse({ schema: taskOperations.addPredecessor.answer.schema, description: 'It was one already' })
  async addPredecessor(
    @Param('id', TaskId) taskId: number,
    @Body() { taskId: predecessorId }: PredecessorDto,
    @CommandRequest() command: PersonSender,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const done = await this.connect({ type: 'addPredecessor', body: { taskId, predecessorId } }, command);
    return added(done, reply, done.changed);
  }

  @Serves(taskOperations.removePredecessor, 'Let the task wait no longer for another one')
  async removePredecessor(
    @Param('id', TaskId) taskId: number,
    @Param('taskId', PredecessorId) predecessorId: number,
    @CommandRequest() command: PersonSender,
  ) {
    return commandAnswer(await this.connect({ type: 'removePredecessor', body: { taskId, predecessorId } }, command));
  }

  @Serves(taskOperations.activity, 'The history, oldest first')
  activity(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Page<ActivityItem>> {
    return this.ask('activity', { taskId, raw }, me);
  }

  @Serves(taskOperations.diff, 'What differs between two moments')
  diff(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<DiffAnswer> {
    return this.ask('diff', { taskId, raw }, me);
  }

  /** A subtask is created under the task of its path. */
  override targetOf(request: PlainRequest, sender: PersonSender) {
    const { type, ids, body } = request;
    return type === 'createSubtask'
      ? { id: null, body: { ...body, underId: ids.id } }
      : super.targetOf(request, sender);
  }

  private ask<N extends keyof TaskQuestions>(about: N, question: TaskQuestions[N], reader: Reader) {
    return this.queries.execute(new ReadTasks(about, question, reader));
  }

  private run(id: number | null, command: TaskCommand, sender: PersonSender): Promise<CommandResult<Task>> {
    return this.commands.execute(new RunCommand(taskAggregate, id, command, sender));
  }

  private connect(command: DependencyCommand, sender: PersonSender): Promise<CommandResult<Dependencies>> {
    return this.commands.execute(new RunCommand(dependenciesAggregate, null, command, sender));
  }
}

/** 201 when the command created something, otherwise 200. */
function added(done: CommandResult<unknown>, reply: FastifyReply, isNew: boolean): CommandAnswer {
  reply.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
  return commandAnswer(done);
}
