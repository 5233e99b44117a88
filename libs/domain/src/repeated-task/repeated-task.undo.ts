import { refuse } from '../kernel/refusal';
import { keysOf, pick } from '../kernel/tables';
import type { Undoing } from '../kernel/undo';
import { same } from '../kernel/values';
import {
  evolveRepeatedTask,
  type RepeatedTask,
  type RepeatedTaskEvent,
  type RepeatedTaskField,
  repeatedTaskFields,
  templateFields,
} from './repeated-task';
import { activate, deactivated, editTo, type RepeatedTaskFacts } from './repeated-task.changes';
import { repeatedTaskRightRefusalOf } from './repeated-task.rights';
import { refusalOf, type Wanted } from './repeated-task.wanted';

const contentOf = (one: RepeatedTask): Wanted => ({ ...pick(one, repeatedTaskFields), template: one.template });

/** The definition with these fields as they were. Uploaded pictures stay: versions of the description show them. */
function withFields(before: RepeatedTask, now: RepeatedTask, fields: readonly RepeatedTaskField[]): Wanted {
  const isBack = (field: string) => fields.some((one) => one === field && one !== 'template.files');
  const own = repeatedTaskFields.filter((field) => isBack(field));
  const inTemplate = templateFields.filter((field) => isBack(`template.${field}`));
  return {
    ...contentOf(now),
    ...pick(before, own),
    template: { ...now.template, ...pick(before.template, inTemplate) },
  };
}

/** Bookkeeping of occurrences, which no undo changes. */
const kept: readonly string[] = ['revision', 'handled', 'last', 'early', 'latest', 'template'];

/** How actions on a repeated task are undone. Its creation and its occurrences have no opposite. */
export const repeatedTaskUndoing: Undoing<RepeatedTask, RepeatedTaskEvent, RepeatedTaskFacts> = {
  initial: null,
  evolve: evolveRepeatedTask,
  table: {
    RepeatedTaskCreated: { none: 'undo.none' },
    RepeatedTaskEdited: {
      opposite({ data }, before, now, facts) {
        const wanted = withFields(
          before,
          now,
          data.changes.map(({ field }) => field),
        );
        return editTo(now, wanted, data.updateGenerated, facts);
      },
    },
    RepeatedTaskActivated: { opposite: (_, before, now) => (now.active && !before.active ? deactivated : []) },
    RepeatedTaskDeactivated: {
      opposite: (_, before, now, facts) => (before.active && !now.active ? activate(now, facts) : []),
    },
    OccurrenceGenerated: { none: 'undo.none' },
    OccurrenceSkipped: { none: 'undo.none' },
    ActionUndone: { opposite: () => [] },
  },
  changedBy: (_, before, after) => [
    ...keysOf(after).filter((field) => !kept.includes(field) && !same(before[field], after[field])),
    ...templateFields
      .filter((field) => field !== 'files' && !same(before.template[field], after.template[field]))
      .map((field) => `template.${field}`),
  ],
  rightRefusalOf: (_, { template }, __, { actor }) => repeatedTaskRightRefusalOf('change', template, actor),
  refusalOf(undone, opposites, now, facts) {
    if (!opposites.some(({ type }) => type === 'RepeatedTaskEdited')) return null;
    return refusalOf(contentOf(undone), now, facts) ? refuse('undo.not-valid') : null;
  },
};
