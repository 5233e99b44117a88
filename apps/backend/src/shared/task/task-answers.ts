import {
  type ActivityItem,
  type CommentAnswer,
  type FieldChange,
  ownDetailOf,
  rowOf,
  type TaskAnswer,
  type TaskRef,
  type TaskRowAnswer,
} from '@gos/contract';
import {
  type ActivityEvent,
  type Actor,
  canOfTask,
  type Instant,
  isMoney,
  type Money,
  may,
  moneyOfCost,
  partiesOf,
  personFields,
  type Task,
  taskRolesOf,
  tellsOnlyMoney,
  withoutMoney,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { same } from '@gos/domain/kernel/values';
import {
  type HistoryReference,
  isVisibleTo,
  type ListedCommentDocument,
  type ListedTaskDocument,
  type RawChange,
  seesAll,
  seesBudget,
  type TaskActivity,
  type TaskActivityDocument,
  type TaskDocument,
  taskActivityModel,
  taskModel,
  type WholeStep,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { ModelReader } from '../../engine/projections/past-read-models';
import { CONFIG, type Config } from '../../kernel/config';
import { People } from '../user/people';
import { type NamePerson, refBy, UserAnswers } from '../user/user-answers';
import { PlaceRefsReader, type ProjectAndBoardNames } from './project-and-board-names';

type Reader = Actor & { readonly id: number };

interface Names {
  readonly person: NamePerson;
  readonly task: (id: number) => TaskRef;
  readonly refs: ProjectAndBoardNames;
}

type ActivityEventOf = TaskActivity['event'];

type Reference = 'person' | 'participants' | 'project' | 'board' | 'task' | 'tasks';

/** The things that fields of the history refer to by ids; all other fields are answered unchanged. */
const references: Readonly<Record<HistoryReference, Reference>> = {
  contractor: 'person',
  solver: 'person',
  participants: 'participants',
  project: 'project',
  board: 'board',
  parent: 'task',
  subtasks: 'tasks',
  predecessors: 'tasks',
  onBehalfOf: 'person',
  ...tableOf(personFields, () => 'person' as const),
};

const referenceOf = (field: RawChange['field']): Reference | null =>
  field in references ? references[field as HistoryReference] : null;

/** Ids of what was removed and the reader is not shown. */
interface Hidden {
  readonly comments: ReadonlySet<number>;
  readonly files: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

/** The removed comments that the event's author may see, and the reader not. */
function hiddenComments(present: Task, reader: Reader, { metadata }: ActivityEventOf): ReadonlySet<number> {
  const { removed } = present.comments;
  if (removed.length === 0 || metadata.actor === reader.id) return none;
  return may(taskRolesOf(present, reader), 'seeRemovedComments') ? none : new Set(removed);
}

function hiddenFiles(present: Task, reader: Reader): ReadonlySet<number> {
  if (may(taskRolesOf(present, reader), 'seeRemovedFiles')) return none;
  return new Set(present.files.filter(({ deleted }) => deleted).map(({ fileId }) => fileId));
}

const withoutFiles = (task: Task, hidden: ReadonlySet<number>): Task =>
  hidden.size === 0 ? task : { ...task, files: task.files.filter(({ fileId }) => !hidden.has(fileId)) };

/** A change of nothing but hidden files is left out. */
function withoutFilesIn(changes: readonly RawChange[], hidden: ReadonlySet<number>): readonly RawChange[] {
  if (hidden.size === 0) return changes;
  const shown = (files: unknown) => files && (files as { readonly id: number }[]).filter(({ id }) => !hidden.has(id));
  return changes.flatMap((change) => {
    if (change.field !== 'files') return [change];
    const [from, to] = [shown(change.from), shown(change.to)];
    return same(from ?? [], to ?? []) ? [] : [{ ...change, from, to }];
  });
}

/** The events in which a person wrote something. */
export const typesWithText: readonly ActivityEvent['type'][] = [
  'CommentAdded',
  'CommentEdited',
  'TaskCompleted',
  'TaskReturned',
  'TaskEndedByContractor',
  'TaskAccepted',
  'DocumentAdded',
];

const openSubtasksOf = ({ task, openSubtaskIds }: TaskDocument) =>
  openSubtaskIds.filter((id) => task.subtasks.includes(id)).length;

const parentsOf = (documents: readonly ListedTaskDocument[]) => documents.flatMap(({ task }) => task.parentId ?? []);

/** Changes of a task, and the present task, which decides rights. */
export interface PresentChanges {
  readonly changes: readonly RawChange[];
  readonly present: Task;
}

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
    private readonly people: People,
    private readonly refs: PlaceRefsReader,
    private readonly users: UserAnswers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'currency'>,
  ) {}

  async rows(documents: readonly ListedTaskDocument[], reader: Reader): Promise<TaskRowAnswer[]> {
    const [parents, refs] = await Promise.all([
      this.others(parentsOf(documents)),
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
      this.others(parentsOf(documents)),
      this.others(parentsOf(documents), then),
      this.refs.of(tasks, reader, then),
      this.others(tasks.map(({ id }) => id)),
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
          const ref = this.taskRef(id, parents, reader, true);
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
      this.others([...task.subtasks, ...predecessors, ...(task.parentId === null ? [] : [task.parentId])]),
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

  /** Whether the reader may see the event: money only with the right to see it. */
  private tells({ event }: Pick<TaskActivityDocument, 'event'>, present: Task, reader: Reader): boolean {
    return !tellsOnlyMoney(event.type) || seesBudget(present, reader);
  }

  /**
   * Applies the reader's present rights to past data: budgets stay hidden, and so do deleted comments of others, the names of
   * deleted files and those of people whom the reader does not see.
   */
  async history(given: readonly WholeStep[], present: Task, reader: Reader): Promise<ActivityItem[]> {
    const steps = given.filter(({ item }) => this.tells(item, present, reader));
    const [names, by] = await Promise.all([
      this.namesIn(
        steps.flatMap(({ changes }) => changes),
        reader,
      ),
      this.users.namesAmong(
        steps.map(({ item }) => item.event.metadata.actor),
        reader,
        partiesOf(present),
      ),
    ]);
    return steps.map((step) => this.activityOf(step, names, by, present, reader));
  }

  private activityOf(step: WholeStep, names: Names, by: NamePerson, present: Task, reader: Reader): ActivityItem {
    const { item, changes, revision } = step;
    return {
      id: item.id,
      event: item.event.type,
      class: item.class,
      at: item.event.metadata.at,
      by: refBy(by, item.event.metadata.actor),
      byThen: this.calledThen(item.event.metadata, reader),
      via: item.via,
      taskId: item.taskId,
      revision,
      changes: this.changes(changes, names, present, reader),
      text: this.written(item, present, reader),
      hash: item.hash,
    };
  }

  /** For those who see everything: what who acted was called then, where it is not what they are called now. */
  private calledThen({ actor, at }: TaskActivityDocument['event']['metadata'], reader: Reader): string | null {
    if (actor === null || !seesAll(reader)) return null;
    const byThen = this.people.nameAt(actor, at);
    return byThen === this.people.name(actor) ? null : byThen;
  }

  async diff(changes: readonly RawChange[], present: Task, reader: Reader): Promise<FieldChange[]> {
    const [diff] = await this.diffs([{ changes, present }], reader);
    return diff!;
  }

  /** The same of several tasks, in their order. */
  async diffs(tasks: readonly PresentChanges[], reader: Reader): Promise<FieldChange[][]> {
    const names = await this.namesIn(
      tasks.flatMap(({ changes }) => changes),
      reader,
    );
    return tasks.map(({ changes, present }) => this.changes(changes, names, present, reader));
  }

  /** Those of the changes that the reader may see. */
  shown(changes: readonly RawChange[], present: Task, reader: Reader): readonly RawChange[] {
    const money = seesBudget(present, reader);
    return withoutFilesIn(changes, hiddenFiles(present, reader)).filter(({ field }) => money || !isMoney(field));
  }

  private row(
    { task, waiting, spentMinutes, cost }: ListedTaskDocument,
    openSubtasks: number,
    reader: Reader,
    others: ReadonlyMap<string, ListedTaskDocument>,
    refs: ProjectAndBoardNames,
    {
      present = task,
      person = (id) => this.people.ref(id),
      parent = (id) => this.taskRef(id, others, reader),
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

  /** A deleted task has a name only with `deletedToo`, for readers who may read it. */
  private taskRef(
    id: number | null,
    others: ReadonlyMap<string, ListedTaskDocument>,
    reader: Reader,
    deletedToo = false,
  ): TaskRef | null {
    if (id === null) return null;
    const other = others.get(String(id));
    if (!other || !isVisibleTo(other, reader)) return { id, name: null };
    const isShown = !other.deleted || (deletedToo && may(taskRolesOf(other.task, reader), 'seeDeleted'));
    return { id, name: isShown ? other.task.name : null };
  }

  /** Without what is long: a task may have a thousand subtasks. */
  private async others(
    ids: readonly number[],
    from: ModelReader = this.readModels,
  ): Promise<ReadonlyMap<string, ListedTaskDocument>> {
    if (ids.length === 0) return new Map();
    const found = await from.find(taskModel, { id: { $in: [...new Set(ids)].map(String) } });
    return new Map(found.map((document) => [document.id, document]));
  }

  private async namesIn(changes: readonly RawChange[], reader: Reader): Promise<Names> {
    const idsOf = (...kinds: readonly Reference[]) =>
      changes
        .filter(({ field }) => kinds.some((kind) => kind === referenceOf(field)))
        .flatMap(({ from, to }) => [from, to].flat())
        .filter((id): id is number => typeof id === 'number');
    const [others, refs, person] = await Promise.all([
      this.others(idsOf('task', 'tasks')),
      this.refs.ofIds(idsOf('project'), idsOf('board'), reader),
      this.users.namesFor(reader),
    ]);
    const withDeleted = (id: number) => this.taskRef(id, others, reader, true)!;
    return { person, task: withDeleted, refs };
  }

  private changes(changes: readonly RawChange[], names: Names, present: Task, reader: Reader): FieldChange[] {
    return this.shown(changes, present, reader).map(({ field, from, to }) => ({
      field,
      from: this.named(field, from, names, present),
      to: this.named(field, to, names, present),
    }));
  }

  private named(field: RawChange['field'], value: unknown, names: Names, present: Task): unknown {
    if (value === null || value === undefined) return null;
    const kind = referenceOf(field);
    switch (kind) {
      case 'person':
        return names.person(value as number);
      case 'project':
      case 'board':
        return names.refs.past(kind, value as number, present.projectId);
      case 'task':
        return names.task(value as number);
      case 'tasks':
        return (value as number[]).map(names.task);
      case 'participants': {
        const { acknowledged, passive } = value as { acknowledged: number[]; passive: number[] };
        return { acknowledged: acknowledged.map(names.person), passive: passive.map(names.person) };
      }
      case null:
        return value;
    }
  }

  /** Returns the text that a person wrote, as far as the reader may read it. */
  written({ event }: TaskActivity, present: Task, reader: Reader): string | null {
    const comments = hiddenComments(present, reader, event);
    const text: unknown = this.textOf(event, { comments, files: hiddenFiles(present, reader) });
    return typeof text === 'string' ? text : null;
  }

  private textOf(event: ActivityEvent, hidden: Hidden): string | null {
    switch (event.type) {
      case 'CommentAdded':
      case 'CommentEdited':
        return hidden.comments.has(event.data.commentId) ? null : event.data.text;
      case 'ReactionAdded':
      case 'ReactionRemoved':
        return event.data.emoji;
      case 'TaskCompleted':
        return event.data.result;
      case 'TaskReturned':
      case 'TaskEndedByContractor':
        return event.data.reason;
      case 'TaskAccepted': {
        const { reservation, comment } = event.data;
        return reservation ?? (comment && !hidden.comments.has(comment.commentId) ? comment.text : null);
      }
      case 'DocumentAdded':
        return hidden.files.has(event.data.fileId) ? null : event.data.name;
      default:
        return null;
    }
  }
}
