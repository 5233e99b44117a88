import type { NamedRef, PersonRef } from '@gos/contract';
import { type FieldError, type Instant, localDay, normalizeText, type RefusalCode, taskFieldChecks } from '@gos/domain';
import { parseDuration } from '../../../entities/task/duration';
import type { NewTaskBody } from '../../../entities/task/tasks.api';
import { currency, timeZone } from '../../../lib/installation';
import { parseMoney } from '../../../lib/money-input';
import { changedPlain, emptyPlain, hasLine, keptPlain, type PlainDraft, plainErrors } from './plain-draft';

/** What is in the form: texts as they are typed, until they are asked for. */
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
export type DraftErrors = Partial<Record<DraftField, FieldError>>;

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

const given = (text: string) => normalizeText(text) !== '';

/** The domain's own limits, by the fields of the form. */
export function draftErrors(draft: TaskDraft, now: number): DraftErrors {
  const minutes = given(draft.estimate) ? parseDuration(draft.estimate) : undefined;
  const meeting = draft.type === 'meeting';
  const found: Record<string, FieldError | null> = {
    name: given(draft.name) ? taskFieldChecks.name(draft.name) : { path: 'name', code: 'validation.required' },
    description: taskFieldChecks.description(draft.description),
    tags: taskFieldChecks.tags(draft.tags),
    estimate:
      minutes === undefined
        ? meeting
          ? { path: 'estimate', code: 'task.estimate.required' }
          : null
        : minutes === null
          ? { path: 'estimate', code: 'validation.number' }
          : taskFieldChecks.estimateMinutes(minutes),
    deadline:
      draft.deadline === null
        ? meeting
          ? { path: 'deadline', code: 'task.deadline.required' }
          : null
        : localDay(draft.deadline, timeZone()) < localDay(now, timeZone())
          ? { path: 'deadline', code: 'task.deadline.past' }
          : null,
    budget:
      given(draft.budget) && parseMoney(draft.budget) === null
        ? { path: 'budget', code: 'validation.money', params: { currency: currency() } }
        : null,
    ...plainErrors(draft),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null)) as DraftErrors;
}

const ids = (people: readonly PersonRef[]) => people.map(({ id }) => id);

/** Only what was filled in is sent. */
export function bodyOf(draft: TaskDraft, reader: PersonRef, files: readonly number[]): NewTaskBody {
  const budget = parseMoney(draft.budget);
  return {
    name: normalizeText(draft.name),
    ...(draft.description !== '' && { description: draft.description }),
    ...(draft.solver && { solverId: draft.solver.id }),
    ...(draft.contractor.id !== reader.id && { contractorId: draft.contractor.id }),
    ...(draft.project && { projectId: draft.project.id }),
    ...(draft.board && { boardId: draft.board.id }),
    ...(draft.deadline && { deadline: draft.deadline }),
    ...(draft.tags.length > 0 && { tags: draft.tags.map(normalizeText) }),
    ...(given(draft.estimate) && { estimateMinutes: parseDuration(draft.estimate) }),
    ...(draft.shownDate && { shownDate: draft.shownDate }),
    ...(draft.acknowledged.length > 0 && { acknowledged: ids(draft.acknowledged) }),
    ...(draft.passive.length > 0 && { passive: ids(draft.passive) }),
    ...(budget !== null && { budget: { amount: budget, currency: currency() } }),
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

/** The form's field that a path of the server's answer means. */
export function fieldOfPath(path: string): DraftField | null {
  const [head] = path.split('.');
  if (head === undefined || head === '') return null;
  return (
    bodyFields[head] ?? (head in emptyDraft({ id: 0, name: '' }) || head === 'files' ? (head as DraftField) : null)
  );
}

/** Refusals of the whole that are about one field. */
const codeFields: Partial<Record<RefusalCode, 'project' | 'board'>> = {
  'project.inactive': 'project',
  'project.forbidden': 'project',
  'project.not-found': 'project',
  'board.not-found': 'board',
  'task.not-in-project': 'board',
};

export const fieldOfCode = (code: RefusalCode) => codeFields[code] ?? null;

const keyOf = (readerId: number) => `gos-task-draft-${readerId}`;

function isNamed(value: unknown): value is NamedRef {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value;
}

export function isWorthKeeping(draft: TaskDraft): boolean {
  return given(draft.name) || draft.description !== '' || draft.tags.length > 0 || hasLine(draft);
}

/** More of them than one would ever look through. */
const maxKept = 5;

/** The latest one first; those that were begun before it and not taken up follow. */
export function keepDrafts(readerId: number, drafts: readonly TaskDraft[]): void {
  const worth = drafts.filter(isWorthKeeping).slice(0, maxKept);
  try {
    if (worth.length === 0) localStorage.removeItem(keyOf(readerId));
    else localStorage.setItem(keyOf(readerId), JSON.stringify(worth));
  } catch {
    // A full or forbidden storage only means that nothing is kept.
  }
}

/** A kept draft, as far as it still fits the form. */
function draftOf(kept: unknown, reader: PersonRef): TaskDraft | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const empty = emptyDraft(reader);
  const part = kept as Partial<TaskDraft>;
  const draft: TaskDraft = {
    ...empty,
    ...Object.fromEntries(
      Object.entries(part).filter(
        ([field, value]) => typeof value === 'string' && typeof empty[field as keyof TaskDraft] === 'string',
      ),
    ),
    ...keptPlain({ ...part }),
    solver: isNamed(part.solver) ? part.solver : null,
    contractor: isNamed(part.contractor) ? part.contractor : empty.contractor,
    project: isNamed(part.project) ? part.project : null,
    board: isNamed(part.project) && isNamed(part.board) ? part.board : null,
    deadline: typeof part.deadline === 'string' ? part.deadline : null,
    shownDate: typeof part.shownDate === 'string' ? part.shownDate : null,
    tags: Array.isArray(part.tags) ? part.tags.map(String) : [],
    acknowledged: Array.isArray(part.acknowledged) ? part.acknowledged.filter(isNamed) : [],
    passive: Array.isArray(part.passive) ? part.passive.filter(isNamed) : [],
  };
  return isWorthKeeping(draft) ? draft : null;
}

export function keptDrafts(reader: PersonRef): readonly TaskDraft[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(reader.id)) ?? 'null');
    // One alone is how they were kept before.
    return (Array.isArray(kept) ? kept : [kept]).flatMap((one) => draftOf(one, reader) ?? []);
  } catch {
    return [];
  }
}
