import type { BoardAnswer, PersonRef } from '@gos/contract';
import {
  type BoardFields,
  type BoardSection,
  boardFieldChecks,
  type FieldError,
  type Instant,
  normalizeText,
} from '@gos/domain';

export interface BoardDraft {
  readonly name: string;
  readonly section: BoardSection;
  readonly description: string;
  readonly deadline: Instant | null;
  readonly person: PersonRef | null;
}
export type BoardField = keyof BoardDraft;

export const fieldOfPath = (path: string): BoardField | null =>
  path === 'assignedUserId'
    ? 'person'
    : ((['name', 'section', 'description', 'deadline'] as const).find((field) => field === path) ?? null);

function draftOf(board: BoardAnswer | null, section: BoardSection): BoardDraft {
  return board === null
    ? { name: '', section, description: '', deadline: null, person: null }
    : {
        name: board.name,
        section: board.section,
        description: board.description,
        deadline: board.deadline,
        person: board.assignedUser,
      };
}

export const sameDraft = (a: BoardDraft, b: BoardDraft) =>
  a.name === b.name &&
  a.section === b.section &&
  a.description === b.description &&
  a.deadline === b.deadline &&
  a.person?.id === b.person?.id;

export interface BegunBoard {
  /** As it was when the typing began: what others change meanwhile is told by the server. */
  readonly before: BoardDraft;
  readonly revision: number;
  readonly draft: BoardDraft;
}

function kept(key: string): BegunBoard | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as BegunBoard | null;
  } catch {
    return null;
  }
}

/** What was typed and not sent outlives the dialog and a reload, for this person and this tab. */
export function keepBoard(key: string, { before, revision, draft }: BegunBoard): void {
  if (sameDraft(draft, before)) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify({ before, revision, draft } satisfies BegunBoard));
}

export const forgetBoard = (key: string): void => sessionStorage.removeItem(key);

export function begunBoard(key: string, board: BoardAnswer | null, section: BoardSection): BegunBoard {
  const present = draftOf(board, section);
  const found = kept(key);
  if (found === null) return { before: present, revision: board?.revision ?? 0, draft: present };
  // A new one is meant for the section in which it was begun this time.
  return board === null && found.before.section !== section
    ? { ...found, before: { ...found.before, section }, draft: { ...found.draft, section } }
    : found;
}

type Errors = Partial<Record<BoardField, FieldError>>;

export function errorsOf(draft: BoardDraft, before: BoardDraft): Errors {
  const found: Partial<Record<BoardField, FieldError | null>> = {
    name: boardFieldChecks.name(draft.name),
    description: boardFieldChecks.description(draft.description),
    deadline:
      draft.deadline === null || draft.deadline === before.deadline ? null : boardFieldChecks.deadline(draft.deadline),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null)) as Errors;
}

export function changesOf(draft: BoardDraft, before: BoardDraft): Partial<BoardFields> {
  return {
    ...(normalizeText(draft.name) !== before.name && { name: normalizeText(draft.name) }),
    ...(normalizeText(draft.description) !== before.description && { description: normalizeText(draft.description) }),
    ...(draft.deadline !== before.deadline && { deadline: draft.deadline }),
    ...(draft.person?.id !== before.person?.id && { assignedUserId: draft.person?.id ?? null }),
  };
}
