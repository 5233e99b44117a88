import {
  type Actor,
  boardAggregate,
  boardStream,
  dueOf,
  type GeneratedAhead,
  type Generation,
  isNameable,
  peopleInFields,
  projectAggregate,
  projectStream,
  type RepeatedTask,
  type RepeatedTaskCommand,
  type RepeatedTaskFacts,
  solversOf,
} from '@gos/domain';
import {
  isVisibleTo,
  type ListedTaskDocument,
  type PositionDocument,
  type ProjectDocument,
  positionModel,
  projectModel,
  taskModel,
  type UserDocument,
  userModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { CommandSender } from '../../engine/commands/command-sender';
import { IdSequences } from '../../engine/commands/id-sequences';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Uploads } from '../../shared/file/uploads';
import { DaysOff } from '../../shared/plan/days-off';
import { NameablePeople } from '../../shared/user/nameable-people';

type Commander = Actor & { readonly id: number };
type Place = { readonly projectId: number | null; readonly boardId: number | null };

/**
 * Loads the facts for decisions on repeated tasks: people and places that a definition names, and the facts from which
 * an occurrence is generated.
 */
@Injectable()
export class RepeatedTaskFactsReader {
  constructor(
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly people: NameablePeople,
    private readonly uploads: Uploads,
    private readonly sequences: IdSequences,
    private readonly daysOff: DaysOff,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone' | 'currency'>,
  ) {}

  /** @param rules the definitions that the decision is about, as they are and as they are to be */
  async basics(
    actor: Actor,
    ...rules: readonly (Partial<Pick<RepeatedTask, 'onDayOff'>> | null)[]
  ): Promise<Omit<RepeatedTaskFacts, 'undo'>> {
    const { timeZone: zone, currency } = this.config;
    const isDayOff = await this.daysOff.for(rules.filter((rule) => rule !== null));
    return { actor, at: this.clock.instant(), zone, currency, isDayOff, nameable: [] };
  }

  /** Loads the people and places that a new or changed definition names. */
  async ofNamed(
    { body }: Extract<RepeatedTaskCommand, { type: 'create' | 'edit' }>,
    one: RepeatedTask | null,
    actor: Commander,
  ): Promise<RepeatedTaskFacts> {
    const { solverId, positionId = one?.positionId ?? null, template = {} } = body;
    const { contractorId, acknowledged, passive, description } = template;
    const place = {
      projectId: template.projectId ?? (template.boardId ? null : (one?.template.projectId ?? null)),
      boardId: template.boardId ?? null,
    };
    return {
      ...(await this.basics(actor, one, body)),
      ...(await this.place(place, actor)),
      nameable: await this.people.of(
        [solverId, contractorId, ...(acknowledged ?? []), ...(passive ?? []), ...peopleInFields(template)],
        actor,
      ),
      positionKnown: positionId !== null && (await this.isPosition(positionId)),
      shown: await this.uploads.shownIn(description ?? '', actor.id),
      ...(one && 'updateGenerated' in body && body.updateGenerated && { ahead: await this.ahead(one) }),
    };
  }

  /** The people and places of a former definition that an undo restores, and the occurrences that may follow. */
  async ofRestored(before: RepeatedTask, now: RepeatedTask, actor: Commander): Promise<RepeatedTaskFacts> {
    const { solverId, positionId, template } = before;
    const { contractorId, acknowledged, passive } = template;
    return {
      ...(await this.basics(actor, before, now)),
      ...(await this.place(template, actor)),
      nameable: await this.people.of(
        [solverId, contractorId, ...acknowledged, ...passive, ...peopleInFields(template)],
        actor,
      ),
      positionKnown: positionId !== null && (await this.isPosition(positionId)),
      ahead: await this.ahead(now),
    };
  }

  /** Its occurrences that are tasks already, with deadlines ahead, in their order. */
  async ahead({ id }: RepeatedTask): Promise<GeneratedAhead[]> {
    const filter = { 'task.repeated.id': id, deleted: false, 'task.deadline': { $gt: this.clock.instant() } };
    const sort = [{ field: 'task.deadline', direction: 'asc' }] as const;
    const byNumber = new Map<number, ListedTaskDocument['task'][]>();
    for (const { task } of await this.readModels.find(taskModel, filter, { sort })) {
      const { number } = task.repeated!;
      byNumber.set(number, [...(byNumber.get(number) ?? []), task]);
    }
    return [...byNumber].map(([number, tasks]) => ({
      number,
      deadline: tasks[0]!.deadline!,
      untouched: tasks.every(({ repeated }) => repeated!.untouched),
      taskIds: tasks.filter(({ state }) => state !== 'solved').map((task) => task.id),
    }));
  }

  /**
   * Loads the facts from which an occurrence is generated now, with numbers for its tasks; undefined when none is due.
   */
  async generationDue(
    one: RepeatedTask | null,
    { at, isDayOff }: Pick<RepeatedTaskFacts, 'at' | 'isDayOff'>,
    sender: CommandSender,
  ): Promise<Generation | undefined> {
    if (one === null || dueOf(one, at, isDayOff) === null) return undefined;
    return this.numbered(one, await this.made(one), sender);
  }

  async numbered(one: RepeatedTask, made: Omit<Generation, 'taskIds'>, sender: CommandSender): Promise<Generation> {
    const count = made.projectActive ? solversOf(one, made).length : 0;
    return { ...made, taskIds: await this.sequences.several('task', count, sender) };
  }

  /** The people and places of a definition as they are now. */
  async made(one: RepeatedTask): Promise<Omit<Generation, 'taskIds'>> {
    const { projectId, boardId, acknowledged, passive } = one.template;
    const named = [one.solverId, ...acknowledged, ...passive, ...peopleInFields(one.template)].filter(
      (id) => id !== null && id !== undefined,
    );
    const [project, board, users, holders] = await Promise.all([
      projectId === null ? null : this.runner.load(projectStream(projectId), projectAggregate),
      boardId === null ? null : this.boardOf(boardId),
      this.readModels.getMany<UserDocument>(userModel, named),
      one.positionId === null ? [] : this.holdersOf(one.positionId),
    ]);
    const nameable = named.filter((id) => {
      const user = users.get(String(id))?.user;
      return user !== undefined && isNameable(user);
    });
    return { projectActive: projectId === null || project?.active === true, board, holders, nameable };
  }

  private async boardOf(boardId: number): Promise<Generation['board']> {
    const board = await this.runner.load(boardStream(boardId), boardAggregate);
    if (board === null || board.deleted) return null;
    const filter = { 'task.boardId': boardId, deleted: false, 'task.order': { $gt: '' } };
    const sort = [{ field: 'task.order', direction: 'desc' }] as const;
    const [last] = await this.readModels.find(taskModel, filter, { sort, limit: 1 });
    return { solverId: await this.ifNameable(board.assignedUserId), last: last?.task.order ?? null };
  }

  private async holdersOf(positionId: number): Promise<number[]> {
    const users = await this.readModels.find<UserDocument>(userModel, { 'user.positionIds': positionId });
    return users
      .filter(({ user }) => isNameable(user))
      .map(({ user }) => user.id)
      .sort((a, b) => a - b);
  }

  private async place(
    { projectId, boardId }: Place,
    actor: Commander,
  ): Promise<Pick<RepeatedTaskFacts, 'project' | 'board'>> {
    const found = boardId === null ? null : await this.runner.load(boardStream(boardId), boardAggregate);
    const isSeen = found !== null && !found.deleted && isVisibleTo({ parties: [], projectId: found.projectId }, actor);
    const board = isSeen
      ? { id: found.id, projectId: found.projectId, solverId: await this.ifNameable(found.assignedUserId) }
      : null;
    const wanted = projectId ?? board?.projectId ?? null;
    const document = wanted === null ? undefined : await this.readModels.get<ProjectDocument>(projectModel, wanted);
    const project =
      document && isVisibleTo(document, actor) ? { id: document.projectId, active: document.project.active } : null;
    return { project, board };
  }

  private async ifNameable(userId: number | null): Promise<number | null> {
    const user = userId === null ? undefined : await this.readModels.get<UserDocument>(userModel, userId);
    return user && isNameable(user.user) ? user.user.id : null;
  }

  private async isPosition(positionId: number): Promise<boolean> {
    return (await this.readModels.get<PositionDocument>(positionModel, positionId))?.deleted === false;
  }
}
