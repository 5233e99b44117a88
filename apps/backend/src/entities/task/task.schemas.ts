import { taskLists } from '@gos/contract';
import { activityClasses, outcomes, taskActions, taskStates, taskTypes } from '@gos/domain';
import { applyDecorators } from '@nestjs/common';
import { ApiQuery, type SchemaObject } from '@nestjs/swagger';
import { object, pageOf } from '../../http/openapi';
import { taskListRules } from './task-lists';

const whole: SchemaObject = { type: 'integer' };
const word: SchemaObject = { type: 'string' };
const flag: SchemaObject = { type: 'boolean' };
const instant: SchemaObject = { type: 'string', format: 'date-time' };
const day: SchemaObject = { type: 'string', format: 'date' };
const orNull = (schema: SchemaObject): SchemaObject => ({ ...schema, nullable: true });
const listOf = (items: SchemaObject): SchemaObject => ({ type: 'array', items });
const oneOf = (values: readonly string[]): SchemaObject => ({ type: 'string', enum: [...values] });

const named = object({ id: whole, name: word });
const hidden = { description: 'null for whom it is hidden' };
const taskRef = object({ id: whole, name: { ...orNull(word), ...hidden } });
const money = object({ amount: { ...word, example: '12.50' }, currency: { ...word, example: 'CZK' } });
const right: SchemaObject = {
  description: 'true, or the code of the refusal',
  oneOf: [{ type: 'boolean' }, { type: 'string' }],
};

/** Of a task in a list, without what the reader may do. */
export const taskRow: Record<string, SchemaObject> = {
  id: whole,
  name: word,
  type: oneOf(taskTypes),
  state: oneOf(taskStates),
  outcome: orNull(oneOf(outcomes)),
  priority: whole,
  deadline: orNull(instant),
  shownDate: orNull(day),
  createdAt: instant,
  contractor: named,
  solver: orNull(named),
  project: orNull(named),
  board: orNull(named),
  parent: orNull(taskRef),
  participants: object({ acknowledged: listOf(named), passive: listOf(named) }),
  tags: listOf(word),
  estimateMinutes: orNull(whole),
  spentMinutes: whole,
  budget: { ...orNull(money), ...hidden },
  usedBudget: { ...orNull(money), ...hidden },
  reservation: orNull(word),
  rating: orNull(whole),
  gitBranch: orNull(word),
  externalUrl: orNull(word),
  waiting: { ...flag, description: 'A predecessor is not solved yet' },
  order: { ...orNull(word), description: 'The place in its board: compared with <, equal ones by id' },
  revision: whole,
};

const can = object(Object.fromEntries(taskActions.map((action) => [action, right])));

const file = object({ id: whole, name: word, size: whole, mime: word, addedBy: orNull(named), addedAt: instant });
const other = { id: whole, name: { ...orNull(word), ...hidden }, state: { ...orNull(oneOf(taskStates)), ...hidden } };

const task = object({
  ...taskRow,
  description: { ...word, description: 'Sanitised HTML' },
  predecessors: listOf(object(other)),
  subtasks: listOf(object({ ...other, solver: { ...orNull(named), ...hidden } })),
  files: listOf(file),
  result: orNull(word),
  can,
});

const comment = object(
  {
    id: whole,
    at: instant,
    by: orNull(named),
    text: word,
    rating: orNull(whole),
    costReduction: { ...orNull(money), ...hidden },
  },
  { deleted: { ...flag, description: 'Only of a deleted one' } },
);

const change = object({ field: word, from: {}, to: {} });

const item = object({
  id: word,
  event: { ...word, example: 'TaskCreated' },
  class: oneOf(activityClasses),
  at: instant,
  by: { ...orNull(named), description: 'null is the system' },
  via: oneOf(['web', 'api', 'webhook', 'job']),
  taskId: whole,
  revision: whole,
  changes: listOf(change),
  text: { ...orNull(word), description: 'What a person wrote: result, reason, reservation, comment' },
  hash: word,
});

/** What the interface answers with, for its description. */
export const taskSchemas = {
  list: pageOf(object({ ...taskRow, can })),
  counts: object(
    Object.fromEntries(['to-complete', 'given', 'to-accept', 'notified', 'planned'].map((list) => [list, whole])),
  ),
  task,
  comments: pageOf(comment),
  activity: pageOf(item),
  diff: object({ from: instant, to: instant, changes: listOf(change) }),
  upload: object({ fileId: whole, name: word, size: whole, mime: word }),
};

const numbers = { required: false, type: Number } as const;
const enums: Readonly<Record<string, readonly string[]>> = { state: taskStates, type: taskTypes, outcome: outcomes };

/** The query values of a collection that is read page by page. */
export const ApiPages = (more: { readonly sort: string; readonly q: string }) =>
  applyDecorators(
    ApiQuery({ name: 'page', ...numbers }),
    ApiQuery({ name: 'pageSize', ...numbers, description: '1 to 100' }),
    ApiQuery({ name: 'sort', required: false, type: String, description: more.sort }),
    ApiQuery({ name: 'q', required: false, type: String, description: more.q }),
  );

/** Those of a list of tasks: what it takes is read from its rules. */
export function ApiTaskList(): MethodDecorator {
  const { sortable, filters } = taskListRules;
  return applyDecorators(
    ApiQuery({ name: 'list', required: false, enum: taskLists, description: 'all unless said otherwise' }),
    ApiPages({
      sort: `${sortable.join(', ')}; with - downwards`,
      q: 'words, by their beginnings and without diacritics',
    }),
    ...Object.keys(filters).map((name) =>
      ApiQuery({ name, required: false, isArray: true, ...(enums[name] ? { enum: enums[name] } : { type: String }) }),
    ),
  );
}
