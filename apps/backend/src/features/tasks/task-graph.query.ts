import { graphLimit, type TaskGraphAnswer, type TaskGraphNode } from '@gos/contract';
import { noBlockers, taskRefusalOf, taskRolesOf } from '@gos/domain';
import { isVisibleTo, type TaskDocument, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { SignedIn } from '../../http/request-context';
import { inParts } from '../../kernel/pieces';
import { isThere, VisibleTasks } from '../../shared/task/visible-tasks';
import { People } from '../../shared/user/people';

type Reader = SignedIn['actor'];

/** Tasks that are read before giving way. */
const readAtOnce = 50;

export class ReadTaskGraph extends Query<TaskGraphAnswer> {
  constructor(
    readonly taskId: number,
    readonly reader: Reader,
    /** With deleted tasks that the reader may read. */
    readonly deletedToo: boolean,
  ) {
    super();
  }
}

interface Found {
  readonly document: TaskDocument;
  readonly parentId: number;
}

/**
 * The network of a task: its subtasks of every depth and their predecessors. Tasks the reader may not see have no name, and their
 * subtasks are left out.
 */
@QueryHandler(ReadTaskGraph)
@Injectable()
export class ReadTaskGraphHandler implements IQueryHandler<ReadTaskGraph> {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly tasks: VisibleTasks,
    private readonly people: People,
  ) {}

  async execute({ taskId, reader, deletedToo }: ReadTaskGraph): Promise<TaskGraphAnswer> {
    const root = await this.tasks.get(taskId, reader, { deletedToo });
    const { inside, more } = await this.subtasks(root, reader, deletedToo);
    const seen = [...inside.values()].map(({ document }) => document).filter((one) => isVisibleTo(one, reader));
    const predecessors = seen.flatMap((document) => document.predecessors).filter((id) => !inside.has(id));
    const outside = await this.read(predecessors, reader, deletedToo);
    const shown = new Set([...inside.keys(), ...outside.map(({ task }) => task.id)]);
    return {
      nodes: [
        ...[...inside.values()].map(({ document, parentId }) => this.node(document, parentId, reader)),
        ...outside.map((document) => this.node(document, null, reader)),
      ],
      edges: [...seen, ...outside.filter((one) => isVisibleTo(one, reader))].flatMap((document) =>
        document.predecessors.filter((id) => shown.has(id)).map((from) => ({ from, to: document.task.id })),
      ),
      more,
    };
  }

  /** Breadth first, so that the limit cuts off the deepest levels. */
  private async subtasks(root: TaskDocument, reader: Reader, deletedToo: boolean) {
    const inside = new Map<number, Found>();
    let level: readonly TaskDocument[] = [root];
    let more = false;
    while (level.length > 0) {
      const parents = new Map(level.flatMap(({ task }) => task.subtasks.map((id) => [id, task.id] as const)));
      const wanted = [...parents.keys()].filter((id) => id !== root.task.id && !inside.has(id));
      const found = await this.read(wanted, reader, deletedToo);
      const room = graphLimit - inside.size;
      more ||= found.length > room;
      const taken = found.slice(0, room);
      for (const document of taken)
        inside.set(document.task.id, { document, parentId: parents.get(document.task.id)! });
      level = taken.filter((document) => isVisibleTo(document, reader));
    }
    return { inside, more };
  }

  private async read(ids: readonly number[], reader: Reader, deletedToo: boolean): Promise<TaskDocument[]> {
    const read: TaskDocument[] = [];
    for await (const part of inParts([...new Set(ids)], readAtOnce)) {
      const found = await this.readModels.getMany<TaskDocument>(taskModel, part);
      const known = part.flatMap((id) => found.get(String(id)) ?? []);
      read.push(...known.filter((document) => isThere(document, reader, deletedToo)));
    }
    return read;
  }

  private node(document: TaskDocument, parentId: number | null, reader: Reader): TaskGraphNode {
    const { task, waiting, deleted } = document;
    const { id } = task;
    if (!isVisibleTo(document, reader)) {
      return { id, name: null, state: null, solver: null, waiting: false, deadline: null, parentId, can: null };
    }
    const refusal = deleted
      ? ('task.deleted' as const)
      : taskRefusalOf('predecessors', task, taskRolesOf(task, reader), noBlockers);
    return {
      id,
      name: task.name,
      state: task.state,
      solver: this.people.ref(task.solverId),
      waiting: waiting && !deleted,
      deadline: task.deadline,
      parentId,
      can: { predecessors: refusal ?? true },
      ...(deleted && { deleted }),
    };
  }
}
