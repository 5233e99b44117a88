import {
  type BoardFields,
  czechSortKey,
  type HostLink,
  isNameable,
  type Project,
  projectAggregate,
  projectStream,
  type Task,
  taskAggregate,
  taskStream,
  type Webhook,
} from '@gos/domain';
import { normalizeText } from '@gos/domain/kernel/text';
import { type BoardDocument, boardModel, taskModel, type UserDocument, userModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import type { Filter } from '../../../stores/read-models/read-models';
import type { HostNumber, Repository } from './incoming';
import { addressesIn, addressesOf, isOther, isSame } from './issue-identity';

type FoundBoard = Pick<BoardFields, 'assignedUserId'> & { readonly id: number };
type Where = Pick<Webhook, 'id' | 'projectId'>;

/** More tasks with one branch or address than this are as unsure as these. */
const mostFound = 20;

/** Finds tasks by their links and numbers, boards by name, and people. */
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

  /**
   * The oldest task of an issue: by the host's ids, else by its address.
   * @param isNew the host has just opened it: a task with the ids of an older issue at its address is not its own
   */
  async ofIssue(webhook: Where, issue: HostNumber, isNew = false): Promise<Task | null> {
    const known = await this.identified(webhook, 'issue', issue);
    if (known) return known;
    const found = await this.addressed(webhook, addressesOf(issue.url));
    return found.find(({ hostLink }) => !(isNew && isOther(hostLink, issue))) ?? null;
  }

  /** The oldest task of a repository's issue of which only the number is known. */
  async ofNumber(webhook: Where, repository: Repository, number: number): Promise<Task | null> {
    const addresses = addressesIn(repository, number);
    const issue = { repository, number, url: addresses[0] ?? '' };
    const known = await this.identified(webhook, 'issue', issue);
    if (known) return known;
    const found = await this.addressed(webhook, addresses);
    return found.find(({ hostLink }) => !isOther(hostLink, issue)) ?? null;
  }

  /** The oldest task that a pull request is linked with. */
  async ofPull(webhook: Where, pull: HostNumber): Promise<Task | null> {
    const known = await this.identified(webhook, 'pull-request', pull);
    return known ?? (await this.addressed(webhook, [pull.url]))[0] ?? null;
  }

  /** The tasks with this branch, but those that are linked with another repository's one. */
  async ofBranch({ projectId }: Where, { host, id }: Repository, branch: string): Promise<Task[]> {
    const found = await this.found(projectId, { 'textKeys.gitBranch': czechSortKey(branch) });
    return found.filter(
      ({ gitBranch, hostLink }) =>
        gitBranch === branch &&
        (hostLink === null ||
          hostLink.repositoryId === null ||
          id === null ||
          (hostLink.host === host && hostLink.repositoryId === id)),
    );
  }

  /** The tasks of the project with these numbers. */
  async numbered({ projectId }: Where, ids: readonly number[]): Promise<Task[]> {
    const tasks = await Promise.all([...new Set(ids)].slice(0, mostFound).map((id) => this.task(id)));
    return tasks.filter((task) => task !== null && !task.deleted && task.projectId === projectId) as Task[];
  }

  /** The oldest board of the project with this name. */
  async board(projectId: number, name: string): Promise<FoundBoard | null> {
    const boards = await this.boards(projectId);
    return boards.filter((board) => board.name === normalizeText(name)).sort((a, b) => a.id - b.id)[0] ?? null;
  }

  async hasBoard(projectId: number, id: number): Promise<boolean> {
    return (await this.boards(projectId)).some((board) => board.id === id);
  }

  async mayBeNamed(userId: number | null): Promise<boolean> {
    const user = userId === null ? undefined : await this.readModels.get<UserDocument>(userModel, userId);
    return user !== undefined && isNameable(user.user);
  }

  /** The member who has managed the project longest and may be named. */
  async oldestManager(projectId: number): Promise<number | null> {
    const project = await this.project(projectId);
    for (const { userId, permission } of project?.members ?? []) {
      if (permission === 'manage' && (await this.mayBeNamed(userId))) return userId;
    }
    return null;
  }

  private async boards(projectId: number) {
    const filter: Filter = { $and: [{ projectId }, { deleted: false }] };
    const boards = await this.readModels.find<BoardDocument>(boardModel, filter);
    return boards.map(({ board }) => board);
  }

  private async identified(webhook: Where, kind: HostLink['kind'], one: HostNumber): Promise<Task | null> {
    const { repository, number } = one;
    if (repository.id === null || number === null) return null;
    const byId = { 'task.hostLink.repositoryId': repository.id };
    const found = await this.found(webhook.projectId, byId, { 'task.hostLink.number': number });
    return found.find(({ hostLink }) => hostLink !== null && isSame(hostLink, kind, one, webhook.id)) ?? null;
  }

  private async addressed({ projectId }: Where, addresses: readonly string[]): Promise<Task[]> {
    if (addresses.length === 0) return [];
    const any = addresses.map((address) => ({ 'textKeys.externalUrl': czechSortKey(address) }));
    return this.found(projectId, { $or: any });
  }

  /** The project's tasks that match, the oldest first, as the log has them. */
  private async found(projectId: number, ...filters: readonly Filter[]): Promise<Task[]> {
    const filter: Filter = { $and: [{ projectId }, { deleted: false }, ...filters] };
    const sort = [{ field: 'task.id', direction: 'asc' }] as const;
    const documents = await this.readModels.find(taskModel, filter, { sort, limit: mostFound });
    const tasks = await Promise.all(documents.map(({ task }) => this.task(task.id)));
    return tasks.filter((task) => task !== null) as Task[];
  }
}
