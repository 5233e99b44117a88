import type { NamedRef, WorkEntryAnswer } from '@gos/contract';
import { type Instant, isFlagged, moneyOfCost } from '@gos/domain';
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
import { type NamePerson, type Reader, UserAnswers } from '../user/user-answers';
import { WorkAddresses } from './work-addresses';

/** A document of an entry, not of a task. */
export type EntryDocument = WorkDocument & { readonly entry: WorkedEntry };

/** The task as one reader sees it; null in both where it is hidden or deleted. */
interface SeenTask {
  readonly id: number | null;
  readonly name: string | null;
}
const hiddenTask: SeenTask = { id: null, name: null };

interface NamesOfEntry {
  readonly task: SeenTask;
  readonly project: NamedRef | null;
}

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
    const [person, namesOf, addresses] = await Promise.all([
      this.users.namesFor(reader),
      this.namesOf(documents, reader),
      this.addresses.of(documents.filter((one) => seesAddress(one, reader)).map(({ entry }) => entry.entryId)),
    ]);
    const at = this.clock.instant();
    return documents.map((document) => this.entry(document, namesOf(document), at, reader, { person, addresses }));
  }

  private entry(
    { entry, deleted }: EntryDocument,
    names: NamesOfEntry,
    at: Instant,
    reader: Reader,
    { person, addresses }: { readonly person: NamePerson; readonly addresses: ReadonlyMap<number, string> },
  ): WorkEntryAnswer {
    return {
      id: entry.entryId,
      user: person(entry.userId),
      ...names,
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
      ...(deleted && { deleted }),
    };
  }

  /** Names tasks and projects of entries: those that the reader sees, and the projects of tasks that they see. */
  async namesOf(documents: readonly EntryDocument[], reader: Reader): Promise<(one: EntryDocument) => NamesOfEntry> {
    const taskIds = new Set(documents.map(({ taskId }) => taskId));
    const [tasks, refs] = await Promise.all([
      this.readModels.getMany<TaskDocument>(taskModel, [...taskIds]),
      this.places.ofIds(
        documents.map(({ entry }) => entry.projectId),
        [],
        reader,
      ),
    ]);
    return ({ taskId, entry: { projectId } }) => {
      const found = tasks.get(String(taskId));
      const isSeen = found !== undefined && !found.deleted && isVisibleTo(found, reader);
      return {
        task: isSeen ? { id: found.task.id, name: found.task.name } : hiddenTask,
        project: refs.project(projectId, isSeen ? found.projectId : null),
      };
    };
  }
}

const seesCost = ({ userId }: WorkedEntry, reader: Reader) => seesAll(reader) || userId === reader.id;

/** An address is its worker's, and that of whoever manages the project of the task. */
function seesAddress({ entry, projectId }: EntryDocument, reader: Reader): boolean {
  return isVisibleTo({ parties: [entry.userId], projectId, least: 'manage' }, reader);
}
