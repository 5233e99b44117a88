import type { NamedRef, PersonRef, PlainAnswers, TaskAnswer } from '@gos/contract';
import {
  type EditedField,
  editedFieldNames,
  type FieldError,
  type Instant,
  localDay,
  normalizeText,
  type RefusalCode,
  taskFieldChecks,
} from '@gos/domain';
import { durationText, parseDuration } from '../../../entities/task/duration';
import type { NewTaskBody } from '../../../entities/task/tasks.api';
import type { Say } from '../../../i18n';
import { ApiProblem } from '../../../lib/api';
import { timeZone } from '../../../lib/installation';
import { moneyError, moneyIn } from '../../../lib/money-input';
import type { FieldErrors, FieldTexts } from '../../../ui/form/form-errors';
import {
  changedPlain,
  emptyPlain,
  fitsPlain,
  hasLine,
  isPlain,
  type PlainDraft,
  plainDraftOf,
  plainErrors,
} from './plain-draft';

/** The values of the form; texts are as they are typed. */
export interface TaskDraft extends PlainDraft {
  readonly name: string;
  readonly description: string;
  readonly solver: PersonRef | null;
  readonly contractor: PersonRef;
  readonly project: NamedRef | null;
  readonly board: NamedRef | null;
  readonly deadline: Instant | null;
  readonly tags: readonly string[];
  readonly estimate: string;
  readonly shownDate: string | null;
  readonly acknowledged: readonly PersonRef[];
  readonly passive: readonly PersonRef[];
  readonly budget: string;
}
export type DraftField = keyof TaskDraft | 'files';

export function emptyDraft(reader: PersonRef): TaskDraft {
  return {
    name: '',
    description: '',
    solver: null,
    contractor: { id: reader.id, name: reader.name },
    project: null,
    board: null,
    deadline: null,
    tags: [],
    estimate: '',
    shownDate: null,
    acknowledged: [],
    passive: [],
    budget: '',
    ...emptyPlain,
  };
}

export const given = (text: string) => normalizeText(text) !== '';

type DetailField = 'tags' | 'estimate' | 'acknowledged' | 'passive' | 'budget';
/** The fields that tasks and repeated tasks have in common, next to name, description, people and place. */
type DetailsDraft = PlainDraft & Pick<TaskDraft, DetailField>;
type DetailsAnswer = Pick<PlainAnswers, EditedField> & Pick<TaskAnswer, 'tags' | 'estimateMinutes' | 'budget'>;

export const detailsDraftOf = (
  one: DetailsAnswer,
  { acknowledged, passive }: TaskAnswer['participants'],
): DetailsDraft => ({
  tags: one.tags,
  estimate: one.estimateMinutes === null ? '' : durationText(one.estimateMinutes),
  acknowledged,
  passive,
  budget: one.budget?.amount ?? '',
  ...plainDraftOf(one, editedFieldNames),
});

const ids = (people: readonly PersonRef[]) => people.map(({ id }) => id);

/** The values as they are sent, without the plain ones. */
export const detailsOf = (draft: DetailsDraft) => ({
  tags: draft.tags.map(normalizeText),
  estimateMinutes: given(draft.estimate) ? parseDuration(draft.estimate) : null,
  budget: moneyIn(draft.budget),
  acknowledged: ids(draft.acknowledged),
  passive: ids(draft.passive),
});

function estimateError(text: string, isMeeting: boolean): FieldError | null {
  if (!given(text)) return isMeeting ? { path: 'estimate', code: 'task.estimate.required' } : null;
  const minutes = parseDuration(text);
  return minutes === null ? { path: 'estimate', code: 'validation.number' } : taskFieldChecks.estimateMinutes(minutes);
}

export const detailsErrors = (draft: DetailsDraft, isMeeting: boolean) => ({
  tags: taskFieldChecks.tags(draft.tags),
  estimate: estimateError(draft.estimate, isMeeting),
  budget: moneyError('budget', draft.budget),
  ...plainErrors(draft, editedFieldNames),
});

/** The domain's own limits, by the fields of the form. */
export function draftErrors(draft: TaskDraft, now: number): FieldErrors {
  const meeting = draft.type === 'meeting';
  return {
    name: given(draft.name) ? taskFieldChecks.name(draft.name) : { path: 'name', code: 'validation.required' },
    description: taskFieldChecks.description(draft.description),
    deadline:
      draft.deadline === null
        ? meeting
          ? { path: 'deadline', code: 'task.deadline.required' }
          : null
        : localDay(draft.deadline, timeZone()) < localDay(now, timeZone())
          ? { path: 'deadline', code: 'task.deadline.past' }
          : null,
    ...detailsErrors(draft, meeting),
  };
}

const isFilledIn = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);

/** Only what was filled in is sent. */
export function bodyOf(draft: TaskDraft, reader: PersonRef, files: readonly number[]): NewTaskBody {
  const details = Object.entries(detailsOf(draft)).filter(([, value]) => isFilledIn(value));
  return {
    name: normalizeText(draft.name),
    ...(draft.description !== '' && { description: draft.description }),
    ...(draft.solver && { solverId: draft.solver.id }),
    ...(draft.contractor.id !== reader.id && { contractorId: draft.contractor.id }),
    ...(draft.project && { projectId: draft.project.id }),
    ...(draft.board && { boardId: draft.board.id }),
    ...(draft.deadline && { deadline: draft.deadline }),
    ...(draft.shownDate && { shownDate: draft.shownDate }),
    ...Object.fromEntries(details),
    ...changedPlain(draft),
    ...(files.length > 0 && { files }),
  };
}

const bodyFields: Readonly<Record<string, DraftField>> = {
  solverId: 'solver',
  contractorId: 'contractor',
  projectId: 'project',
  boardId: 'board',
  estimateMinutes: 'estimate',
};

/** The form's field of a path in the server's answer. */
export function fieldOfPath(path: string): DraftField | null {
  const [head] = path.split('.');
  if (head === undefined || head === '') return null;
  return (
    bodyFields[head] ?? (head in emptyDraft({ id: 0, name: '' }) || head === 'files' ? (head as DraftField) : null)
  );
}

/** The refusals of the whole that are about one field; all others are about the whole. */
const codeFields: Partial<Record<RefusalCode, 'project' | 'board'>> = {
  'project.inactive': 'project',
  'project.forbidden': 'project',
  'project.not-found': 'project',
  'board.not-found': 'board',
  'task.not-in-project': 'board',
};

/** A refusal of the whole at the field that it is about. */
export function refusedByCode(error: unknown, t: Say): FieldTexts {
  const problem = error instanceof ApiProblem ? error.problem : null;
  const field = problem && codeFields[problem.code];
  return problem && field ? { [field]: t(problem.code, problem.params) } : {};
}

const isNamed = (value: unknown) => typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

/** Whether a kept value is of the kind that an empty form has there. */
export function fitsDraft<T extends object>(form: T, field: string, value: unknown): boolean {
  if (!Object.hasOwn(form, field)) return false;
  if (isPlain(field)) return fitsPlain(field, value);
  const empty: unknown = form[field as keyof T];
  if (Array.isArray(empty)) {
    return Array.isArray(value) && value.every(field === 'tags' ? (tag) => typeof tag === 'string' : isNamed);
  }
  if (empty !== null && typeof empty !== 'object') return typeof value === typeof empty;
  if (value === null) return empty === null;
  return typeof value === 'object' ? isNamed(value) : empty === null;
}

export function isWorthKeeping(draft: TaskDraft): boolean {
  return given(draft.name) || draft.description !== '' || draft.tags.length > 0 || hasLine(draft);
}
