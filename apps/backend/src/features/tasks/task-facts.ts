import {
  type Actor,
  boardAggregate,
  boardStream,
  commentNamedBy,
  type FileReference,
  isFieldCommand,
  isNameable,
  isOpenTask,
  type KnownComment,
  type NewTask,
  peopleBefore,
  peopleInFields,
  type Task,
  type TaskCommand,
  type TaskFacts,
  taskAggregate,
  taskStream,
  type UndoScan,
  type WantedPlace,
} from '@gos/domain';
import {
  type CommentDocument,
  commentKey,
  commentModel,
  isVisibleTo,
  type ProjectDocument,
  projectModel,
  type TaskDocument,
  taskModel,
  type UserDocument,
  userModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { turn } from '../../kernel/pieces';
import { StoreUnavailable } from '../../kernel/store-errors';
import { Uploads } from '../../shared/file/uploads';
import { seesTask } from '../../shared/task/seen-task';
import { NameablePeople } from '../../shared/user/nameable-people';
import type { Filter } from '../../stores/read-models/read-models';

type Commander = Actor & { readonly id: number };
type ChangeOfTask = Exclude<TaskCommand, { type: 'create' | 'createSubtask' | 'undo' }>;

/** Loads the facts for task commands: other tasks from the log, so that they are current; people from read models. */
@Injectable()
export class TaskFactsReader {
  constructor(
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly people: NameablePeople,
    private readonly uploads: Uploads,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  task(id: number): Promise<Task | null> {
    return this.runner.load(taskStream(id), taskAggregate);
  }

  async of(task: Task, command: ChangeOfTask, actor: Commander): Promise<TaskFacts> {
    const { type, body } = command;
    const named =
      type === 'assign'
        ? [body.solverId]
        : type === 'addParticipant'
          ? [body.userId]
          : type === 'edit' || isFieldCommand(type)
            ? peopleInFields(body as Parameters<typeof peopleInFields>[0])
            : [];
    return {
      ...this.basics(actor),
      nameable: await this.people.of(named, actor),
      waitingFor: type === 'complete' ? await this.waitingFor(task) : [],
      openSubtasks: type === 'complete' || type === 'end' ? await this.openSubtasks(task, actor) : [],
      known: await this.knownComment(task, commentNamedBy(command)),
      ...(type === 'move' && (await this.place(body, task, actor))),
      ...(type === 'edit' && body.description !== undefined && { shown: await this.shownIn(body.description, actor) }),
    };
  }

  /** The people and the place that the undo of an action brings back. */
  async ofUndo(task: Task, undo: UndoScan<Task>, actor: Commander): Promise<TaskFacts> {
    const before = undo.steps[0]?.before ?? null;
    return {
      ...this.basics(actor),
      ...(before !== null && (await this.place({ ...before, beforeId: null }, task, actor))),
      nameable: await this.people.of(peopleBefore(undo), actor),
      undo,
    };
  }

  async ofCreation(given: NewTask, actor: Commander): Promise<TaskFacts> {
    const { contractorId, solverId, acknowledged, passive } = given;
    const people = [contractorId, solverId, ...(acknowledged ?? []), ...(passive ?? []), ...peopleInFields(given)];
    const parentId = given.parentId ?? null;
    const parent = parentId === null ? undefined : await this.task(parentId);
    const predecessors = await Promise.all((given.predecessors ?? []).map((id) => this.task(id)));
    const seen = (task: Task | null): task is Task => task !== null && !task.deleted && seesTask(task, actor);
    return {
      ...this.basics(actor),
      ...(await this.place(given, null, actor)),
      nameable: await this.people.of(people, actor),
      parent: parent === undefined || seen(parent) ? parent : null,
      knownPredecessors: predecessors.filter(seen).map(({ id }) => id),
      successors: await this.successorsOf(predecessors.filter(seen)),
      files: await this.uploads.references(given.files ?? [], actor.id),
      shown: await this.shownIn(given.description ?? '', actor),
    };
  }

  private async successorsOf(tasks: readonly Task[]): Promise<ReadonlyMap<number, number>> {
    const counted = tasks.map(
      async ({ id }) => [id, await this.readModels.count(taskModel, { predecessors: id })] as const,
    );
    return new Map(await Promise.all(counted));
  }

  private basics(actor: Commander) {
    const { timeZone: zone, currency } = this.config;
    return { actor, at: this.clock.instant(), zone, currency, waitingFor: [], openSubtasks: [] };
  }

  private shownIn(description: string, actor: Commander): Promise<readonly FileReference[]> {
    return this.uploads.shownIn(description, actor.id);
  }

  /** The project, board and gap between ranks that a command names; the board is loaded from the log. */
  private async place(
    { projectId, boardId, beforeId = null }: WantedPlace & { readonly beforeId?: number | null },
    task: Task | null,
    actor: Commander,
  ): Promise<Pick<TaskFacts, 'project' | 'board' | 'gap'>> {
    const board = boardId ? await this.board(boardId, actor) : undefined;
    const project = await this.project(projectId ?? board?.projectId, actor);
    return { project, board, gap: board ? await this.gap(board.id, beforeId, task) : null };
  }

  private async project(id: number | undefined, actor: Commander): Promise<TaskFacts['project']> {
    if (id === undefined) return undefined;
    const document = await this.readModels.get<ProjectDocument>(projectModel, id);
    return document && isVisibleTo(document, actor) ? { id, active: document.project.active } : null;
  }

  private async board(id: number, actor: Commander): Promise<TaskFacts['board']> {
    const board = await this.runner.load(boardStream(id), boardAggregate);
    if (board === null || board.deleted || !isVisibleTo({ parties: [], projectId: board.projectId }, actor))
      return null;
    const { projectId, assignedUserId } = board;
    const assigned =
      assignedUserId === null ? null : await this.readModels.get<UserDocument>(userModel, assignedUserId);
    return { id, projectId, solverId: assigned && isNameable(assigned.user) ? assigned.user.id : null };
  }

  /** The ranks on both sides of the gap ahead of task `beforeId`, or at the end of the board. */
  private async gap(boardId: number, beforeId: number | null, moved: Task | null): Promise<TaskFacts['gap']> {
    const next = beforeId === null ? null : await this.task(beforeId);
    if (beforeId !== null && (next === null || next.boardId !== boardId || next.deleted)) return null;
    const after = next?.order ?? null;
    const conditions: Filter[] = [
      { 'task.boardId': boardId },
      { deleted: false },
      ...(moved ? [{ 'task.id': { $ne: moved.id } }] : []),
      ...(after === null ? [{ 'task.order': { $gt: '' } }] : [{ 'task.order': { $lt: after } }]),
    ];
    const sort = [{ field: 'task.order', direction: 'desc' }] as const;
    const [last] = await this.readModels.find(taskModel, { $and: conditions }, { sort, limit: 1 });
    return { before: last?.task.order ?? null, after };
  }

  /**
   * Comments are no part of their task's state. A comment's author and what it answers never change; its text and its
   * reactions may lag behind, and then something is appended that changes nothing.
   */
  private async knownComment({ id, comments }: Task, commentId: number | null): Promise<KnownComment | null> {
    if (commentId === null || commentId > comments.count) return null;
    const comment = await this.readModels.get<CommentDocument>(commentModel, commentKey(id, commentId));
    if (!comment) throw new StoreUnavailable('The documents lag behind', 'not-written');
    return comment;
  }

  private async waitingFor(task: Task): Promise<number[]> {
    const document = await this.readModels.get<TaskDocument>(taskModel, task.id);
    const predecessors = await Promise.all((document?.predecessors ?? []).map((id) => this.task(id)));
    return predecessors.flatMap((other) => (other && isOpenTask(other) ? [other.id] : []));
  }

  private async openSubtasks(task: Task, actor: Actor) {
    const open: { readonly id: number; readonly name: string | null }[] = [];
    for (const id of task.subtasks) {
      const other = await this.task(id);
      if (other && isOpenTask(other)) open.push({ id, name: seesTask(other, actor) ? other.name : null });
      // A thousand streams from cold are read without holding up others.
      await turn();
    }
    return open;
  }
}
