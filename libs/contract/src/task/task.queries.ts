import {
  normalizeText,
  outcomes,
  type PlainField,
  type PlainValues,
  plainEntryOf,
  plainFieldNames,
  taskStates,
} from '@gos/domain';
import { type EntryOf, type FieldEntry, type FieldKind, initialOf } from '@gos/domain/kernel/fields';
import { tableOf } from '@gos/domain/kernel/tables';
import {
  amount,
  describedAsList,
  describedAsTexts,
  explained,
  longTextFilter,
  moment,
  orNone,
  type Parameter,
  param,
  type Query,
  required,
  sortedAndFiltered,
  textKey,
  usualPageSize,
} from '../kernel/query';
import type { TaskRowAnswer } from './task.answers';
import { taskLists } from './task-lists';

const { id, integer, flag, instant, day, text, choice } = param;
const tag = { ...text, read: normalizeText };
const deleted = explained(flag, 'with deleted ones that I may restore; for auditors and admins with all deleted ones');
const pages = `1 to ${usualPageSize.max}`;

const parameters: { readonly [K in FieldKind]: (entry: EntryOf<K>) => Parameter<string | number | boolean, false> } = {
  line: () => textKey,
  integer: () => integer,
  choice: ({ values }) => choice(values),
  day: () => day,
  flag: () => flag,
  duration: () => integer,
  instant: () => instant,
  money: () => amount,
  person: () => id,
};
const describedByKind: Readonly<Record<FieldKind, typeof describedAsList>> = {
  line: describedAsList,
  integer: describedAsTexts,
  choice: describedAsList,
  day: describedAsTexts,
  flag: describedAsTexts,
  duration: describedAsTexts,
  instant: describedAsTexts,
  money: describedAsList,
  person: describedAsTexts,
};

function parameterOf(entry: FieldEntry): Parameter {
  const one = (parameters[entry.kind] as (entry: FieldEntry) => Parameter<string | number | boolean, false>)(entry);
  return describedByKind[entry.kind](initialOf(entry) === null ? orNone(one) : one);
}

const plainParameters = tableOf(plainFieldNames, (field) => parameterOf(plainEntryOf(field))) as {
  readonly [F in PlainField]: Parameter<Extract<PlainValues[F], string | number | boolean | null>, false>;
};

/** The fields of a row, by which lists are sorted, each with its filter. Filters of money need the right to see it. */
const fields = sortedAndFiltered({
  id: describedAsTexts(id),
  name: describedAsList(textKey),
  state: describedAsList(choice(taskStates)),
  outcome: describedAsList(orNone(choice(outcomes))),
  ...plainParameters,
  deadline: describedAsTexts(orNone(instant)),
  shownDate: describedAsTexts(orNone(day)),
  createdAt: describedAsTexts(instant),
  contractor: describedAsTexts(id),
  solver: describedAsTexts(orNone(id)),
  participants: describedAsTexts(orNone(id)),
  project: describedAsTexts(orNone(id)),
  board: describedAsTexts(orNone(id)),
  order: describedAsTexts(orNone(text)),
  parent: describedAsTexts(orNone(id)),
  repeatedTask: describedAsTexts(orNone(id)),
  tags: describedAsList(orNone(tag)),
  estimateMinutes: describedAsTexts(orNone(integer)),
  spentMinutes: describedAsTexts(integer),
  budget: describedAsList(orNone(amount)),
  usedBudget: describedAsList(orNone(amount)),
  reservation: describedAsList(orNone(longTextFilter)),
  rating: describedAsTexts(orNone(integer)),
  waiting: describedAsTexts(flag),
  openSubtasks: describedAsTexts(integer),
  revision: describedAsTexts(integer),
} satisfies Readonly<Record<keyof TaskRowAnswer, Parameter>>);

const history = {
  own: { deleted },
  sort: ['at'],
  filters: {},
  descriptions: { sort: 'at or -at', pageSize: pages },
} as const;

export const taskQueries = {
  list: {
    own: {
      list: explained(choice(taskLists), 'all unless said otherwise'),
      at: moment,
      deadlineFrom: explained(day, 'With a deadline on this day or later'),
      deadlineTo: explained(day, 'With a deadline on this day or earlier'),
    },
    ...fields,
    words: 'words, by their beginnings and without diacritics',
    descriptions: { pageSize: pages },
  },
  detail: { own: { at: moment, deleted } },
  comments: { ...history, words: 'words of the comment' },
  activity: { ...history, words: 'words of what a person wrote' },
  graph: { own: { deleted } },
  diff: { own: { from: required(instant), to: required(instant), deleted } },
} as const satisfies Record<string, Query>;
