import type { TaskAnswer } from '@gos/contract';
import {
  choiceFields,
  editedFieldNames,
  type Money,
  type PlainField,
  type PlainFieldLike,
  type PlainValues,
  personFields,
  plainEntryOf,
  plainFieldNames,
  type TaskState,
  taskStates,
  textOfHtml,
} from '@gos/domain';
import type { EntryOf } from '@gos/domain/kernel/fields';
import { tableOf } from '@gos/domain/kernel/tables';
import { type Kebab, kebab } from '@gos/domain/kernel/text';
import { Fragment, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { type MessageId, useT } from '../../i18n';
import { PersonName } from '../user/person-name';
import { DayText, DeadlineText, MomentText } from './deadline-text';
import { durationText } from './duration';
import { StateLabel } from './state-ring';

/** Priority and type have places and controls of their own in form and panel; all other plain fields follow each other there. */
const placedApart = ['priority', 'type'] as const;
type Apart = (typeof placedApart)[number];
const isOther = <F extends PlainField>(field: F): field is Exclude<F, Apart> =>
  !placedApart.some((one) => one === field);
export const otherPlainFields = plainFieldNames.filter(isOther);
/** The same of those that `edit` changes. */
export const otherEditedFields = editedFieldNames.filter(isOther);

export type ChoiceField = PlainFieldLike<{ readonly kind: 'choice' }>;

type ChoiceMessages = {
  readonly [F in ChoiceField]: {
    readonly [V in NonNullable<PlainValues[F]>]: `task.${Kebab<F>}.${V}`;
  };
};

/** The names of the values of each plain choice: the texts `task.FIELD.VALUE`. One that is missing does not compile. */
export const choiceMessages: {
  readonly [F in ChoiceField]: Readonly<Record<NonNullable<PlainValues[F]>, MessageId>>;
} = tableOf(choiceFields, (field) =>
  tableOf((plainEntryOf(field) as EntryOf<'choice'>).values, (value) => `task.${kebab(field)}.${value}`),
) as unknown as ChoiceMessages;

/** The names of the plain fields: the texts `task.field.FIELD`. One that is missing does not compile. */
const plainMessages: Readonly<Record<PlainField, MessageId>> = tableOf(
  plainFieldNames,
  (field) => `task.field.${kebab(field)}`,
) as { readonly [F in PlainField]: `task.field.${Kebab<F>}` };

export const outcomeMessages = {
  accepted: 'task.outcome.accepted',
  'accepted-with-reservation': 'task.outcome.accepted-with-reservation',
  ended: 'task.outcome.ended',
  'ended-automatically': 'task.outcome.ended-automatically',
} as const satisfies Record<string, MessageId>;

/** Keys of an answer that are not shown as fields. */
type Untold = 'id' | 'createdAt' | 'waiting' | 'openSubtasks' | 'order' | 'revision' | 'can';

/** Keys that only events in a history have. */
type ToldOfChanges =
  | 'projectId'
  | 'boardId'
  | 'acknowledged'
  | 'passive'
  | 'deleted'
  | 'minutes'
  | 'from'
  | 'to'
  | 'reason';

/** A field of the answers that has no name here does not compile. */
export const fieldMessages = {
  ...plainMessages,
  name: 'task.field.name',
  description: 'task.field.description',
  state: 'task.field.state',
  outcome: 'task.field.outcome',
  deadline: 'task.field.deadline',
  shownDate: 'task.field.shown-date',
  contractor: 'task.field.contractor',
  solver: 'task.field.solver',
  project: 'task.field.project',
  projectId: 'task.field.project',
  board: 'task.field.board',
  boardId: 'task.field.board',
  parent: 'task.field.parent',
  repeatedTask: 'task.field.repeated-task',
  predecessors: 'task.field.predecessors',
  subtasks: 'task.field.subtasks',
  participants: 'task.field.participants',
  acknowledged: 'task.field.acknowledged',
  passive: 'task.field.passive',
  tags: 'task.field.tags',
  files: 'task.field.files',
  estimateMinutes: 'task.field.estimate',
  spentMinutes: 'task.field.spent',
  budget: 'task.field.budget',
  usedBudget: 'task.field.used-budget',
  costReduction: 'task.ask.cost-reduction',
  result: 'task.field.result',
  reservation: 'task.field.reservation',
  rating: 'task.field.rating',
  deleted: 'task.field.deleted',
  minutes: 'task.field.minutes',
  from: 'task.field.from',
  to: 'task.field.to',
  reason: 'task.field.reason',
} as const satisfies Record<Exclude<keyof TaskAnswer, Untold> | ToldOfChanges, MessageId>;

const messageOf = (field: string): MessageId | undefined =>
  Object.hasOwn(fieldMessages, field) ? fieldMessages[field as keyof typeof fieldMessages] : undefined;

/** The name of a field in the reader's language. Screens with more fields bring their names; an unknown field keeps its own. */
export function useFieldName(): (field: string) => string {
  const t = useT();
  const { messages } = useIntl();
  return (path) => {
    // A repeated task has the fields of its tasks in a template.
    const field = path.replace(/^template\./, '');
    const own = `task.field.${field}`;
    const id = messageOf(field) ?? (own in messages ? (own as MessageId) : undefined);
    return id === undefined ? field : t(id);
  };
}

/** The texts of choices of fields that no task has. */
const choiceTexts: Readonly<Record<string, string>> = {
  role: 'people.role',
  type: 'plan.type',
  section: 'board.section',
  permission: 'project.permission',
  notification: 'project.notification',
};

const isPlainField = (field: string): field is PlainField => plainFieldNames.some((one) => one === field);

/** A value of a plain field as text in the reader's language; a choice that this version does not know keeps its own name. */
export function usePlainText(): (field: PlainField, value: string | number | boolean) => string {
  const t = useT();
  return (field, value) => {
    if (typeof value === 'boolean') return t(value ? 'task.value.yes' : 'task.value.no');
    const { kind } = plainEntryOf(field);
    if (kind === 'duration') return durationText(Number(value));
    if (kind !== 'choice') return String(value);
    const names: Readonly<Record<string, MessageId>> = choiceMessages[field as ChoiceField];
    return names[String(value)] === undefined ? String(value) : t(names[String(value)]!);
  };
}

export function moneyText(locale: string, money: Money): string {
  const amount = Number(money.amount);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);
}

export interface Reference {
  readonly id: number;
  readonly name: string | null;
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value;
}

/** References among the values of a change, whether one or a list. */
export function referencesOf(value: unknown): Reference[] {
  return (Array.isArray(value) ? value : [value]).filter(isReference);
}

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

const people: ReadonlySet<string> = new Set(['solver', 'acknowledged', 'passive', 'onBehalfOf', ...personFields]);

function Named({
  field,
  reference: { id, name },
}: {
  readonly field: string;
  readonly reference: Reference;
}): ReactNode {
  if (name === null) return `#${id}`;
  return people.has(field) || field === 'contractor' ? <PersonName person={{ id, name }} /> : name;
}

/** A time of day is none. */
const isInstant = (text: string) => /^\d{4,}-\d\d-\d\dT[\d:.]+Z$/.test(text);

/** Fields of days that are no plain fields of a task. */
const dayFields: ReadonlySet<string> = new Set(['shownDate', 'finishDate', 'date', 'repeatUntil']);

const clip = (text: string) => (text.length > 140 ? `${text.slice(0, 139)}…` : text);

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** One value of a task's field, as a person reads it. */
export function FieldValue({ field, value }: { readonly field: string; readonly value: unknown }): ReactNode {
  const t = useT();
  const { locale, messages } = useIntl();
  const plainText = usePlainText();
  const fieldName = useFieldName();
  const choice = `${choiceTexts[field] ?? `task.value.${field}`}.${value}`;
  if (typeof value === 'string' && choice in messages) return t(choice as MessageId);
  if (isEmpty(value)) return t(people.has(field) ? 'task.value.nobody' : 'task.value.none');
  if (field === 'state' && taskStates.includes(value as TaskState)) return <StateLabel state={value as TaskState} />;
  if (field === 'outcome') {
    const id = outcomeMessages[value as keyof typeof outcomeMessages];
    return id === undefined ? String(value) : t(id);
  }
  if (field === 'deadline' && typeof value === 'string') return <DeadlineText deadline={value} done />;
  const kind = isPlainField(field) ? plainEntryOf(field).kind : null;
  if (typeof value === 'string' && (kind === 'day' || dayFields.has(field))) return <DayText day={value} />;
  if (kind === 'instant' && typeof value === 'string') return <MomentText at={value} />;
  if (isPlainField(field) && typeof value !== 'object')
    return clip(plainText(field, value as string | number | boolean));
  if (field === 'minutes' || field.endsWith('Minutes')) return durationText(Number(value));
  if (typeof value === 'string' && isInstant(value)) return <MomentText at={value} />;
  if (field === 'description') return clip(textOfHtml(String(value)));
  if (typeof value === 'boolean') return t(value ? 'task.value.yes' : 'task.value.no');
  if (isMoney(value)) return moneyText(locale, value);
  if (isReference(value)) return <Named field={field} reference={value} />;
  if (Array.isArray(value)) {
    return value.map((item, index) => (
      <Fragment key={isReference(item) ? item.id : index}>
        {index > 0 && ', '}
        {isReference(item) ? <Named field={field} reference={item} /> : String(item)}
      </Fragment>
    ));
  }
  if (typeof value === 'object') {
    return (
      <>
        {Object.entries(value as Record<string, unknown>)
          .filter(([, part]) => !isEmpty(part))
          .map(([name, part], index) => (
            <span key={name}>
              {index > 0 && '; '}
              {fieldName(name)}: <FieldValue field={name} value={part} />
            </span>
          ))}
      </>
    );
  }
  return clip(String(value));
}
