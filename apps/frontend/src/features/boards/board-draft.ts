import type { BoardAnswer, PersonRef } from '@gos/contract';
import { type BoardSection, boardFieldChecks, boardSections, type Instant, normalizeText } from '@gos/domain';
import { isPersonRef } from '../../entities/user/use-people';
import type { FieldErrors } from '../../ui/form/form-errors';

export interface BoardDraft {
  readonly name: string;
  readonly section: BoardSection;
  readonly description: string;
  readonly deadline: Instant | null;
  readonly person: PersonRef | null;
}

export const fieldOfPath = (path: string): string => (path === 'assignedUserId' ? 'person' : path);

export const draftOf = (board: BoardAnswer | null, section: BoardSection): BoardDraft => ({
  name: board?.name ?? '',
  section: board?.section ?? section,
  description: board?.description ?? '',
  deadline: board?.deadline ?? null,
  person: board?.assignedUser ?? null,
});

/** Whether a kept value still fits the form. */
export function fitsBoard(field: string, value: unknown): boolean {
  if (field === 'section') return boardSections.some((section) => section === value);
  if (field === 'person') return value === null || isPersonRef(value);
  return typeof value === 'string' ? ['name', 'description', 'deadline'].includes(field) : field === 'deadline';
}

/** The domain's own limits. @param deadline that of the board, which may have passed */
export const boardErrors = (draft: BoardDraft, deadline: Instant | null): FieldErrors => ({
  name: boardFieldChecks.name(draft.name),
  deadline: draft.deadline === null || draft.deadline === deadline ? null : boardFieldChecks.deadline(draft.deadline),
  description: boardFieldChecks.description(draft.description),
});

/** The fields as they are sent. */
export const boardBody = ({ name, section, description, deadline, person }: BoardDraft) => ({
  name: normalizeText(name),
  section,
  description: normalizeText(description),
  deadline,
  assignedUserId: person?.id ?? null,
});
