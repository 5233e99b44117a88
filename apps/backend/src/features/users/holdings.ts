import type { HoldingsAnswer, NamedRef } from '@gos/contract';
import { czechSortKey, type Managed, type Parts, projectAggregate, projectStream, unsolvedStates } from '@gos/domain';
import {
  type AccessDocument,
  type AnyReadModel,
  accessModel,
  type BoardDocument,
  boardModel,
  type ProjectDocument,
  projectModel,
  type RepeatedTaskDocument,
  repeatedTaskModel,
  type TaskDocument,
  taskModel,
  type WebhookDocument,
  webhookModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { pageOf } from '../../http/page-of';
import { AblePeople } from '../../shared/user/able-people';
import type { Filter, ModelDocument } from '../../stores/read-models/read-models';

/** Limit of named items of each kind. */
const mostNamed = 5;

const byName = (a: { readonly name: string }, b: { readonly name: string }) => {
  const [one, other] = [czechSortKey(a.name), czechSortKey(b.name)];
  return one < other ? -1 : one > other ? 1 : 0;
};

/** A kind of parts: its documents, their order and the name of each. */
interface Kind<D extends ModelDocument = ModelDocument> {
  readonly model: AnyReadModel<D>;
  readonly sort: string;
  filter(userId: number): Filter;
  ref(document: D): NamedRef;
}
const kindOf = <D extends ModelDocument>(kind: Kind<D>) => kind as unknown as Kind;

const tasks = {
  model: taskModel,
  sort: 'task.id',
  ref: ({ task: { id, name } }: TaskDocument) => ({ id, name }),
};

const kinds: { readonly [P in keyof Parts]: Kind } = {
  contractorOf: kindOf({
    ...tasks,
    filter: (userId) => ({ 'task.contractorId': userId, deleted: false, 'task.state': { $in: unsolvedStates } }),
  }),
  solverOf: kindOf({
    ...tasks,
    filter: (userId) => ({
      'task.solverId': userId,
      deleted: false,
      'task.state': { $in: unsolvedStates.filter((state) => state !== 'fulfilled') },
    }),
  }),
  repeatedTasks: kindOf<RepeatedTaskDocument>({
    model: repeatedTaskModel,
    sort: 'state.id',
    filter: (userId): Filter => ({ $or: [{ 'state.solverId': userId }, { 'state.template.contractorId': userId }] }),
    ref: ({ state: { id, name } }) => ({ id, name }),
  }),
  boards: kindOf<BoardDocument>({
    model: boardModel,
    sort: 'board.id',
    filter: (userId) => ({ 'board.assignedUserId': userId, deleted: false }),
    ref: ({ board: { id, name } }) => ({ id, name }),
  }),
  webhooks: kindOf<WebhookDocument>({
    model: webhookModel,
    sort: 'webhook.id',
    filter: (userId) => ({ 'webhook.autoContractorId': userId, deleted: false }),
    ref: ({ webhook: { id, name } }) => ({ id, name }),
  }),
};

/** The parts of the work that belong to a person who may leave. */
@Injectable()
export class Holdings {
  constructor(
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly able: AblePeople,
  ) {}

  async answer(userId: number): Promise<HoldingsAnswer> {
    const [managed, projects, contractorOf, solverOf, repeatedTasks, boards, webhooks] = await Promise.all([
      this.managed(userId),
      this.projects(userId),
      this.first(kinds.contractorOf, userId),
      this.first(kinds.solverOf, userId),
      this.first(kinds.repeatedTasks, userId),
      this.first(kinds.boards, userId),
      this.first(kinds.webhooks, userId),
    ]);
    return {
      managed: managed.map(({ id, name, others }) => ({ id, name, alone: others.length === 0 })),
      projects,
      ...{ contractorOf, solverOf, repeatedTasks, boards, webhooks },
    };
  }

  /** The ids of all parts. */
  async parts(userId: number): Promise<Parts> {
    const [contractorOf, solverOf, repeatedTasks, boards, webhooks] = await Promise.all([
      this.all(kinds.contractorOf, userId),
      this.all(kinds.solverOf, userId),
      this.all(kinds.repeatedTasks, userId),
      this.all(kinds.boards, userId),
      this.all(kinds.webhooks, userId),
    ]);
    return { contractorOf, solverOf, repeatedTasks, boards, webhooks };
  }

  /** The projects that the person manages, by name, with their other managers; read from the log. */
  async managed(userId: number): Promise<Managed[]> {
    const access = await this.readModels.get<AccessDocument>(accessModel, userId);
    const ids = Object.entries(access?.projects ?? {}).flatMap(([id, held]) => (held === 'manage' ? [Number(id)] : []));
    const managed: Managed[] = [];
    for (const id of ids) {
      const project = await this.runner.load(projectStream(id), projectAggregate);
      const managers = (project?.members ?? []).filter(({ permission }) => permission === 'manage');
      if (project === null || !managers.some((member) => member.userId === userId)) continue;
      const others = managers.map((member) => member.userId).filter((other) => other !== userId);
      managed.push({ id, name: project.name, others: await this.able.among(others) });
    }
    return managed.sort((a, b) => byName(a, b) || a.id - b.id);
  }

  private async projects(userId: number) {
    const access = await this.readModels.get<AccessDocument>(accessModel, userId);
    const ids = Object.keys(access?.projects ?? {});
    const found = await this.readModels.getMany<ProjectDocument>(projectModel, ids);
    const all = [...found.values()].sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1));
    const items = all.slice(0, mostNamed).map(({ project: { id, name } }) => ({ id, name }));
    return { count: ids.length, items };
  }

  private async first({ model, sort, filter, ref }: Kind, userId: number) {
    const { documents, total } = await pageOf(this.readModels, model, filter(userId), {
      sort: [{ field: sort, direction: 'asc' }],
      limit: mostNamed,
    });
    return { count: total, items: documents.map(ref) };
  }

  private async all({ model, sort, filter }: Kind, userId: number): Promise<number[]> {
    const ids = await this.readModels.ids(model, filter(userId), { sort: [{ field: sort, direction: 'asc' }] });
    return ids.map(Number);
  }
}
