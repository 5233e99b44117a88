import {
  type BoardFields,
  czechSortKey,
  isNameable,
  type Project,
  projectAggregate,
  projectStream,
  type Task,
  taskAggregate,
  taskStream,
} from '@gos/domain';
import { tidy } from '@gos/domain/kernel/text';
import { type BoardDocument, boardModel, taskModel, type UserDocument, userModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import type { Filter } from '../../../stores/read-models/read-models';

type FoundBoard = Pick<BoardFields, 'assignedUserId'> & { readonly id: number };

/** Finds what deliveries mean: tasks by their links and numbers, boards by name, people. */
@Injectable()
export class IssueTasks {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly runner: CommandRunner,
  ) {}

  task(id: number): Promise<Task | null> {
    return this.runner.load(taskStream(id), taskAggregate);
  }

  project(id: number): Promise<Project | null> {
    return this.runner.load(projectStream(id), projectAggregate);
  }

  /** The oldest task of the project with this link. */
  linked(projectId: number, field: 'externalUrl' | 'gitBranch', value: string): Promise<Task | null> {
    return this.first({ $and: [{ projectId }, { deleted: false }, { [`textKeys.${field}`]: czechSortKey(value) }] });
  }

  /** The first task of the project that one of the numbers names. */
  async numbered(projectId: number, ids: readonly number[]): Promise<Task | null> {
    for (const id of ids.slice(0, 10)) {
      const task = await this.task(id);
      if (task && !task.deleted && task.projectId === projectId) return task;
    }
    return null;
  }

  /** The oldest board of the project with this name. */
  async board(projectId: number, name: string): Promise<FoundBoard | null> {
    const filter: Filter = { $and: [{ projectId }, { deleted: false }] };
    const boards = await this.readModels.find<BoardDocument>(boardModel, filter);
    const named = boards.map(({ board }) => board).filter((board) => board.name === tidy(name));
    return named.sort((a, b) => a.id - b.id)[0] ?? null;
  }

  async mayBeNamed(userId: number | null): Promise<boolean> {
    const user = userId === null ? undefined : await this.readModels.get<UserDocument>(userModel, userId);
    return user !== undefined && isNameable(user.user);
  }

  /** Who has managed the project longest and may be named. */
  async oldestManager(projectId: number): Promise<number | null> {
    const project = await this.project(projectId);
    for (const { userId, permission } of project?.members ?? []) {
      if (permission === 'manage' && (await this.mayBeNamed(userId))) return userId;
    }
    return null;
  }

  private async first(filter: Filter): Promise<Task | null> {
    const sort = [{ field: 'task.id', direction: 'asc' }] as const;
    const [found] = await this.readModels.find(taskModel, filter, { sort, limit: 1 });
    return found ? this.task(found.task.id) : null;
  }
}

/** Numbers that a branch's name holds as parts of their own: `12-login`, `feature/gos-12`, `fix_12`. */
export const numbersIn = (branch: string): number[] =>
  [...branch.matchAll(/(?<=^|[/_#-])\d{1,9}(?=$|[/_-])/g)].map(([digits]) => Number(digits)).filter((id) => id > 0);

/** Numbers that a title names: `#12`. */
export const numbersNamed = (title: string): number[] =>
  [...title.matchAll(/#(\d{1,9})\b/g)].map(([, digits]) => Number(digits)).filter((id) => id > 0);
