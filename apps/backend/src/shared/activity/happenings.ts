import type { ActivityItem, FieldChange, Happening, NamedRef, TaskRef } from '@gos/contract';
import { hasPermission, may, type Task, taskRolesOf, thingOf } from '@gos/domain';
import {
  type ActivityDocument,
  boardModel,
  isVisibleTo,
  positionModel,
  projectModel,
  repeatedTaskModel,
  seesAll,
  type TaskActivityDocument,
  type TaskDocument,
  taskModel,
  webhookModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { inParts } from '../../kernel/pieces';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { TaskHistories } from '../task/task-histories';
import { TaskHistoryAnswers } from '../task/task-history-answers';
import { People } from '../user/people';
import { type Reader, refBy, UserAnswers } from '../user/user-answers';
import { ActivitySources } from './activity-sources';
import { changesIn, namedField, referenceIn } from './event-changes';

/** Things with a read model of their own, which holds their name. */
const named = {
  task: taskModel,
  project: projectModel,
  board: boardModel,
  repeatedTask: repeatedTaskModel,
  position: positionModel,
  webhook: webhookModel,
} as const;
type NamedKind = keyof typeof named;
const isNamed = (kind: string): kind is NamedKind => kind in named;
/** Kinds whose id is that of a person. */
const ofPeople: readonly string[] = ['user', 'worklog', 'plans', 'inbox', 'audit'];
/** Tasks that are whole in memory at once. */
const tasksAtOnce = 20;

type Held = Readonly<Record<'task' | 'project' | 'board' | 'state' | 'webhook', { readonly name: string } | undefined>>;

/** The names of things and people, as one reader sees them. */
interface Names {
  of(kind: NamedKind, id: number | string): string | null;
  person(id: number): NamedRef;
  source: Awaited<ReturnType<ActivitySources['named']>>;
}

interface Other {
  readonly entry: ActivityDocument;
  readonly changes: readonly FieldChange[];
}

const numbersIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number');

/** Joins entries of the index of all events with their contents and names, for one reader. */
@Injectable()
export class Happenings {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly histories: TaskHistories,
    private readonly tasks: TaskHistoryAnswers,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly sources: ActivitySources,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** In the order of the entries, without those that the reader may not see. */
  async of(entries: readonly ActivityDocument[], reader: Reader): Promise<Happening[]> {
    const others: Other[] = [];
    for (const entry of entries.filter(({ taskId }) => taskId === null)) {
      const seesMoney =
        seesAll(reader) || (entry.projectId !== null && hasPermission(reader, entry.projectId, 'manage'));
      others.push({ entry, changes: changesIn(entry.event.type, await this.dataOf(entry), seesMoney) });
    }
    const names = await this.namesIn(entries, others, reader);
    const found = new Map<string, Happening>();
    for await (const part of inParts([...new Set(entries.flatMap(({ taskId }) => taskId ?? []))], tasksAtOnce)) {
      const documents = await this.readModels.getMany<TaskDocument>(taskModel, part);
      for (const taskId of part) {
        const document = documents.get(String(taskId));
        if (!document || !isSeenBy(document, reader)) continue;
        const task = { id: taskId, name: document.task.name };
        const own = entries.filter((entry) => entry.taskId === taskId);
        for (const item of await this.ofTask(own, document.task, reader)) {
          const entry = own.find(({ id }) => id === item.id)!;
          found.set(item.id, { ...item, ...placeOf(entry, task, names) });
        }
      }
    }
    for (const { entry, changes } of others) {
      const { id, event, via, revision, hash } = entry;
      const { at, actor } = event.metadata;
      const place = placeOf(entry, null, names);
      if (isNamed(entry.kind) && place.thing.name === null && !seesAll(reader)) continue;
      found.set(id, {
        ...{ id, event: event.type, class: null, at, by: refBy(names.person, actor) },
        byThen: actor !== null && seesAll(reader) ? this.formerName(actor, at) : null,
        ...{ via, taskId: null, revision: revision + 1, text: null, hash },
        changes: changes.filter((change) => !isOwnId(change, entry.stream)).map((change) => namedIn(change, names)),
        ...place,
      });
    }
    return entries.flatMap(({ id }) => found.get(id) ?? []);
  }

  private async ofTask(entries: readonly ActivityDocument[], task: Task, reader: Reader): Promise<ActivityItem[]> {
    const inOrder = [...entries].sort((a, b) => (a.order < b.order ? -1 : 1));
    const steps = await this.histories.steps(task.id, inOrder as readonly TaskActivityDocument[]);
    return this.tasks.history(steps, task, reader);
  }

  private formerName(actor: number, at: string): string | null {
    const then = this.people.nameAt(actor, at);
    return then === this.people.name(actor) ? null : then;
  }

  private async dataOf({ stream, revision, event }: ActivityDocument): Promise<unknown> {
    if (event.data !== null) return event.data;
    const [recorded] = await this.log.readStream(stream, { from: revision, limit: 1, budget: new ByteBudget() });
    return recorded?.data ?? null;
  }

  /** The names that the entries and their values refer to, of what the reader may see now. */
  private async namesIn(
    entries: readonly ActivityDocument[],
    others: readonly Other[],
    reader: Reader,
  ): Promise<Names> {
    const wanted = new Map<NamedKind, Set<string>>();
    const people = new Set<number>();
    const want = (kind: string, id: number | string) => {
      if (kind === 'person' || ofPeople.includes(kind)) people.add(Number(id));
      else if (isNamed(kind)) wanted.set(kind, (wanted.get(kind) ?? new Set()).add(String(id)));
    };
    for (const { stream, taskId, projectId } of entries) {
      const { kind, id } = thingOf(stream);
      if (taskId === null) want(kind, id);
      if (projectId !== null) want('project', projectId);
    }
    for (const { entry, changes } of others) {
      if (entry.event.metadata.actor !== null) people.add(entry.event.metadata.actor);
      for (const { field, from, to } of changes) {
        const kind = referenceIn(field);
        if (kind !== undefined) for (const id of [...numbersIn(from), ...numbersIn(to)]) want(kind, id);
      }
    }
    const names = new Map<string, string>();
    for (const [kind, ids] of wanted) {
      for (const [id, document] of await this.readModels.getMany<{ readonly id: string }>(named[kind], [...ids])) {
        if (!isNameSeen(kind, document, reader)) continue;
        const { task, project, board, state, webhook } = document as unknown as Held;
        const held = { task, project, board, repeatedTask: state, position: state, webhook }[kind];
        if (held) names.set(`${kind}-${id}`, held.name);
      }
    }
    return {
      of: (kind, id) => names.get(`${kind}-${id}`) ?? null,
      person: await this.users.namesAmong(people, reader),
      source: await this.sources.named(entries, reader),
    };
  }
}

function isNameSeen(kind: NamedKind, document: unknown, reader: Reader): boolean {
  if (kind === 'position') return true;
  return kind === 'task' ? isSeenBy(document as TaskDocument, reader) : isVisibleTo(document as never, reader);
}

/** Whether the reader may see the task now, or read it although it is deleted. */
export function isSeenBy(document: TaskDocument, reader: Reader): boolean {
  return isVisibleTo(document, reader) && (!document.deleted || may(taskRolesOf(document.task, reader), 'seeDeleted'));
}

/** A creation brings the number of the thing, which its place names. */
function isOwnId({ field, to }: FieldChange, stream: string): boolean {
  const { kind, id } = thingOf(stream);
  const reference = referenceIn(field);
  return String(to) === id && (reference === kind || (reference === 'person' && kind === 'user'));
}

/** The change with names instead of numbers. */
function namedIn({ field, from, to }: FieldChange, names: Names): FieldChange {
  const kind = referenceIn(field);
  if (kind === undefined) return { field, from, to };
  const nameOf = (id: number) => (kind === 'person' ? names.person(id) : { id, name: names.of(kind, id) });
  const shown = (value: unknown) =>
    typeof value === 'number' ? nameOf(value) : Array.isArray(value) ? numbersIn(value).map(nameOf) : value;
  return { field: namedField(field), from: shown(from), to: shown(to) };
}

function placeOf(entry: ActivityDocument, task: TaskRef | null, names: Names) {
  const { kind, id } = thingOf(entry.stream);
  const { projectId } = entry;
  const own = isNamed(kind) ? names.of(kind, id) : ofPeople.includes(kind) ? names.person(Number(id)).name : null;
  const project = projectId === null ? null : { id: projectId, name: names.of('project', projectId) };
  return {
    position: String(BigInt(entry.order)),
    thing: { kind, id, name: kind === 'task' ? (task?.name ?? null) : own },
    task,
    project,
    source: names.source(entry.source),
  };
}
