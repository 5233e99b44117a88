import type { NamedRef, WorkEntryAnswer } from '@gos/contract';
import { isFlagged, moneyOfCost } from '@gos/domain';
import {
  isVisibleTo,
  seesAll,
  type TaskDocument,
  taskModel,
  type WorkDocument,
  type WorkedEntry,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { PlaceRefsReader } from '../task/project-and-board-names';
import { type Reader, UserAnswers } from '../user/user-answers';
import { WorkAddresses } from './work-addresses';

/** A document of an entry, not of a task. */
export type EntryDocument = WorkDocument & { readonly entry: WorkedEntry };

/** The task as one reader sees it; null in both where it is hidden or deleted. */
export interface SeenTask {
  readonly id: number | null;
  readonly name: string | null;
}
const hiddenTask: SeenTask = { id: null, name: null };

/** Entries of work for one reader. */
@Injectable()
export class WorkAnswers {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly users: UserAnswers,
    private readonly places: PlaceRefsReader,
    private readonly addresses: WorkAddresses,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone' | 'currency'>,
  ) {}

  async entries(documents: readonly EntryDocument[], reader: Reader): Promise<WorkEntryAnswer[]> {
    if (documents.length === 0) return [];
    const entries = documents.map(({ entry }) => entry);
    const [person, tasks, project, addresses] = await Promise.all([
      this.users.namesFor(reader),
      this.tasks(
        entries.map(({ taskId }) => taskId),
        reader,
      ),
      this.projects(documents, reader),
      this.addresses.of(documents.filter((one) => seesAddress(one, reader)).map(({ entry }) => entry.entryId)),
    ]);
    const at = this.clock.instant();
    return documents.map(({ entry, projectId }) => ({
      id: entry.entryId,
      user: person(entry.userId),
      task: tasks.get(entry.taskId) ?? hiddenTask,
      project: project(entry.projectId, projectId),
      contractId: entry.contractId,
      from: entry.from,
      to: entry.to,
      minutes: entry.minutes,
      ip: addresses.get(entry.entryId) ?? null,
      note: entry.note,
      flagged: isFlagged(entry, at, this.config.timeZone),
      added: entry.added,
      corrected: entry.corrected,
      cost: seesCost(entry, reader) ? moneyOfCost(entry.cost, this.config.currency) : null,
      revision: entry.revision,
    }));
  }

  /** The tasks by number, as the reader sees them. */
  async tasks(ids: readonly number[], reader: Reader): Promise<ReadonlyMap<number, SeenTask>> {
    const found = await this.readModels.getMany<TaskDocument>(taskModel, [...new Set(ids)]);
    return new Map(
      [...found.values()].map((document) => {
        const { id, name } = document.task;
        return [id, !document.deleted && isVisibleTo(document, reader) ? { id, name } : hiddenTask];
      }),
    );
  }

  /** Names the projects of entries: those that the reader sees, and those of tasks that they see. */
  private async projects(documents: readonly EntryDocument[], reader: Reader) {
    const ids = documents.map(({ entry }) => entry.projectId);
    const refs = await this.places.ofIds(ids, [], reader);
    return (id: number | null, own: number | null): NamedRef | null => (id === null ? null : refs.project(id, own));
  }
}

const seesCost = ({ userId }: WorkedEntry, reader: Reader) => seesAll(reader) || userId === reader.id;

/** An address is its worker's, and that of whoever manages the project of the task. */
function seesAddress({ entry, projectId }: EntryDocument, reader: Reader): boolean {
  return isVisibleTo({ parties: [entry.userId], projectId, least: 'manage' }, reader);
}
