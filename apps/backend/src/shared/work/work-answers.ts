import type { NamedRef, WorkEntryAnswer } from '@gos/contract';
import { type Instant, isFlagged, moneyOfCost } from '@gos/domain';
import {
  guardOfWork,
  isVisibleTo,
  type ListedTaskDocument,
  seesAll,
  type WorkDocument,
  type WorkedEntry,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { PlaceRefsReader } from '../task/project-and-board-names';
import { VisibleTasks } from '../task/visible-tasks';
import { type NamePerson, type Reader, UserAnswers } from '../user/user-answers';
import { WorkAddresses } from './work-addresses';

/** The task as one reader sees it; null in both where it is hidden or deleted. */
interface SeenTask {
  readonly id: number | null;
  readonly name: string | null;
}
const hiddenTask: SeenTask = { id: null, name: null };

type Tasks = ReadonlyMap<number, ListedTaskDocument>;

interface NamesOfEntry {
  readonly task: SeenTask;
  readonly project: NamedRef | null;
}

/** Entries of work for one reader. */
@Injectable()
export class WorkAnswers {
  constructor(
    private readonly tasks: VisibleTasks,
    private readonly users: UserAnswers,
    private readonly places: PlaceRefsReader,
    private readonly addresses: WorkAddresses,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone' | 'currency'>,
  ) {}

  /** @param at the moment of past entries */
  async entries(
    documents: readonly WorkDocument[],
    reader: Reader,
    at = this.clock.instant(),
  ): Promise<WorkEntryAnswer[]> {
    if (documents.length === 0) return [];
    const tasks = await this.tasksOf(documents);
    const [person, namesOf, addresses] = await Promise.all([
      this.users.namesFor(reader),
      this.namesOf(documents, reader, tasks),
      this.addresses.of(documents.filter((one) => seesAddress(one, tasks, reader)).map(({ entry }) => entry.entryId)),
    ]);
    return documents.map((document) => this.entry(document, namesOf(document), at, reader, { person, addresses }));
  }

  private entry(
    { entry, deleted }: WorkDocument,
    names: NamesOfEntry,
    at: Instant,
    reader: Reader,
    { person, addresses }: { readonly person: NamePerson; readonly addresses: ReadonlyMap<number, string> },
  ): WorkEntryAnswer {
    return {
      id: entry.entryId,
      user: person(entry.userId),
      ...names,
      contractId: isHiddenFrom(reader, entry, names) ? null : entry.contractId,
      from: entry.from,
      to: entry.to,
      minutes: entry.minutes,
      ip: addresses.get(entry.entryId) ?? null,
      note: entry.note,
      flagged: isFlagged(entry, at, this.config.timeZone),
      added: entry.added,
      corrected: entry.corrected,
      byOther: entry.byOther ? { ...entry.byOther, by: person(entry.byOther.by) } : null,
      cost: seesCost(entry, reader) ? moneyOfCost(entry.cost, this.config.currency) : null,
      revision: entry.revision,
      ...(deleted && { deleted }),
    };
  }

  private tasksOf(documents: readonly WorkDocument[]): Promise<Tasks> {
    return this.tasks.listed(documents.map(({ taskId }) => taskId));
  }

  /** Names tasks and projects of entries: those that the reader sees, and the projects of tasks that they see. */
  async namesOf(
    documents: readonly WorkDocument[],
    reader: Reader,
    known?: Tasks,
  ): Promise<(one: WorkDocument) => NamesOfEntry> {
    const [tasks, refs] = await Promise.all([
      known ?? this.tasksOf(documents),
      this.places.ofIds(
        documents.map(({ entry }) => entry.projectId),
        [],
        reader,
      ),
    ]);
    return ({ taskId, entry: { projectId } }) => {
      const found = tasks.get(taskId);
      const isSeen = found !== undefined && !found.deleted && isVisibleTo(found, reader);
      return {
        task: isSeen ? { id: found.task.id, name: found.task.name } : hiddenTask,
        project: refs.project(projectId, isSeen ? found.projectId : null),
      };
    };
  }
}

/** A task's contract is hidden together with the task, but not from its worker. */
const isHiddenFrom = (reader: Reader, { userId }: WorkedEntry, { task }: NamesOfEntry) =>
  task.id === null && userId !== reader.id && !seesAll(reader);

const seesCost = ({ userId }: WorkedEntry, reader: Reader) => seesAll(reader) || userId === reader.id;

/** An address is visible to its worker and to the managers of the task's project. */
function seesAddress(document: WorkDocument, tasks: Tasks, reader: Reader): boolean {
  const { entry, taskId } = document;
  const { projectId } = guardOfWork(document, tasks.get(taskId));
  return isVisibleTo({ parties: [entry.userId], projectId, least: 'manage' }, reader);
}
