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
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import {
  AcceptDto,
  AssignDto,
  BudgetDto,
  CommentDto,
  CompleteDto,
  CreateTaskDto,
  DeadlineDto,
  EditTaskDto,
  EndDto,
  EstimateDto,
  MoveDto,
  ParticipantDto,
  PlanDto,
  PredecessorDto,
  RestoreDto,
  ReturnDto,
} from './tasks.bodies';
import { ReadTasks, type TaskQuestions } from './tasks.queries';

const TaskId = idParam('task.not-found');
const CommentId = idParam('task.comment.unknown');
const FileId = idParam('task.file.unknown');
const UserId = idParam('task.participant.not-there');
const PredecessorId = idParam('task.predecessor.not-there');

type Reader = SignedIn['actor'];

@ApiTags('tasks')
@Controller()
export class TasksController implements Handles<TaskBodies, 'addFile' | SystemTaskCommand>, Handles<DependencyBodies> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Serves(taskOperations.list, 'A list of tasks, of those that the reader may see')
  list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<TaskRowAnswer>> {
    return this.ask('list', { raw }, me);
  }

  @Serves(taskOperations.counts, 'Numbers beside the lists')
  counts(@Me() me: Reader): Promise<TaskCounts> {
    return this.ask('counts', {}, me);
  }

  @Serves(taskOperations.create, 'Create a task')
  create(@Body() body: CreateTaskDto, @CommandRequest() command: PersonSender): Promise<CommandAnswer> {
    return this.answer(null, { type: 'create', body }, command);
  }

  @Serves(taskOperations.detail, 'A task, also as it was at a moment')
  detail(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<TaskAnswer> {
    return this.ask('detail', { taskId, raw }, me);
  }

  @Serves(taskOperations.edit, 'Edit fields of the task')
  edit(@Param('id', TaskId) taskId: number, @Body() body: EditTaskDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'edit', body }, command);
  }

  @Serves(taskOperations.delete, 'Delete the task')
  delete(@Param('id', TaskId) taskId: number, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'delete', body: {} }, command);
  }

  @Serves(taskOperations.undelete, 'Bring a deleted task back')
  undelete(@Param('id', TaskId) taskId: number, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'undelete', body: {} }, command);
  }

  @Serves(taskOperations.assign, 'Give the task to a solver, or take it away')
  assign(@Param('id', TaskId) taskId: number, @Body() body: AssignDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'assign', body }, command);
  }

  @Serves(taskOperations.complete, 'Hand the result over')
  complete(@Param('id', TaskId) taskId: number, @Body() body: CompleteDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'complete', body }, command);
  }

  @Serves(taskOperations.accept, 'Accept the result, with or without reservation')
  accept(@Param('id', TaskId) taskId: number, @Body() body: AcceptDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'accept', body }, command);
  }

  @Serves(taskOperations.return, 'Return the task to its solver')
  return(@Param('id', TaskId) taskId: number, @Body() body: ReturnDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'return', body }, command);
  }

  @Serves(taskOperations.end, 'End the task as its contractor')
  end(@Param('id', TaskId) taskId: number, @Body() body: EndDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'end', body }, command);
  }

  @Serves(taskOperations.restore, 'Open a solved task again')
  restore(@Param('id', TaskId) taskId: number, @Body() body: RestoreDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'restore', body }, command);
  }

  @Serves(taskOperations.deadline, 'Move the deadline')
  deadline(@Param('id', TaskId) taskId: number, @Body() body: DeadlineDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'deadline', body }, command);
  }

  @Serves(taskOperations.plan, 'Plan the day from which the task is shown')
  plan(@Param('id', TaskId) taskId: number, @Body() body: PlanDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'plan', body }, command);
  }

  @Serves(taskOperations.estimate, 'Estimate the time')
  estimate(@Param('id', TaskId) taskId: number, @Body() body: EstimateDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'estimate', body }, command);
  }

  @Serves(taskOperations.budget, 'Set the budget')
  budget(@Param('id', TaskId) taskId: number, @Body() body: BudgetDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'budget', body }, command);
  }

  @Serves(taskOperations.move, 'Move the task to a project and board, or within its board')
  move(@Param('id', TaskId) taskId: number, @Body() body: MoveDto, @CommandRequest() command: PersonSender) {
    return this.answer(taskId, { type: 'move', body }, command);
  }

  @Serves(taskOperations.comment, 'Comment the task')
  async comment(
    @Param('id', TaskId) taskId: number,
    @Body() body: CommentDto,
    @CommandRequest() command: PersonSender,
  ) {
    const done = await this.run(taskId, { type: 'comment', body }, command);
    return { ...commandAnswer(done), commentId: done.state.comments.count };
  }

  @Serves(taskOperations.comments, 'The comments, oldest first')
  comments(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Page<CommentAnswer>> {
    return this.ask('comments', { taskId, raw }, me);
  }

  @Serves(taskOperations.removeComment, 'Delete a comment')
  removeComment(
    @Param('id', TaskId) taskId: number,
    @Param('commentId', CommentId) commentId: number,
    @CommandRequest() command: PersonSender,
  ) {
    return this.answer(taskId, { type: 'removeComment', body: { commentId } }, command);
  }

  @Serves(taskOperations.restoreComment, 'Bring a deleted comment back')
  restoreComment(
    @Param('id', TaskId) taskId: number,
    @Param('commentId', CommentId) commentId: number,
    @CommandRequest() command: PersonSender,
  ) {
    return this.answer(taskId, { type: 'restoreComment', body: { commentId } }, command);
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

  @Serves(taskOperations.removeParticipant, 'Take a participant out')
  removeParticipant(
    @Param('id', TaskId) taskId: number,
    @Param('userId', UserId) userId: number,
    @CommandRequest() command: PersonSender,
  ) {
    return this.answer(taskId, { type: 'removeParticipant', body: { userId } }, command);
  }

  @Serves(taskOperations.createSubtask, 'Create a subtask')
  async createSubtask(
    @Param('id', TaskId) id: number,
    @Body() body: CreateTaskDto,
    @CommandRequest() command: PersonSender,
  ) {
    const done = await this.run(null, { type: 'createSubtask', body: { ...body, underId: id } }, command);
    return { ...commandAnswer(done), subtaskId: done.state.id };
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

  @Serves(taskOperations.removeFile, 'Delete a file')
  removeFile(
    @Param('id', TaskId) taskId: number,
    @Param('fileId', FileId) fileId: number,
    @CommandRequest() command: PersonSender,
  ) {
    return this.answer(taskId, { type: 'removeFile', body: { fileId } }, command);
  }

  @Serves(taskOperations.restoreFile, 'Bring a deleted file back')
  restoreFile(
    @Param('id', TaskId) taskId: number,
    @Param('fileId', FileId) fileId: number,
    @CommandRequest() command: PersonSender,
  ) {
    return this.answer(taskId, { type: 'restoreFile', body: { fileId } }, command);
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

  private ask<N extends keyof TaskQuestions>(about: N, question: TaskQuestions[N], reader: Reader) {
    return this.queries.execute(new ReadTasks(about, question, reader));
  }

  private run(id: number | null, command: TaskCommand, sender: PersonSender): Promise<CommandResult<Task>> {
    return this.commands.execute(new RunCommand(taskAggregate, id, command, sender));
  }

  private async answer(id: number | null, command: TaskCommand, sender: PersonSender): Promise<CommandAnswer> {
    return commandAnswer(await this.run(id, command, sender));
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
