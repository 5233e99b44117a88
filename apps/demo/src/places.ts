import type { BoardCommand, ProjectCommand } from '@gos/domain';
import type { BoardText, ProjectText } from './texts/project-text';

/** Projects and boards with the moments between which they take tasks. */

export interface PlannedBoard {
  readonly id: number;
  readonly about: BoardText;
  readonly opened: number;
  /** From then on it takes no more tasks. */
  readonly closed: number;
}

export interface PlannedProject {
  readonly id: number;
  readonly about: ProjectText;
  /** The moment from which all members are in it. */
  readonly opened: number;
  readonly closed: number;
  readonly managers: readonly number[];
  /** People who may add tasks there at any time. */
  readonly editors: ReadonlySet<number>;
  readonly boards: readonly PlannedBoard[];
}

/** Where a task is: in a project, mostly on one of its boards. */
export interface Place {
  readonly project: PlannedProject;
  readonly board: PlannedBoard | null;
}

export type PlaceStep = { readonly at: number; readonly by: number } & (
  | { readonly on: 'project'; readonly projectId: number; readonly command: ProjectCommand }
  | { readonly on: 'board'; readonly projectId: number; readonly boardId: number; readonly command: BoardCommand }
);

export const isOpen = ({ opened, closed }: { readonly opened: number; readonly closed: number }, at: number) =>
  opened < at && at < closed;

export function placeNamed(projects: readonly PlannedProject[], key: string, name: string): Place {
  const project = projects.find(({ about }) => about.key === key)!;
  return { project, board: project.boards.find(({ about }) => about.name === name)! };
}
