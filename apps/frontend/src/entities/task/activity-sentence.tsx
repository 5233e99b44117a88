import type { ActivityItem, FieldChange, PersonRef, TaskAnswer } from '@gos/contract';
import { type ActivityEvent, fieldsInEvent, type Reminder, type WorkNotice } from '@gos/domain';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { type MessageId, useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import { PersonName, usePersonName } from '../user/person-name';
import classes from './activity.module.css';
import { durationText } from './duration';
import { FieldValue, type Reference, referencesOf, useFieldName } from './field-value';

interface Sentence {
  readonly id: MessageId;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Fields whose old and new value follow the sentence on its line. */
  readonly inline?: readonly string[];
  /** Old and new values below the sentence, each with the name of its field. */
  readonly below?: readonly FieldChange[];
  /** More changes, folded behind a line with their number. */
  readonly folded?: readonly FieldChange[];
}

/** The parts of a task at its creation, as far as its history and its present say them. */
export interface CreatedFor {
  readonly contractor?: PersonRef;
  readonly solver?: PersonRef | null;
}

type NamePerson = (person: PersonRef) => string;
/** The parts of an event that its sentence names. */
type Said = Pick<ActivityItem, 'event' | 'by' | 'byThen' | 'changes' | 'text'>;
type Say = (item: Said, nameOf: NamePerson, createdFor?: CreatedFor) => Sentence;

const changeOf = (item: Said, field: string) => item.changes.find((change) => change.field === field);

/** Returns all references to people and things anywhere inside a change. */
function allReferences(value: unknown): Reference[] {
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && !('id' in value)) {
    return Object.values(value).flatMap(allReferences);
  }
  return referencesOf(value);
}

function difference(item: Said, fields: readonly string[], side: 'from' | 'to'): Reference[] {
  const other = side === 'to' ? 'from' : 'to';
  const of = (key: 'from' | 'to') => fields.flatMap((field) => allReferences(changeOf(item, field)?.[key]));
  const rest = new Set(of(other).map(({ id }) => id));
  return of(side).filter(({ id }) => !rest.has(id));
}

const names = (references: readonly Reference[]) => references.map(({ id, name }) => name ?? `#${id}`).join(', ');

const people = (references: readonly Reference[], nameOf: NamePerson) =>
  references.map(({ id, name }) => (name === null ? `#${id}` : nameOf({ id, name }))).join(', ');

const participantFields = ['participants', 'acknowledged', 'passive'];

function added(id: MessageId, fields: readonly string[]): Say {
  return (item) => ({ id, values: { what: names(difference(item, fields, 'to')) } });
}

function removed(id: MessageId, fields: readonly string[]): Say {
  return (item) => ({ id, values: { what: names(difference(item, fields, 'from')) } });
}

/** The sentence, or the other one where the reader may not know what it was. */
const named =
  (say: Say, hidden: MessageId): Say =>
  (item, nameOf) => {
    const sentence = say(item, nameOf);
    return sentence.values?.what === '' ? { id: hidden } : sentence;
  };

const reminderMessages: Readonly<Record<Reminder | WorkNotice['kind'], MessageId>> = {
  'deadline-soon': 'task.activity.reminded-soon',
  'deadline-passed': 'task.activity.reminded-passed',
  'work-forgotten': 'task.activity.reminded-work',
  'days-missing': 'task.activity.reminded-days',
  'time-corrected': 'task.activity.notified-of-work',
  'month-closed': 'task.activity.notified-of-work',
  'month-reopened': 'task.activity.notified-of-work',
};

/** The text of a reaction is its emoji. */
const reacted =
  (id: MessageId): Say =>
  ({ text }) => ({ id, values: { emoji: text ?? '' } });

const moved =
  (id: MessageId, ...inline: string[]): Say =>
  () => ({ id, inline });

/** A change of a participant's kind reads as being added to the other one. */
function participantAdded(item: Said, nameOf: NamePerson): Sentence {
  const passiveIds = (side: 'from' | 'to') => {
    const whole = changeOf(item, 'participants')?.[side] as { passive?: unknown } | null | undefined;
    return allReferences(whole?.passive ?? changeOf(item, 'passive')?.[side]);
  };
  const before = new Set(passiveIds('from').map(({ id }) => id));
  const nowPassive = passiveIds('to').filter(({ id }) => !before.has(id));
  if (nowPassive.length > 0) return { id: 'task.activity.passive-added', values: { what: people(nowPassive, nameOf) } };
  const joined = difference(item, participantFields, 'to');
  const acknowledged =
    joined.length > 0
      ? joined
      : passiveIds('from').filter(({ id }) => !passiveIds('to').some((other) => other.id === id));
  return { id: 'task.activity.acknowledged-added', values: { what: people(acknowledged, nameOf) } };
}

function assigned(item: Said, nameOf: NamePerson): Sentence {
  const change = changeOf(item, 'solver');
  const to = referencesOf(change?.to);
  const from = referencesOf(change?.from);
  if (to.length === 0) return { id: 'task.activity.unassigned', values: { what: people(from, nameOf) } };
  return from.length === 0
    ? { id: 'task.activity.assigned', values: { what: people(to, nameOf) } }
    : { id: 'task.activity.solver-changed', inline: ['solver'] };
}

function edited(item: Said): Sentence {
  const [only] = item.changes;
  if (only !== undefined && item.changes.length === 1 && only.field !== 'description') {
    return { id: 'task.activity.edited-one', values: { field: only.field }, inline: [only.field] };
  }
  return { id: 'task.activity.edited', below: item.changes };
}

function accepted(item: Said, nameOf: NamePerson): Sentence {
  const reservation = changeOf(item, 'reservation')?.to;
  const outcome = changeOf(item, 'outcome')?.to;
  const reserved = outcome === 'accepted-with-reservation' || (reservation !== null && reservation !== undefined);
  const rating = changeOf(item, 'rating')?.to;
  const contractor = people(referencesOf(changeOf(item, 'onBehalfOf')?.to), nameOf);
  const id = `task.activity.accepted${reserved ? '-with-reservation' : ''}${contractor && '-for'}` as const;
  const reduced = changeOf(item, 'costReduction');
  return {
    id,
    ...(contractor && { values: { contractor } }),
    ...(typeof rating === 'number' && { inline: ['rating'] }),
    ...(reduced && { below: [reduced] }),
  };
}

const timed =
  (id: MessageId, withMinutes: MessageId, side: 'from' | 'to' = 'to'): Say =>
  (item) => {
    const minutes = changeOf(item, 'minutes')?.[side];
    return typeof minutes === 'number' ? { id: withMinutes, values: { time: durationText(minutes) } } : { id };
  };

const nameOf = ({ id, name }: Reference) => name ?? `#${id}`;

/** From where to where, each by its name; what stays the same isn't said. */
function movedTask(item: Said): Sentence {
  const [project, board] = [changeOf(item, 'project'), changeOf(item, 'board')];
  const one = (value: unknown) => referencesOf(value)[0];
  const [fromProject, toProject] = [one(project?.from), one(project?.to)];
  const [fromBoard, toBoard] = [one(board?.from), one(board?.to)];
  if (toProject) {
    const values = {
      project: nameOf(toProject),
      ...(fromProject && { from: nameOf(fromProject) }),
      ...(toBoard && { board: nameOf(toBoard) }),
    };
    const way = fromProject ? 'moved-between-projects' : 'moved-to-project';
    return { id: toBoard ? `task.activity.${way}-board` : `task.activity.${way}`, values };
  }
  if (fromProject) return { id: 'task.activity.moved-out-of-project', values: { from: nameOf(fromProject) } };
  if (toBoard && fromBoard) {
    const values = { from: nameOf(fromBoard), board: nameOf(toBoard) };
    return { id: 'task.activity.moved-between-boards', values };
  }
  if (toBoard) return { id: 'task.activity.moved-to-board', values: { board: nameOf(toBoard) } };
  if (fromBoard) return { id: 'task.activity.moved-out-of-board', values: { from: nameOf(fromBoard) } };
  return { id: 'task.activity.moved' };
}

/** Fields that the sentence of a creation contains already, and the initial state of every task. */
const toldOfCreation: ReadonlySet<string> = new Set(['contractor', 'solver', 'state']);

/** Describes a creation with its initial fields; the name is left out because the task's head shows it. */
function created(item: Said, nameOf: NamePerson, createdFor: CreatedFor = {}): Sentence {
  const folded = item.changes.filter(({ field }) => !toldOfCreation.has(field));
  const further = folded.some(({ field }) => !['name', 'type', 'priority'].includes(field));
  return { ...createdSentence(item, nameOf, createdFor), ...(further && { folded }) };
}

/** For whom a task was created, when it wasn't for its creator alone. */
function createdSentence(item: Said, nameOf: NamePerson, { contractor, solver }: CreatedFor): Sentence {
  const forContractor = item.event === 'TaskCreatedForContractor';
  const contractorName = forContractor && contractor ? nameOf(contractor) : undefined;
  if (contractorName && solver) {
    return {
      id: 'task.activity.created-contractor-solver',
      values: { contractor: contractorName, solver: nameOf(solver) },
    };
  }
  if (contractorName) return { id: 'task.activity.created-contractor', values: { contractor: contractorName } };
  if (forContractor) return { id: 'task.activity.created-for-contractor' };
  if (!solver) return { id: 'task.activity.created' };
  return solver.id === item.by?.id
    ? { id: 'task.activity.created-own' }
    : { id: 'task.activity.created-solver', values: { solver: nameOf(solver) } };
}

type EventType = ActivityEvent['type'];
/** Events about which the text `task.activity.EVENT` says everything. */
type PlainEvent = { [T in EventType]: `task.activity.${T}` extends MessageId ? T : never }[EventType];

/** The sentences of all other events. An event type with neither a text nor a sentence does not compile. */
const sentences: Readonly<Record<Exclude<EventType, PlainEvent>, Say>> = {
  TaskCreated: created,
  TaskCreatedForContractor: created,
  TaskEdited: edited,
  TaskMoneyEdited: edited,
  TaskAssigned: assigned,
  ContractorChanged: moved('task.activity.contractor-changed', 'contractor'),
  DeadlineMoved: moved('task.activity.deadline-moved', 'deadline'),
  TaskPlanned: moved('task.activity.planned', 'shownDate'),
  SubtaskAdded: added('task.activity.subtask-added', ['subtasks']),
  PredecessorAdded: added('task.activity.predecessor-added', ['predecessors']),
  PredecessorRemoved: removed('task.activity.predecessor-removed', ['predecessors']),
  ParticipantAdded: participantAdded,
  ParticipantRemoved: (item, nameOf) => ({
    id: 'task.activity.participant-removed',
    values: { what: people(difference(item, participantFields, 'from'), nameOf) },
  }),
  DocumentAdded: named(added('task.activity.file-added', ['files']), 'task.activity.file-added-hidden'),
  DocumentRemoved: named(removed('task.activity.file-removed', ['files']), 'task.activity.file-removed-hidden'),
  DocumentRestored: named(added('task.activity.file-restored', ['files']), 'task.activity.file-restored-hidden'),
  ReactionAdded: reacted('task.activity.reacted'),
  ReactionRemoved: reacted('task.activity.reaction-removed'),
  TaskAccepted: accepted,
  EstimateIncreased: moved('task.activity.estimate-increased', 'estimateMinutes'),
  EstimateReduced: moved('task.activity.estimate-reduced', 'estimateMinutes'),
  BudgetAdded: moved('task.activity.budget-added', 'budget'),
  BudgetReduced: moved('task.activity.budget-reduced', 'budget'),
  TaskMoved: movedTask,
  WorkEnded: timed('task.activity.work-ended', 'task.activity.worked'),
  TimeAdded: timed('task.activity.time-added', 'task.activity.time-added-of'),
  TimeChanged: ({ changes }) => ({ id: 'task.activity.time-changed', below: changes }),
  TimeRemoved: timed('task.activity.time-removed', 'task.activity.time-removed-of', 'from'),
  TimeRestored: timed('task.activity.time-restored', 'task.activity.time-restored-of'),
  UsersNotified(item) {
    const kind = String(changeOf(item, 'reminder')?.to);
    // A newer server may send a kind that this version does not know.
    return { id: (reminderMessages as Readonly<Record<string, MessageId>>)[kind] ?? 'task.activity.notified' };
  },
};

/** The sentence of an event with one of its own, or with a text alone; an event that this version does not know yet is an edit. */
function sentenceOf(texts: object, item: Said, nameOf: NamePerson, createdFor?: CreatedFor): Sentence {
  const say = (sentences as Readonly<Record<string, Say>>)[item.event];
  if (say) return say(item, nameOf, createdFor);
  const id = `task.activity.${item.event as PlainEvent}` as const;
  return { id: id in texts ? id : 'task.activity.edited', inline: fieldsInEvent(item.event) };
}

export function FromTo({ change }: { readonly change: FieldChange }): ReactNode {
  const t = useT();
  const had = change.from !== null && change.from !== undefined && change.from !== '';
  return (
    <span className={classes.change}>
      {had && (
        <>
          <span className={pieces.hidden}>{t('task.activity.from')} </span>
          <del>
            <FieldValue field={change.field} value={change.from} />
          </del>
          <span aria-hidden> → </span>
        </>
      )}
      <span className={pieces.hidden}> {t('task.activity.to')} </span>
      <ins>
        <FieldValue field={change.field} value={change.to} />
      </ins>
    </span>
  );
}

function Changes({ changes }: { readonly changes: readonly FieldChange[] }): ReactNode {
  const fieldName = useFieldName();
  return (
    <ul className={`${pieces.small} ${classes.below}`}>
      {changes.map((change) => (
        <li key={change.field}>
          {fieldName(change.field)}: <FromTo change={change} />
        </li>
      ))}
    </ul>
  );
}

/** The contractor of a task never changes; its first solver is the one before the first change of solvers. */
export function createdForOf(task: TaskAnswer, items: readonly ActivityItem[]): CreatedFor {
  const change = items.map((item) => changeOf(item, 'solver')).find((found) => found !== undefined);
  const isCreation = (item: Said) => item.event === 'TaskCreated' || item.event === 'TaskCreatedForContractor';
  const given = items.find(isCreation);
  const atCreation = given && changeOf(given, 'solver');
  if (atCreation) return { contractor: task.contractor, solver: atCreation.to as PersonRef };
  const first = change === undefined ? task.solver : (change.from as PersonRef | null);
  return { contractor: task.contractor, solver: first };
}

interface ActivitySentenceProps {
  readonly item: Said;
  readonly createdFor?: CreatedFor;
  /** Without changes below the sentence. */
  readonly brief?: boolean;
}

/** Renders an event as a sentence in the reader's language. */
export function ActivitySentence({ item, createdFor, brief = false }: ActivitySentenceProps): ReactNode {
  const t = useT();
  const { messages } = useIntl();
  const nameOf = usePersonName();
  const fieldName = useFieldName();
  const { id, values, inline, below, folded } = sentenceOf(messages, item, nameOf, createdFor);
  const field = values?.field;
  const filled = typeof field === 'string' ? { ...values, field: fieldName(field).toLocaleLowerCase() } : values;
  const followed = (inline ?? []).map((name) => changeOf(item, name)).filter((change) => change !== undefined);
  return (
    <>
      <span className={classes.sentence}>
        <strong>{item.by ? <PersonName person={item.by} /> : t('task.activity.system')}</strong>{' '}
        {item.byThen !== null && (
          <span className={pieces.nothing}>{t('task.activity.then', { name: item.byThen })} </span>
        )}
        {t(id, filled)}
        {followed.map((change) => (
          <span key={change.field}>
            {' '}
            <FromTo change={change} />
          </span>
        ))}
      </span>
      {below !== undefined && below.length > 0 && !brief && <Changes changes={below} />}
      {folded !== undefined && !brief && (
        <details className={`${pieces.small} ${classes.folded}`}>
          <summary>{t('task.activity.created-changes', { count: folded.length })}</summary>
          <Changes changes={folded} />
        </details>
      )}
    </>
  );
}
