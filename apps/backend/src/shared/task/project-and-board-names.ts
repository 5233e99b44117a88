import type { NamedRef, TaskRef } from '@gos/contract';
import type { Actor, Task } from '@gos/domain';
import {
  type BoardDocument,
  boardModel,
  isVisibleTo,
  type ProjectDocument,
  projectModel,
  type RepeatedTaskDocument,
  repeatedTaskModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { ModelReader } from '../../engine/projections/past-read-models';

/**
 * Names of projects and boards for one reader. A person who sees a task may read the names of its present project and
 * board.
 */
export interface ProjectAndBoardNames {
  /** @param own the project that the task is in now */
  project(id: number | null, own: number | null): NamedRef | null;
  /** null for a deleted board too */
  board(id: number | null, own: number | null): NamedRef | null;
  /** The repeated task that generated a task; without a name for readers who may not see it. */
  repeatedTask(id: number | null): TaskRef | null;
  /** References in a history: with a name if the reader may see the project or board now; deleted boards included. */
  past(
    field: 'project' | 'board',
    id: number,
    own: number | null,
  ): { readonly id: number; readonly name: string | null };
}

const numbers = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

@Injectable()
export class PlaceRefsReader {
  constructor(private readonly readModels: ActiveReadModels) {}

  of(
    tasks: readonly (Pick<Task, 'projectId' | 'boardId'> & Partial<Pick<Task, 'repeated'>>)[],
    reader: Actor,
    from?: ModelReader,
  ): Promise<ProjectAndBoardNames> {
    return this.ofIds(
      tasks.map(({ projectId }) => projectId),
      tasks.map(({ boardId }) => boardId),
      reader,
      tasks.map(({ repeated }) => repeated?.id ?? null),
      from,
    );
  }

  async ofIds(
    projectIds: readonly (number | null)[],
    boardIds: readonly (number | null)[],
    reader: Actor,
    repeatedIds: readonly (number | null)[] = [],
    /** Where the names of projects and boards are read. */
    from: ModelReader = this.readModels,
  ): Promise<ProjectAndBoardNames> {
    const [projects, boards, repeated] = await Promise.all([
      from.getMany<ProjectDocument>(projectModel, numbers(projectIds)),
      from.getMany<BoardDocument>(boardModel, numbers(boardIds)),
      this.readModels.getMany<RepeatedTaskDocument>(repeatedTaskModel, numbers(repeatedIds)),
    ]);
    const sees = (projectId: number, own: number | null) =>
      projectId === own || isVisibleTo({ parties: [], projectId }, reader);
    const named = (id: number | null, own: number | null): NamedRef | null => {
      const found = id === null ? undefined : projects.get(String(id));
      return found && sees(found.projectId, own) ? { id: found.projectId, name: found.project.name } : null;
    };
    const onBoard = (id: number | null, own: number | null, deletedToo: boolean): NamedRef | null => {
      const found = id === null ? undefined : boards.get(String(id));
      const there = found && (deletedToo || !found.deleted) && sees(found.projectId, own);
      return there ? { id: found.board.id, name: found.board.name } : null;
    };
    return {
      project: named,
      board: (id, own) => onBoard(id, own, false),
      repeatedTask(id) {
        const found = id === null ? undefined : repeated.get(String(id));
        return id === null ? null : { id, name: found && isVisibleTo(found, reader) ? found.state.name : null };
      },
      past: (field, id, own) => (field === 'project' ? named(id, own) : onBoard(id, own, true)) ?? { id, name: null },
    };
  }
}
