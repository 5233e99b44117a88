import { countsAsRevision, evolveTask, type PlainField, plainFieldNames, type Task } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { type Past, pastOf } from '../kernel/past';
import type { Index, PathOf, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import { documentOf, type ListedTaskDocument, type TaskDocument, taskModel } from './task';
import { isOfDiscussion } from './task-history';

type Field = PathOf<TaskDocument>;
export type ListedTaskPast = ListedTaskDocument & Past;

/** A present state, and the revisions that comments added since it began. */
interface Kept extends TaskDocument {
  readonly comments?: number;
}

/** The conditions and orders that lists of a moment look up. All others are checked on the states that these find. */
const indexes: readonly Index<Field>[] = [
  { fields: ['task.solverId'] },
  { fields: ['task.contractorId'] },
  { fields: ['task.completedBy'] },
  { fields: ['task.acceptedBy'] },
  { fields: ['task.boardId'] },
  { fields: ['projectId'] },
  { fields: ['projectId', 'deleted', 'task.deadline', 'task.id'] },
  { fields: ['deleted'] },
  { fields: ['deleted', 'task.deadline', 'task.id'] },
  { fields: ['participants'], kind: 'many' },
  { fields: ['parties'], kind: 'many' },
  { fields: ['task.tags'], kind: 'many' },
  { fields: ['predecessors'], kind: 'many' },
];

/** Without the texts and lists that no row shows, so that a task with long ones has short states. */
function shortened(document: TaskDocument): TaskDocument {
  const { comments } = document.task;
  const task: Task = { ...document.task, description: '', result: null, files: [], subtasks: [] };
  return {
    ...document,
    task: { ...task, comments: { ...comments, removed: [] } },
    words: [],
    excerpt: '',
    fileIds: [],
  };
}

/** The fields of a state that only later events need. */
const forEvents = [
  'upTo',
  'waitingFor',
  'openSubtaskIds',
  'words',
  'excerpt',
  'fileIds',
  'remindAt',
  'overAt',
] as const;
const forEventsOfTask = ['description', 'files', 'subtasks', 'comments', 'reminded'] as const;

const omit = (from: object, isLeftOut: (name: string, value: unknown) => boolean) =>
  Object.fromEntries(Object.entries(from).filter(([name, value]) => !isLeftOut(name, value)));
const omitted: ReadonlySet<string> = new Set([...forEvents, 'comments']);
const omittedOfTask: ReadonlySet<string> = new Set(forEventsOfTask);

/** Leaves out most of the fields that are null: many are. */
function shortest(document: TaskDocument): TaskDocument {
  const task = omit(document.task, (name, value) => value === null || omittedOfTask.has(name));
  return { ...omit(document, (name) => omitted.has(name)), predecessors: [], task } as unknown as TaskDocument;
}

type Nullable = { [K in keyof Task]-?: null extends Task[K] ? K : never }[keyof Task];
const noValues: { readonly [K in Exclude<Nullable, PlainField>]: null } = {
  outcome: null,
  deadline: null,
  shownDate: null,
  createdBy: null,
  solverId: null,
  projectId: null,
  boardId: null,
  order: null,
  parentId: null,
  estimateMinutes: null,
  budget: null,
  costReduction: null,
  result: null,
  completedAt: null,
  completedBy: null,
  solvedAt: null,
  acceptedBy: null,
  reservation: null,
  rating: null,
  repeated: null,
  hostLink: null,
  movedFrom: null,
  restoredAt: null,
};
const empty = { ...noValues, ...tableOf(plainFieldNames, () => null) };

/** The tasks as they were at every moment, as lists show them. Comments change no row, so they begin no state. */
export const taskPastModel: ReadModel<TaskDocument & Past, PathOf<TaskDocument & Past>, ListedTaskPast> = pastOf(
  taskModel,
  {
    name: 'task-past',
    version: versions['task-past'],
    indexes,
    kept: shortest,
    restored: (found) => Object.assign(found, { task: Object.assign({ ...empty }, found.task) }),
    isSame: (before, after) => before.task === after.task && (before as Kept).comments !== (after as Kept).comments,
    own: {
      stream: 'task',
      otherwise(document: Kept | undefined, event) {
        const comments = document?.comments ?? 0;
        if (document && isOfDiscussion(event.type)) {
          return countsAsRevision(event.type) ? { ...document, comments: comments + 1 } : document;
        }
        const before = document && { ...document.task, revision: document.task.revision + comments };
        const task = evolveTask(before ?? null, event);
        return task === null ? undefined : shortened(documentOf(task, document, event));
      },
    },
  },
);
