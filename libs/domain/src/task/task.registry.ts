import type { ActivityClass } from '../kernel/activity';
import { type FieldEntry, type FieldValueOf, urlLine } from '../kernel/fields';
import type { OwnAction, TaskRight } from './task.roles';

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

type CommandFields = Readonly<Record<string, FieldEntry>> & typeof commandFields;

/** A command whose only effect is on fields of `commandFields`. Its texts have the command's name in kebab-case. */
export interface FieldCommandEntry<F = CommandFields> {
  /** for the OpenAPI document */
  readonly summary: string;
  /** An action in `can`, or a right that becomes the action of the command's name. */
  readonly right: OwnAction | TaskRight;
  /** The wire name of its event; the text `task.activity.EVENT` is its sentence in the history. */
  readonly event: string;
  readonly activity: ActivityClass;
  /** The values that it sets. Where the task has them already, the command is not offered and appends nothing. */
  readonly sets?: { readonly [N in keyof F]?: F[N] extends FieldEntry ? FieldValueOf<F[N]> : never };
  /** The fields whose values the body brings, and whether a value may be missing. */
  readonly takes?: { readonly [N in keyof F]?: 'required' | 'optional' };
  /** The text `task.failure.COMMAND` says that it failed. By default the refusal says it by itself. */
  readonly failure?: true;
  /** The text `task.done.COMMAND` says that it has settled. By default the change is seen. */
  readonly done?: true;
  /** Menu and palette of the panel offer it as `task.action.COMMAND`, with this key, or with none. */
  readonly menu: { readonly key?: string } | null;
}

/**
 * The commands that only set fields of `commandFields`. Route, operation, body, right, decision, event, effect, undo, history, messages,
 * menu and palette, and the form of what they take follow from the entries. `docs/changing.md` says what a new command takes.
 */
export const fieldCommands = {} as const satisfies Readonly<Record<string, FieldCommandEntry>>;
