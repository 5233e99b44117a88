import type { Instant, Money, NewTask, TaskCommand } from '@gos/domain';
import type { CommandAnswer, Page, TaskAnswer, TaskCounts, TaskRowAnswer } from '@gos/projections';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Uploads } from '../files/uploads';
import { Command, type HttpCommand, Me, type SignedIn } from '../http/request-context';
import { addressId } from '../http/validation';
import { sanitisedDescription } from './description';
import { ChangeTask, type TaskOutcome } from './tasks.commands';
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
  ParticipantDto,
  PlanDto,
  PredecessorDto,
  RestoreDto,
  ReturnDto,
} from './tasks.dto';
import { ReadTasks, type TaskQuestion } from './tasks.queries';

const TaskId = addressId('task.not-found');
const CommentId = addressId('task.comment.unknown');
const FileId = addressId('task.file.unknown');
const UserId = addressId('task.participant.not-there');
const PredecessorId = addressId('task.predecessor.not-there');

type Reader = SignedIn['actor'];

/** Instants are kept in UTC whatever offset they came with. */
const utc = <T extends Instant | null | undefined>(instant: T): T =>
  (typeof instant === 'string' ? new Date(instant).toISOString() : instant) as T;

/** Two decimal places, whatever came. */
const twoPlaces = <T extends Money | null | undefined>(money: T): T => {
  if (!money) return money;
  const [whole, cents = ''] = money.amount.split('.');
  return { ...money, amount: `${BigInt(whole!)}.${cents.padEnd(2, '0')}` };
};

const commandAnswer = ({ id, revision, position }: TaskOutcome): CommandAnswer => ({ id, revision, position });

@ApiTags('tasks')
@ApiHeader({ name: 'Idempotency-Key', required: false, description: 'Makes a retry the same command' })
@ApiHeader({ name: 'If-Match', required: false, description: 'The revision that was looked at' })
@Controller('tasks')
export class TasksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly uploads: Uploads,
  ) {}

  @Get()
  @ApiOperation({ summary: 'A list of tasks, of those that the reader may see' })
  @ApiQuery({ name: 'list', required: false })
  list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<TaskRowAnswer>> {
    return this.ask({ about: 'list', raw }, me);
  }

  @Get('counts')
  @ApiOperation({ summary: 'Numbers beside the lists' })
  counts(@Me() me: Reader): Promise<TaskCounts> {
    return this.ask({ about: 'counts' }, me);
  }

  @Post()
  @ApiCreatedResponse()
  @ApiOperation({ summary: 'Create a task' })
  async create(@Body() body: CreateTaskDto, @Command() command: HttpCommand): Promise<CommandAnswer> {
    const task = await this.newTask(body, command);
    return commandAnswer(await this.commands.execute(new ChangeTask({ on: 'new', task }, command)));
  }

  @Get(':id')
  @ApiOperation({ summary: 'A task, also as it was at a moment' })
  @ApiQuery({ name: 'at', required: false })
  @ApiQuery({ name: 'deleted', required: false })
  detail(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<TaskAnswer> {
    return this.ask({ about: 'detail', taskId, raw }, me);
  }

  @Patch(':id')
  @ApiOkResponse()
  edit(@Param('id', TaskId) taskId: number, @Body() body: EditTaskDto, @Command() command: HttpCommand) {
    const { description, ...rest } = body;
    const fields = { ...rest, ...(description !== undefined && { description: sanitisedDescription(description) }) };
    return this.change(taskId, { type: 'edit', fields }, command);
  }

  @Delete(':id')
  remove(@Param('id', TaskId) taskId: number, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'delete' }, command);
  }

  @Post(':id/undelete')
  @HttpCode(200)
  undelete(@Param('id', TaskId) taskId: number, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'undelete' }, command);
  }

  @Post(':id/assign')
  @HttpCode(200)
  assign(@Param('id', TaskId) taskId: number, @Body() { solverId }: AssignDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'assign', solverId }, command);
  }

  @Post(':id/complete')
  @HttpCode(200)
  complete(@Param('id', TaskId) taskId: number, @Body() { result }: CompleteDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'complete', result }, command);
  }

  @Post(':id/accept')
  @HttpCode(200)
  accept(@Param('id', TaskId) taskId: number, @Body() body: AcceptDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'accept', ...body, costReduction: twoPlaces(body.costReduction) }, command);
  }

  @Post(':id/return')
  @HttpCode(200)
  return(@Param('id', TaskId) taskId: number, @Body() body: ReturnDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'return', ...body, deadline: utc(body.deadline) }, command);
  }

  @Post(':id/end')
  @HttpCode(200)
  end(@Param('id', TaskId) taskId: number, @Body() body: EndDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'end', ...body }, command);
  }

  @Post(':id/restore')
  @HttpCode(200)
  restore(@Param('id', TaskId) taskId: number, @Body() body: RestoreDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'restore', deadline: utc(body.deadline) }, command);
  }

  @Post(':id/deadline')
  @HttpCode(200)
  deadline(@Param('id', TaskId) taskId: number, @Body() body: DeadlineDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'deadline', deadline: utc(body.deadline) }, command);
  }

  @Post(':id/plan')
  @HttpCode(200)
  plan(@Param('id', TaskId) taskId: number, @Body() { shownDate }: PlanDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'plan', shownDate }, command);
  }

  @Post(':id/estimate')
  @HttpCode(200)
  estimate(@Param('id', TaskId) taskId: number, @Body() body: EstimateDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'estimate', ...body }, command);
  }

  @Post(':id/budget')
  @HttpCode(200)
  budget(@Param('id', TaskId) taskId: number, @Body() body: BudgetDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'budget', budget: twoPlaces(body.budget) }, command);
  }

  @Post(':id/comments')
  async comment(@Param('id', TaskId) taskId: number, @Body() { text }: CommentDto, @Command() command: HttpCommand) {
    const outcome = await this.commands.execute(
      new ChangeTask({ on: 'task', taskId, command: { type: 'comment', text } }, command),
    );
    const [added] = outcome.events;
    return { ...commandAnswer(outcome), commentId: (added!.data as { commentId: number }).commentId };
  }

  @Get(':id/comments')
  comments(@Param('id', TaskId) taskId: number, @Query() raw: Record<string, unknown>, @Me() me: Reader) {
    return this.ask({ about: 'comments', taskId, raw }, me);
  }

  @Delete(':id/comments/:commentId')
  removeComment(
    @Param('id', TaskId) taskId: number,
    @Param('commentId', CommentId) commentId: number,
    @Command() command: HttpCommand,
  ) {
    return this.change(taskId, { type: 'removeComment', commentId }, command);
  }

  @Post(':id/comments/:commentId/undelete')
  @HttpCode(200)
  restoreComment(
    @Param('id', TaskId) taskId: number,
    @Param('commentId', CommentId) commentId: number,
    @Command() command: HttpCommand,
  ) {
    return this.change(taskId, { type: 'restoreComment', commentId }, command);
  }

  @Post(':id/participants')
  participant(@Param('id', TaskId) taskId: number, @Body() body: ParticipantDto, @Command() command: HttpCommand) {
    return this.change(taskId, { type: 'addParticipant', ...body }, command);
  }

  @Delete(':id/participants/:userId')
  removeParticipant(
    @Param('id', TaskId) taskId: number,
    @Param('userId', UserId) userId: number,
    @Command() command: HttpCommand,
  ) {
    return this.change(taskId, { type: 'removeParticipant', userId }, command);
  }

  @Post(':id/subtasks')
  async subtask(@Param('id', TaskId) parentId: number, @Body() body: CreateTaskDto, @Command() command: HttpCommand) {
    await this.ask({ about: 'detail', taskId: parentId, raw: {} }, command.actor);
    const task = await this.newTask({ ...body, parentId }, command);
    const created: TaskOutcome = await this.commands.execute(new ChangeTask({ on: 'new', task }, command));
    const parent: TaskAnswer = await this.ask({ about: 'detail', taskId: parentId, raw: {} }, command.actor);
    return { id: parentId, revision: parent.revision, position: created.position, subtaskId: created.id };
  }

  @Post(':id/predecessors')
  predecessor(@Param('id', TaskId) taskId: number, @Body() body: PredecessorDto, @Command() command: HttpCommand) {
    return this.connect('addPredecessor', taskId, body.taskId, command);
  }

  @Delete(':id/predecessors/:taskId')
  removePredecessor(
    @Param('id', TaskId) taskId: number,
    @Param('taskId', PredecessorId) predecessorId: number,
    @Command() command: HttpCommand,
  ) {
    return this.connect('removePredecessor', taskId, predecessorId, command);
  }

  @Delete(':id/files/:fileId')
  removeFile(
    @Param('id', TaskId) taskId: number,
    @Param('fileId', FileId) fileId: number,
    @Command() command: HttpCommand,
  ) {
    return this.change(taskId, { type: 'removeFile', fileId }, command);
  }

  @Post(':id/files/:fileId/undelete')
  @HttpCode(200)
  restoreFile(
    @Param('id', TaskId) taskId: number,
    @Param('fileId', FileId) fileId: number,
    @Command() command: HttpCommand,
  ) {
    return this.change(taskId, { type: 'restoreFile', fileId }, command);
  }

  @Get(':id/activity')
  activity(@Param('id', TaskId) taskId: number, @Query() raw: Record<string, unknown>, @Me() me: Reader) {
    return this.ask({ about: 'activity', taskId, raw }, me);
  }

  @Get(':id/diff')
  @ApiQuery({ name: 'from' })
  @ApiQuery({ name: 'to' })
  diff(@Param('id', TaskId) taskId: number, @Query() raw: Record<string, unknown>, @Me() me: Reader) {
    return this.ask({ about: 'diff', taskId, raw }, me);
  }

  private ask<T>(question: TaskQuestion, reader: Reader): Promise<T> {
    return this.queries.execute(new ReadTasks(question, reader)) as Promise<T>;
  }

  private async change(taskId: number, command: Exclude<TaskCommand, { type: 'create' }>, context: HttpCommand) {
    return commandAnswer(await this.commands.execute(new ChangeTask({ on: 'task', taskId, command }, context)));
  }

  private async connect(
    type: 'addPredecessor' | 'removePredecessor',
    taskId: number,
    predecessorId: number,
    context: HttpCommand,
  ) {
    const command = { type, taskId, predecessorId };
    return commandAnswer(await this.commands.execute(new ChangeTask({ on: 'dependencies', command }, context)));
  }

  private async newTask(body: CreateTaskDto, { actor }: HttpCommand): Promise<Omit<NewTask, 'taskId'>> {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as NonNullableFields;
    const { files, description, deadline, budget, ...rest } = given;
    return {
      ...rest,
      ...(description !== undefined && { description: sanitisedDescription(description) }),
      ...(deadline !== undefined && { deadline: utc(deadline) }),
      ...(budget !== undefined && { budget: twoPlaces(budget) }),
      ...(files !== undefined && { files: await this.uploads.references(files, actor.id) }),
    };
  }
}

type NonNullableFields = { [K in keyof CreateTaskDto]: Exclude<CreateTaskDto[K], null> };
