import {
  type CommentAnswer,
  ownDetailOf,
  rowOf,
  type TaskAnswer,
  type TaskRef,
  type TaskRowAnswer,
} from '@gos/contract';
import {
  type Actor,
  canOfTask,
  type Instant,
  type Money,
  may,
  moneyOfCost,
  partiesOf,
  personFields,
  type Task,
  taskRolesOf,
  withoutMoney,
} from '@gos/domain';
import {
  isVisibleTo,
  type ListedCommentDocument,
  type ListedTaskDocument,
  seesBudget,
  type TaskActivityDocument,
  type TaskDocument,
  taskActivityModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { CONFIG, type Config } from '../../kernel/config';
import { People } from '../user/people';
import { type NamePerson, refBy, UserAnswers } from '../user/user-answers';
import { hiddenFiles } from './hidden-parts';
import { NamedTasks, type TasksById, taskRef } from './named-tasks';
import { PlaceRefsReader, type ProjectAndBoardNames } from './project-and-board-names';

type Reader = Actor & { readonly id: number };

const withoutFiles = (task: Task, hidden: ReadonlySet<number>): Task =>
  hidden.size === 0 ? task : { ...task, files: task.files.filter(({ fileId }) => !hidden.has(fileId)) };

const openSubtasksOf = ({ task, openSubtaskIds }: TaskDocument) =>
  openSubtaskIds.filter((id) => task.subtasks.includes(id)).length;

const parentsOf = (documents: readonly ListedTaskDocument[]) => documents.flatMap(({ task }) => task.parentId ?? []);

/** The names in a row, where they are not those of a present task. */
interface RowNames {
  /** The present task, which decides rights. */
  readonly present?: ListedTaskDocument['task'];
  readonly person?: NamePerson;
  readonly parent?: (id: number | null) => TaskRef | null;
}

/** Joins task documents with names for one reader; references that the reader may not see have no name. */
@Injectable()
export class TaskAnswers {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly tasks: NamedTasks,
    private readonly people: People,
    private readonly refs: PlaceRefsReader,
    private readonly users: UserAnswers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'currency'>,
  ) {}

  async rows(documents: readonly ListedTaskDocument[], reader: Reader): Promise<TaskRowAnswer[]> {
    const [parents, refs] = await Promise.all([
      this.tasks.of(parentsOf(documents)),
      this.refs.of(
        documents.map(({ task }) => task),
        reader,
      ),
    ]);
    return documents.map((document) => this.row(document, document.openSubtasks, reader, parents, refs));
  }

  /**
   * Returns the rows of tasks as they were at a moment, with the names that projects, boards and parent tasks had then. Today's tasks decide
   * rights; people have their names of today.
   */
  async pastRows(documents: readonly ListedTaskDocument[], reader: Reader, at: Instant): Promise<TaskRowAnswer[]> {
    const then = this.readModels.at(at);
    const tasks = documents.map(({ task }) => task);
    const [parents, parentsThen, refs, presentTasks, person] = await Promise.all([
      this.tasks.of(parentsOf(documents)),
      this.tasks.of(parentsOf(documents), then),
      this.refs.of(tasks, reader, then),
      this.tasks.of(tasks.map(({ id }) => id)),
      this.users.namesAmong(
        tasks.flatMap((task) => [...partiesOf(task), ...personFields.map((field) => task[field])]),
        reader,
      ),
    ]);
    return documents.map((document) => {
      const present = presentTasks.get(document.id)?.task ?? document.task;
      const parties = new Set(partiesOf(present));
      return this.row(document, document.openSubtasks, reader, parents, refs, {
        present,
        person: (id) => (parties.has(id) ? this.people.ref(id) : person(id)),
        parent: (id) => {
          const ref = taskRef(id, parents, reader, true);
          const then = parentsThen.get(String(id));
          return ref && { ...ref, name: ref.name === null || !then || then.deleted ? null : then.task.name };
        },
      });
    });
  }

  /**
   * @param present the current task, which decides rights when the document is a past state
   * @param at the moment of the past state
   */
  async detail(document: TaskDocument, reader: Reader, present = document.task, at?: Instant): Promise<TaskAnswer> {
    const { task, predecessors } = document;
    const shown = withoutFiles(task, hiddenFiles(present, reader));
    const named = [
      ...partiesOf(task),
      ...shown.files.map(({ addedBy }) => addedBy),
      ...personFields.map((field) => task[field]),
    ];
    const [others, refs, person, deletion] = await Promise.all([
      this.tasks.of([...task.subtasks, ...predecessors, ...(task.parentId === null ? [] : [task.parentId])]),
      this.refs.of([task], reader, at === undefined ? this.readModels : this.readModels.at(at)),
      this.users.namesAmong(named, reader, partiesOf(present)),
      task.deleted ? this.deletionOf(task.id, at, reader, partiesOf(present)) : null,
    ]);
    const seen = (id: number) => {
      const other = others.get(String(id));
      return other && !other.deleted && isVisibleTo(other, reader) ? other : null;
    };
    const seenDeleted = (other: ListedTaskDocument | undefined) =>
      other?.deleted && may(taskRolesOf(other.task, reader), 'seeDeleted') ? other : null;
    const openSubtasks = openSubtasksOf(document);
    const own = ownDetailOf(shown, person);
    return {
      ...this.row(document, openSubtasks, reader, others, refs, { present, person }),
      ...(seesBudget(present, reader) ? own : withoutMoney(own)),
      predecessors: predecessors.map((id) => {
        const other = seen(id) ?? seenDeleted(others.get(String(id)));
        return {
          id,
          name: other?.task.name ?? null,
          state: other?.task.state ?? null,
          ...(other?.deleted && { deleted: true }),
        };
      }),
      subtasks: task.subtasks
        .filter((id) => !others.get(String(id))?.deleted)
        .map((id) => {
          const other = seen(id);
          return {
            id,
            name: other?.task.name ?? null,
            state: other?.task.state ?? null,
            solver: this.people.ref(other?.task.solverId ?? null),
          };
        }),
      ...(deletion && { deleted: deletion }),
      can: this.can(document, reader),
    };
  }

  can(document: TaskDocument, reader: Reader): TaskAnswer['can'] {
    const { task, waiting } = document;
    return canOfTask(task, reader, { waiting, openSubtasks: openSubtasksOf(document) });
  }

  /** When and by whom the task was deleted last, up to the given moment. */
  private async deletionOf(taskId: number, at: Instant | undefined, reader: Reader, parties: readonly number[]) {
    const until = at === undefined ? [] : [{ 'event.metadata.at': { $lte: new Date(at).toISOString() } }];
    const [found] = await this.readModels.find<TaskActivityDocument>(
      taskActivityModel,
      { $and: [{ taskId }, { 'event.type': 'TaskDeleted' }, ...until] },
      { sort: [{ field: 'order', direction: 'desc' }], limit: 1 },
    );
    if (!found) return null;
    const { at: deletedAt, actor } = found.event.metadata;
    return { at: deletedAt, by: refBy(await this.users.namesAmong([actor], reader, parties), actor) };
  }

  async comments(comments: readonly ListedCommentDocument[], task: Task, reader: Reader): Promise<CommentAnswer[]> {
    const reacted = comments.flatMap(({ reactions }) => reactions.flatMap(({ users }) => users));
    const authors = comments.map(({ by }) => by);
    const person = await this.users.namesAmong([...authors, ...reacted], reader, partiesOf(task));
    const shown = comments.map(
      ({
        commentId,
        at,
        by,
        text,
        html,
        editedAt,
        replyTo,
        reactions,
        rating,
        costReduction,
        deleted,
      }): CommentAnswer => ({
        ...(deleted && { deleted }),
        id: commentId,
        at,
        by: refBy(person, by),
        text,
        html,
        editedAt,
        replyTo,
        reactions: reactions.map(({ emoji, users }) => ({ emoji, users: users.map(person) })),
        rating,
        costReduction,
      }),
    );
    return seesBudget(task, reader) ? shown : shown.map((comment) => withoutMoney(comment));
  }

  private row(
    { task, waiting, spentMinutes, cost }: ListedTaskDocument,
    openSubtasks: number,
    reader: Reader,
    others: TasksById,
    refs: ProjectAndBoardNames,
    {
      present = task,
      person = (id) => this.people.ref(id),
      parent = (id) => taskRef(id, others, reader),
    }: RowNames = {},
  ): TaskRowAnswer {
    const row = rowOf(
      task,
      { waiting, openSubtasks, spentMinutes, usedBudget: this.usedBudget(task, cost) },
      {
        person,
        project: (id) => refs.project(id, present.projectId),
        board: (id) => refs.board(id, present.projectId),
        parent,
        repeatedTask: (id) => refs.repeatedTask(id),
      },
    );
    return seesBudget(present, reader) ? row : withoutMoney(row);
  }

  /** Null for a task without a budget on which nothing that costs was done. */
  private usedBudget({ budget, costReduction }: Pick<Task, 'budget' | 'costReduction'>, cost: number): Money | null {
    return budget === null && cost === 0 ? null : moneyOfCost(cost, this.config.currency, costReduction);
  }
}
