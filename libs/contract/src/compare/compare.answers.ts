import type { TypeOf } from '@gos/domain';
import { choice, component, day, described, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf } from '../kernel/answer';
import { fieldChange } from '../task/task.answers';

/** The things whose moments are compared. */
const comparedThings = ['task', 'project', 'board', 'month'] as const;

/** The kinds of their parts, in the order of an answer. */
export const comparedParts = ['contract', 'member', 'board', 'task', 'plan', 'entry'] as const;
export type ComparedPart = (typeof comparedParts)[number];

const kind = component('ComparedPart', choice(comparedParts));

const item = answer('ComparedItem', {
  kind,
  id: described(text(), { description: 'Its number; of a contract its own id' }),
  name: described(orNull(text()), {
    description: 'At the second moment, or at the first one if it is missing at the second; null for whom it is hidden',
  }),
  changes: described(arrayOf(fieldChange), {
    description:
      'Of a task that was added or removed only its place and its deletion, if those are the reason; the field `order` is the place from 1 on a board or in a section, of those that have to be moved',
  }),
});
export type ComparedItem = TypeOf<typeof item>;

const minutes = answer('ComparedMinutes', { from: integer(), to: integer() });
const sums = { plannedMinutes: minutes, workedMinutes: minutes };

const comparison = answer('Comparison', {
  from: instant,
  to: instant,
  thing: answer('ComparedThing', {
    kind: choice(comparedThings),
    id: described(text(), { description: 'Its number; a month like 2026-11' }),
    name: described(text(), { description: 'At the second moment; of a month its person' }),
  }),
  changes: described(arrayOf(fieldChange), { description: 'Of the thing itself; null where it did not exist yet' }),
  counts: described(
    arrayOf(answer('ComparedCounts', { kind, added: integer(), removed: integer(), changed: integer() })),
    { description: 'Of all its parts, those of other pages included; without kinds that do not differ' },
  ),
  sums: described(
    orNull(
      answer('ComparedSums', {
        days: arrayOf(answer('ComparedDay', { date: day, ...sums })),
        totals: answer('ComparedTotals', sums),
      }),
    ),
    { description: 'Of a month: its totals, and the days whose planned or worked time differs; null for other things' },
  ),
  added: arrayOf(item),
  removed: arrayOf(item),
  changed: arrayOf(item),
  total: described(integer(), { description: 'How many parts differ: first all added, then removed, then changed' }),
  page: integer(),
  pageSize: integer(),
});
export type Comparison = TypeOf<typeof comparison>;

export const compareAnswers = { comparison };
