import { type FieldEntry, urlLine } from '../kernel/fields';

export const taskTypes = ['normal', 'continuous', 'meeting', 'graph'] as const;
export type TaskType = (typeof taskTypes)[number];

/**
 * The plain fields of a task, changed by the command `edit`. Bodies, checks, rights, state, history, answers, rows, queries, sort keys,
 * CSV, form, panel, repeated tasks and templates follow from the entries. `docs/changing.md` says what a new field takes.
 */
export const plainFields = {
  priority: {
    kind: 'integer',
    min: 1,
    max: 10,
    initial: 5,
    refused: 'task.priority.range',
    column: true,
    filter: true,
  },
  type: { kind: 'choice', values: taskTypes, initial: 'normal' },
  gitBranch: { kind: 'line', max: 255, solver: true, uncopied: true },
  externalUrl: { ...urlLine, uncopied: true },
} as const satisfies Readonly<Record<string, FieldEntry>>;

/** Fields that commands of their own set: plain fields in everything but `edit`, forms and templates. A new task has their initial values. */
export const commandFields = {} as const satisfies Readonly<Record<string, FieldEntry>>;
