import {
  type Actor,
  type NewTask,
  partiesOf,
  type Task,
  type TaskCommand,
  type TaskFacts,
  taskDecider,
  taskStream,
} from '@gos/domain';
import { isVisibleTo, type TaskDocument, taskModel, type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config';
import { Clock } from '../cqrs/clock';
import { CommandRunner } from '../cqrs/command-runner';
import { Views } from '../cqrs/views';
import { UserAnswers } from '../users/user-answers';

type Commander = Actor & { readonly id: number };

export const seesTask = (task: Task, actor: Actor) =>
  isVisibleTo({ parties: partiesOf(task), projectId: task.projectId }, actor);

/** What decisions on tasks need of the world beside the task's own stream: other tasks as strong as the log, people as documents. */
@Injectable()
export class TaskFactsReader {
  constructor(
    private readonly runner: CommandRunner,
    private readonly views: Views,
    private readonly users: UserAnswers,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  task(id: number): Promise<Task | null> {
    return this.runner.load(taskStream(id), taskDecider);
  }

  async of(task: Task | null, command: TaskCommand, actor: Commander): Promise<TaskFacts> {
    const named =
      command.type === 'assign' ? [command.solverId] : command.type === 'addParticipant' ? [command.userId] : [];
    const wants = (...types: TaskCommand['type'][]) => task !== null && types.includes(command.type);
    return {
      actor,
      at: this.clock.instant(),
      zone: this.config.timeZone,
      currency: this.config.currency,
      nameable: await this.nameable(named, actor),
      waitingFor: wants('complete') ? await this.waitingFor(task!) : [],
      openSubtasks: wants('complete', 'end') ? await this.openSubtasks(task!, actor) : [],
    };
  }

  async ofCreation(given: Omit<NewTask, 'taskId'>, actor: Commander): Promise<TaskFacts> {
    const people = [given.contractorId, given.solverId, ...(given.acknowledged ?? []), ...(given.passive ?? [])];
    const parentId = given.parentId ?? null;
    const parent = parentId === null ? undefined : await this.task(parentId);
    const predecessors = await Promise.all((given.predecessors ?? []).map((id) => this.task(id)));
    const seen = (task: Task | null): task is Task => task !== null && !task.deleted && seesTask(task, actor);
    return {
      ...(await this.of(null, { type: 'create', task: { ...given, taskId: 0 } }, actor)),
      nameable: await this.nameable(people, actor),
      parent: parent === undefined || seen(parent) ? parent : null,
      knownPredecessors: predecessors.filter(seen).map(({ id }) => id),
    };
  }

  /** Known, active, no auditors; for a collaborator only people whom they see. */
  private async nameable(given: readonly (number | null | undefined)[], actor: Commander): Promise<number[]> {
    const ids = given.filter((id) => id !== null && id !== undefined);
    if (ids.length === 0) return [];
    const [users, visible] = await Promise.all([
      this.views.getMany<UserDocument>(userModel, ids),
      this.users.visible(actor),
    ]);
    return ids.filter((id) => {
      const user = users.get(String(id));
      return user?.active === true && user.role !== 'auditor' && (visible === null || visible.has(id));
    });
  }

  private async waitingFor(task: Task): Promise<number[]> {
    const document = await this.views.get<TaskDocument>(taskModel, task.id);
    const predecessors = await Promise.all((document?.predecessors ?? []).map((id) => this.task(id)));
    return predecessors.flatMap((other) => (other && !other.deleted && other.state !== 'solved' ? [other.id] : []));
  }

  private async openSubtasks(task: Task, actor: Actor) {
    const subtasks = await Promise.all(task.subtasks.map((id) => this.task(id)));
    return subtasks.flatMap((other) =>
      other && !other.deleted && other.state !== 'solved'
        ? [{ id: other.id, name: seesTask(other, actor) ? other.name : null }]
        : [],
    );
  }
}
