import type { ActivityItem, FieldChange, TaskRef } from '@gos/contract';
import {
  type ActivityEvent,
  type Actor,
  isMoney,
  partiesOf,
  personFields,
  type Task,
  tellsOnlyMoney,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { same } from '@gos/domain/kernel/values';
import {
  type HistoryReference,
  type RawChange,
  seesAll,
  seesBudget,
  type TaskActivity,
  type TaskActivityDocument,
  type WholeStep,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { People } from '../user/people';
import { type NamePerson, refBy, UserAnswers } from '../user/user-answers';
import { hiddenComments, hiddenFiles } from './hidden-parts';
import { NamedTasks, taskRef } from './named-tasks';
import { PlaceRefsReader, type ProjectAndBoardNames } from './project-and-board-names';

type Reader = Actor & { readonly id: number };

interface Names {
  readonly person: NamePerson;
  readonly task: (id: number) => TaskRef;
  readonly refs: ProjectAndBoardNames;
}

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

/** Changes of a task, and the present task, which decides rights. */
export interface PresentChanges {
  readonly changes: readonly RawChange[];
  readonly present: Task;
}

/** Joins what happened to tasks with names, for one reader; the reader's present rights apply to past data. */
@Injectable()
export class TaskHistoryAnswers {
  constructor(
    private readonly tasks: NamedTasks,
    private readonly people: People,
    private readonly refs: PlaceRefsReader,
    private readonly users: UserAnswers,
  ) {}

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

  private async namesIn(changes: readonly RawChange[], reader: Reader): Promise<Names> {
    const idsOf = (...kinds: readonly Reference[]) =>
      changes
        .filter(({ field }) => kinds.some((kind) => kind === referenceOf(field)))
        .flatMap(({ from, to }) => [from, to].flat())
        .filter((id): id is number => typeof id === 'number');
    const [others, refs, person] = await Promise.all([
      this.tasks.of(idsOf('task', 'tasks')),
      this.refs.ofIds(idsOf('project'), idsOf('board'), reader),
      this.users.namesFor(reader),
    ]);
    const withDeleted = (id: number) => taskRef(id, others, reader, true)!;
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
