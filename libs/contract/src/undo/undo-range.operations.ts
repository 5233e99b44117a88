import { type TypeOf } from '@gos/domain';
import {
  choice,
  component,
  described,
  instant,
  integer,
  list,
  object,
  optional,
  orNull,
  text,
} from '@gos/domain/kernel/shape';
import { happening } from '../activity/activity.answers';
import { activityFilters, activityWords } from '../activity/activity.operations';
import { answer, arrayOf, code, person, unchecked } from '../kernel/answer';
import { operations } from '../kernel/operation';
import { laterChange } from '../kernel/problem';
import { explained, param, required } from '../kernel/query';
import { undoRangeRoutes } from './undo.routes';

/** The most actions that one range may have. */
export const mostInRange = 500;

const values = described(optional(list(text(), { max: 20 })), { description: 'As in GET /api/activity' });

const filters = component(
  'UndoRangeFilters',
  object({
    by: values,
    class: values,
    kind: values,
    taskId: values,
    projectId: values,
    via: values,
    token: values,
    webhook: values,
    q: described(optional(text()), { description: activityWords }),
  }),
);

const rangeBody = object({
  filters,
  from: described(instant, { description: 'Actions since this moment' }),
  to: described(instant, { description: 'Actions until this moment' }),
});

const refusal = answer('UndoRefusal', {
  code,
  later: described(orNull(laterChange), { description: 'The change that prevents the undo, for `undo.too-late`' }),
});

const rangeAction = answer('RangeAction', { action: happening, refusal: orNull(refusal) });
const reason = answer('UndoReason', { code, count: integer() });
const refused = described(arrayOf(reason), {
  description: 'Number of refused actions by reason, the most frequent first',
});

const preview = answer('UndoPreview', {
  items: arrayOf(rangeAction),
  total: integer(),
  page: integer(),
  pageSize: integer(),
  undoable: described(integer(), { description: 'Number of actions that can be undone' }),
  refused,
});
export type UndoPreview = TypeOf<typeof preview>;

const range = answer('UndoRange', {
  id: described(text(), { description: 'The event that started it, and the cause of its undos' }),
  state: described(choice(['waiting', 'running', 'stopping', 'stopped', 'done', 'failed']), {
    description: '`failed` could not be finished',
  }),
  by: described(orNull(person), { description: 'The admin who started it' }),
  filters: unchecked<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: { type: 'string' } }),
  startedAt: instant,
  endedAt: orNull(instant),
  all: described(integer(), { description: 'Number of actions in the range' }),
  undone: integer(),
  refused,
  items: described(arrayOf(rangeAction), { description: 'The first 100 refused actions, newest first' }),
});
export type UndoRange = TypeOf<typeof range>;

const last = answer('LastUndoRange', {
  last: described(orNull(range), { description: 'The running or last one; null before the first' }),
});

export const undoRangeOperations = operations('', undoRangeRoutes, {
  preview: {
    id: 'previewUndoRange',
    body: null,
    query: {
      own: {
        from: required(explained(param.instant, 'actions since this moment')),
        to: required(explained(param.instant, 'actions until this moment')),
      },
      sort: [],
      filters: activityFilters,
      words: activityWords,
    },
    answer: preview,
  },
  last: { id: 'getUndoRange', body: null, answer: last },
  start: { id: 'startUndoRange', body: rangeBody, answer: last, status: 202 },
  stop: { id: 'stopUndoRange', body: null, answer: last },
});
