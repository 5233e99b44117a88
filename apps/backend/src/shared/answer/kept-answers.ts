import { type Actor, isPositionBefore, laterPosition } from '@gos/domain';
import { same } from '@gos/domain/kernel/values';
import {
  commentModel,
  highestNumberModel,
  isVisibleTo,
  type ListedTaskDocument,
  milestoneModel,
  notificationModel,
  planModel,
  repeatedTaskActivityModel,
  taskActivityModel,
  taskModel,
  webhookModel,
  worklogModel,
  workModel,
} from '@gos/projections';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LEADERSHIPS, type Leaderships } from '../../engine/coordination/leadership';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type AppliedBatch, appliedChannel } from '../../engine/projections/applied';
import type { DocumentChange } from '../../engine/projections/batch';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { LocalToday } from '../../kernel/local-today';
import { Metrics } from '../../observability/metrics';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { People } from '../user/people';

type Reader = Actor & { readonly id: number };

/** An answer's JSON in UTF-8, and its weak ETag. */
export interface KeptAnswer {
  readonly body: Buffer;
  readonly tag: string;
}

/** Keeps a computed answer unless something that its reader may see has changed since the computation began. */
export type Keep = (body: string, tag: string) => void;

interface Entry extends KeptAnswer {
  readonly version: number;
  readonly bytes: number;
}

interface Version {
  readonly reader: Reader;
  readonly version: number;
}

/** Limit of the kept answers with their keys. */
const maxBytes = 32 * 1024 * 1024;
/** Approximate memory of an entry in addition to its texts. */
const overhead = 300;
/** Limit of the readers with a version. */
const maxReaders = 10_000;
/** Changes of tasks in a batch that are compared with each reader; a larger batch drops all answers. */
const maxCompared = 500;
/** Time after which a process that has heard nothing continues from the stored position. */
const silenceMs = 5_000;

/**
 * The read models that no kept answer depends on. The detail of a deleted task reads its history, but a deletion also
 * changes the task. A change of any model that is neither here nor `task` drops all answers.
 */
const independent: ReadonlySet<string> = new Set(
  [
    commentModel,
    taskActivityModel,
    milestoneModel,
    workModel,
    worklogModel,
    notificationModel,
    planModel,
    webhookModel,
    repeatedTaskActivityModel,
    highestNumberModel,
  ].map(({ name }) => name),
);

type TaskChange = DocumentChange & {
  readonly before: ListedTaskDocument | null;
  readonly after: ListedTaskDocument | null;
};
const isOfTask = (change: DocumentChange): change is TaskChange => change.model === taskModel.name;

/** Whether the change affects people who do not see the task: the detail of its parent lists it unless it is deleted. */
const leavesParent = ({ before, after }: TaskChange) =>
  before !== null &&
  before.deleted !== after?.deleted &&
  (before.task.parentId ?? after?.task.parentId ?? null) !== null;

/**
 * The answers to readers' requests, until something that they may see changes. Each reader has a version, and an answer is valid
 * while its reader's version is the one in which its computation began. Visibility decides whose versions end: those of
 * the people who see a changed task before or after the change. Any other change ends all versions.
 */
@Injectable()
export class KeptAnswers implements OnModuleInit, OnModuleDestroy {
  /** By key, the least recently used first. */
  private readonly answers = new Map<string, Entry>();
  private readonly versions = new Map<number, Version>();
  private readonly today: LocalToday;
  private bytes = 0;
  private lastVersion = 0;
  /** The position up to which changes are known here. */
  private heard: string | null = null;
  private heardAt = Number.NEGATIVE_INFINITY;
  private readonly stops: (() => void)[] = [];

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly metrics: Metrics,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(LEADERSHIPS) private readonly leading: Leaderships,
    clock: Clock,
    @Inject(CONFIG) { timeZone }: Config,
  ) {
    this.today = new LocalToday(clock, timeZone);
  }

  onModuleInit(): void {
    this.stops.push(
      this.broadcast.subscribe(
        appliedChannel,
        (message) => this.hear(message as AppliedBatch),
        () => this.missedSome(),
      ),
      this.people.onChanged(() => this.clear()),
    );
  }

  onModuleDestroy(): void {
    for (const stop of this.stops) stop();
    this.clear();
  }

  /**
   * Returns the kept answer to a request of this reader, or null.
   * @param reader with their present rights
   * @param address path and query
   */
  async find(reader: Reader, address: string): Promise<KeptAnswer | null> {
    const key = this.keyOf(reader, address);
    const found = this.answers.has(key) && (await this.hasHeardAll()) ? this.valid(key, reader) : null;
    this.metrics.keptAnswers.inc({ outcome: found ? 'hit' : 'miss' });
    return found;
  }

  /** Call it before anything is read for the answer. */
  begin(reader: Reader, address: string): Keep {
    const key = this.keyOf(reader, address);
    const { version } = this.versionOf(reader) ?? this.newVersion(reader);
    return (text, tag) => {
      if (this.versions.get(reader.id)?.version !== version) return;
      const body = Buffer.from(text);
      this.put(key, { body, tag, version, bytes: body.length + 2 * key.length + overhead });
    };
  }

  /** The day belongs to the key, because it decides what lists hold. */
  private keyOf({ id }: Reader, address: string): string {
    return `${id} ${this.today.day()} ${address}`;
  }

  private valid(key: string, reader: Reader): KeptAnswer | null {
    const entry = this.answers.get(key);
    if (!entry || entry.version !== this.versionOf(reader)?.version) return null;
    this.answers.delete(key);
    this.answers.set(key, entry);
    return entry;
  }

  /** The reader's version, if it began with the same rights. */
  private versionOf(reader: Reader): Version | null {
    const known = this.versions.get(reader.id);
    if (!known) return null;
    const { role, projects, positions, attendance } = known.reader;
    const isSame =
      role === reader.role &&
      attendance === reader.attendance &&
      same(projects, reader.projects) &&
      same(positions ?? [], reader.positions ?? []);
    return isSame ? known : null;
  }

  private newVersion(reader: Reader): Version {
    const made = { reader, version: ++this.lastVersion };
    this.versions.set(reader.id, made);
    if (this.versions.size > maxReaders) this.versions.delete(this.versions.keys().next().value!);
    return made;
  }

  private put(key: string, entry: Entry): void {
    this.drop(key);
    if (entry.bytes > maxBytes / 8) return;
    this.answers.set(key, entry);
    this.bytes += entry.bytes;
    while (this.bytes > maxBytes) this.drop(this.answers.keys().next().value!);
  }

  private drop(key: string): void {
    this.bytes -= this.answers.get(key)?.bytes ?? 0;
    this.answers.delete(key);
  }

  private clear(): void {
    this.versions.clear();
    this.answers.clear();
    this.bytes = 0;
  }

  /**
   * Whether this process knows all changes whose commands are answered. Another process may have answered a command of the
   * reader before its broadcast arrives here, so shared documents are compared by their stored position.
   */
  private async hasHeardAll(): Promise<boolean> {
    const position = this.leading.shared ? await this.readModels.storedPosition() : this.readModels.applied;
    if (position === null) return false;
    if (!isPositionBefore(this.heard, position)) return true;
    const isSilent = this.heard === null || performance.now() - this.heardAt > silenceMs;
    if (isSilent) this.continueFrom(position);
    return false;
  }

  private missedSome(): void {
    this.heard = null;
    this.clear();
  }

  private continueFrom(position: string): void {
    this.clear();
    this.heard = position;
    this.heardAt = performance.now();
  }

  /** A batch without a new position means other collections. */
  private hear({ applied, after, position }: AppliedBatch): void {
    const isKnown = applied !== null && after !== position && !isPositionBefore(this.heard, after);
    if (isKnown) this.take(applied);
    else this.clear();
    if (position !== null) this.heard = laterPosition(this.heard, position);
    this.heardAt = performance.now();
  }

  private take(applied: readonly DocumentChange[]): void {
    const relevant = applied.filter(({ model }) => !independent.has(model));
    const tasks = relevant.filter(isOfTask);
    if (tasks.length < relevant.length || tasks.length > maxCompared || tasks.some(leavesParent)) {
      this.clear();
      return;
    }
    for (const { before, after } of tasks) {
      const sees = ({ reader }: Version) => [before, after].some((one) => one && isVisibleTo(one, reader));
      for (const [id, version] of this.versions) if (sees(version)) this.versions.delete(id);
    }
  }
}
