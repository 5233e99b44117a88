import type { NamedRef, TaskAnswer } from '@gos/contract';
import { type Instant, instantOf, isDay, isInstant, type RefusalCode, years } from '@gos/domain';
import type { QueryClient } from '@tanstack/react-query';
import { boardQuery } from '../../../entities/board/boards.api';
import { projectQuery } from '../../../entities/project/projects.api';
import { taskQuery } from '../../../entities/task/tasks.api';
import { timeZone } from '../../../lib/installation';
import { type SharedContent, sharedContent } from '../../../lib/shared-content';

/** Where and until when a new task is to be, as the address says it; what makes no sense is silently absent. */
export interface NewTaskSearch {
  readonly projectId?: number;
  readonly boardId?: number;
  /** A day, until its end, or a moment. */
  readonly deadline?: string;
  /** The task that it is to be like. */
  readonly from?: number;
  /** The number of the content that another app shared. */
  readonly shared?: number;
}

function numberOf(value: unknown): number | undefined {
  const id = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function validateNewTaskSearch(search: Record<string, unknown>): NewTaskSearch {
  const { deadline } = search;
  return {
    projectId: numberOf(search.projectId),
    boardId: numberOf(search.boardId),
    deadline: isDay(deadline, years.business) || isInstant(deadline, years.business) ? deadline : undefined,
    from: numberOf(search.from),
    shared: numberOf(search.shared),
  };
}

export function askedDeadline({ deadline }: NewTaskSearch): Instant | null {
  if (deadline === undefined) return null;
  return isDay(deadline) ? instantOf(deadline, '23:59', timeZone()) : deadline;
}

export interface AskedPlace {
  readonly project: NamedRef;
  readonly board: NamedRef | null;
  /** Why the project takes no task from the reader now. */
  readonly refused: RefusalCode | null;
}

const seen = <T>(answer: Promise<T>) => answer.catch(() => null);

export interface NewTaskStart {
  readonly asked: AskedPlace | null;
  /** Null for a requested task that the reader may not see. */
  readonly source: TaskAnswer | null;
  /** Null also for a shared content that is gone. */
  readonly shared: SharedContent | null;
}

/** Loads the initial values of a new task from the address. Its place is its source's, unless the address has another. */
export async function loadStart(client: QueryClient, search: NewTaskSearch): Promise<NewTaskStart> {
  const source = search.from === undefined ? null : await seen(client.ensureQueryData(taskQuery(search.from)));
  const isPlaced = search.projectId !== undefined || search.boardId !== undefined;
  const place = isPlaced ? search : { projectId: source?.project?.id, boardId: source?.board?.id };
  const shared = search.shared === undefined ? null : await sharedContent(search.shared);
  return { asked: await loadPlace(client, place), source, shared };
}

/** The project and board of the address by their names; null when the reader sees no such project. */
async function loadPlace(client: QueryClient, { projectId, boardId }: NewTaskSearch): Promise<AskedPlace | null> {
  const asked = projectId === undefined ? null : seen(client.ensureQueryData(projectQuery(projectId)));
  const board = boardId === undefined ? null : await seen(client.ensureQueryData(boardQuery(boardId)));
  const project = await (asked ?? (board && seen(client.ensureQueryData(projectQuery(board.projectId)))));
  if (!project) return null;
  const { id, name, can } = project;
  const fits = board !== null && board.projectId === id && board.deleted !== true;
  return {
    project: { id, name },
    board: fits ? { id: board.id, name: board.name } : null,
    refused: can.tasks === true ? null : can.tasks,
  };
}
