import type { BoardAnswer, Change } from '@gos/contract';
import {
  type BoardDocument,
  boardModel,
  isVisibleTo,
  type ListedTaskDocument,
  taskModel,
  type WorkDocument,
  workModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { DocumentChange } from '../../engine/projections/batch';
import { BoardAnswers } from '../../shared/board/board-answers';
import { TaskAnswers } from '../../shared/task/task-answers';
import { VisibleTasks } from '../../shared/task/visible-tasks';
import type { Reader } from '../../shared/user/user-answers';
import { WorkAnswers } from '../../shared/work/work-answers';
import type { Filter } from '../../stores/read-models/read-models';
import { type Entry, workEntry } from './change-feed';

/** Boards or tasks of a lost project that are named one by one. */
const mostGone = 200;

/** The contents of a batch's changes that are sent with them. */
export interface Contents {
  readonly tasks: ReadonlyMap<number, ListedTaskDocument>;
  readonly boards: ReadonlyMap<number, Omit<BoardAnswer, 'can'>>;
  readonly work: ReadonlyMap<number, WorkDocument>;
}
export const noContents: Contents = { tasks: new Map(), boards: new Map(), work: new Map() };

type WorkChange = DocumentChange & { readonly after: WorkDocument };
const workIn = (applied: readonly DocumentChange[]) =>
  applied.filter((change): change is WorkChange => change.model === workModel.name && change.after !== null);

/** The documents that are sent with their changes, so that browsers need not ask for them; and which a person ceased to see. */
@Injectable()
export class ChangeDocuments {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly visible: VisibleTasks,
    private readonly tasks: TaskAnswers,
    private readonly boards: BoardAnswers,
    private readonly work: WorkAnswers,
  ) {}

  async of(applied: readonly DocumentChange[], entries: readonly Entry[]): Promise<Contents> {
    const tasks = applied.flatMap(({ model, after }) =>
      model === taskModel.name && after ? [[Number(after.id), after as ListedTaskDocument] as const] : [],
    );
    const work = workIn(applied).map(({ after }) => [after.entry.entryId, after] as const);
    return { tasks: new Map(tasks), boards: await this.boardDocs(entries), work: new Map(work) };
  }

  /** The changes of entries of work. */
  async workEntries(applied: readonly DocumentChange[]): Promise<Entry[]> {
    const work = workIn(applied);
    if (work.length === 0) return [];
    const tasks = await this.visible.listed(work.map(({ after }) => after.taskId));
    return work.map((change) => workEntry(change, tasks));
  }

  /** The changes with the documents as this reader sees them. */
  async added(
    changes: readonly Change[],
    { tasks, boards, work }: Contents,
    reader: Reader,
  ): Promise<readonly Change[]> {
    const among = <D>(model: Change['model'], documents: ReadonlyMap<number, D>) =>
      changes.flatMap((change) =>
        change.model === model && !('gone' in change) ? (documents.get(change.id) ?? []) : [],
      ) as D[];
    const [tasksSeen, boardsSeen, workSeen] = [among('task', tasks), among('board', boards), among('work', work)];
    if (tasksSeen.length + boardsSeen.length + workSeen.length === 0) return changes;
    const rows = new Map((await this.tasks.rows(tasksSeen, reader)).map((row) => [row.id, row]));
    const docs = new Map((await this.boards.docsFor(boardsSeen, reader)).map((doc) => [doc.id, doc]));
    const seen = new Map((await this.work.entries(workSeen, reader)).map((entry) => [entry.id, entry]));
    return changes.map((change): Change => {
      if ('gone' in change) return change;
      if (change.model === 'task') return rows.has(change.id) ? { ...change, doc: rows.get(change.id) } : change;
      if (change.model === 'work') return seen.has(change.id) ? { ...change, doc: seen.get(change.id) } : change;
      if (change.model === 'board') return docs.has(change.id) ? { ...change, doc: docs.get(change.id) } : change;
      return change;
    });
  }

  /**
   * Returns the projects that a person ceased to see, with their boards and tasks. If a project has many of them, only
   * the project is named: the `resync` that follows drops the rest.
   */
  async goneWith(projectIds: readonly number[], reader: Reader, position: string): Promise<Change[]> {
    if (projectIds.length === 0) return [];
    const within: Filter = { projectId: { $in: projectIds } };
    const [boards, tasks] = await Promise.all([
      this.readModels.find<BoardDocument>(boardModel, within, { limit: mostGone + 1 }),
      this.readModels.find(taskModel, within, { limit: mostGone + 1 }),
    ]);
    const unseen = tasks.length > mostGone ? [] : tasks.filter((task) => !isVisibleTo(task, reader));
    const ids: readonly (readonly [Change['model'], readonly number[]])[] = [
      ['project', projectIds],
      ['board', boards.length > mostGone ? [] : boards.map(({ board }) => board.id)],
      ['task', unseen.map(({ task }) => task.id)],
    ];
    return ids.flatMap(([model, gone]) => gone.map((id) => ({ model, id, gone: true, position }) as Change));
  }

  /** The boards for one who sees everybody; `added` names them for each reader. */
  private async boardDocs(entries: readonly Entry[]): Promise<Contents['boards']> {
    const ids = entries.flatMap(({ model, id }) => (model === 'board' ? [id] : []));
    if (ids.length === 0) return noContents.boards;
    const documents = await this.readModels.getMany<BoardDocument>(boardModel, ids);
    return new Map((await this.boards.docs([...documents.values()])).map((doc) => [doc.id, doc]));
  }
}
