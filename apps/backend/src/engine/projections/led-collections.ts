import { setTimeout as sleep } from 'node:timers/promises';
import { comparePositions, laterPosition } from '@gos/domain';
import { readModels } from '@gos/projections';
import { Logger } from '@nestjs/common';
import { StoreUnavailable } from '../../kernel/store-errors';
import type { EventLog } from '../../stores/event-log/event-log';
import type { ReadModels } from '../../stores/read-models/read-models';
import { leaseTimes, type Term } from '../coordination/leadership';
import { beginOrigin, endOrigin, originOf } from '../parts/log-origin';
import type { ActiveReadModels } from './active-read-models';
import type { AnyModel } from './batch';
import { activeCollectionsOf, dropDocuments, firstBuild, versionOf } from './collections';
import { LeadershipLost } from './projector';

/** Old collections are kept this long for processes that have not heard of the new ones yet. */
const keptForReadersMs = 60_000;
export const notLeading = 'Another process keeps the documents: only that one builds them anew.';

interface CollectionStores {
  readonly log: EventLog;
  readonly store: ReadModels;
  /** The same store, also while its documents are those of another log. */
  readonly rawStore: ReadModels;
  /** The number of connections to it so far. */
  readonly connections: () => number;
  readonly readModels: ActiveReadModels;
  /** Whether other processes read the store. */
  readonly shared: boolean;
}

/** Opens, activates and drops collections, in the leading process. */
export class LedCollections {
  private readonly logger = new Logger('Projections');
  private readonly retiring = new Set<NodeJS.Timeout>();
  private readonly stopping = new AbortController();
  /** Connections over which the documents were found as they were left. */
  private seenConnections = 0;
  /** The active collection of each model. */
  versions: Readonly<Record<string, number>> = {};

  constructor(private readonly around: CollectionStores) {}

  stop(): void {
    this.stopping.abort();
    for (const timer of this.retiring) clearTimeout(timer);
  }

  /** Deletes documents projected from another log, or from events that this one has lost: its positions mean nothing here. */
  async discardOtherLogs(): Promise<void> {
    const { log, rawStore: store } = this.around;
    const id = await log.identity();
    if ((await originOf(store, id)) && !(await this.isAhead())) return;
    await dropDocuments(store);
    await beginOrigin(store, id);
  }

  /**
   * Whether the store still holds the documents as they were applied: it may have become an older copy, or lost them.
   * Called only after a new connection.
   */
  async areKept(applied: string | null): Promise<boolean> {
    const { connections, rawStore: store, log } = this.around;
    if (this.seenConnections === connections()) return true;
    const now = connections();
    const { versions, position } = await activeCollectionsOf(store);
    const isSame = readModels.every(({ name }) => versions[name] === this.versions[name]);
    const isBehind = applied !== null && (position === null || comparePositions(position, applied) < 0);
    if (!isSame || isBehind || !(await originOf(store, await log.identity()))) return false;
    this.seenConnections = now;
    return true;
  }

  /** Called once all documents are there to be read. */
  async begun(): Promise<void> {
    await endOrigin(this.around.rawStore, await this.around.log.identity());
  }

  /** Whether any documents know more than the log. */
  private async isAhead(): Promise<boolean> {
    const { log, rawStore: store } = this.around;
    let furthest: string | null = null;
    for (const model of readModels) {
      for (const version of await store.versions(model.name)) {
        furthest = laterPosition(furthest, await store.checkpoint({ ...model, version }));
      }
    }
    // Read last: the log grows meanwhile, and documents follow it.
    const end = await log.end();
    return furthest !== null && (end === null || comparePositions(furthest, end) > 0);
  }

  /** Opens the active collection, or loads a new one when the active one has another version of the model. */
  async open(model: AnyModel): Promise<{ readonly opened: AnyModel; readonly active: number | null }> {
    const active = await this.around.store.activeVersion(model.name);
    const fits = active !== null && versionOf(active) === model.version;
    const opened = { ...model, version: fits ? active : firstBuild(model.version) };
    if (!fits) {
      await this.around.store.load(opened);
      return { opened, active };
    }
    await this.around.store.open(opened);
    this.serve(opened);
    await this.retire(opened, active);
    return { opened, active };
  }

  /**
   * Activates another collection and reads from it, as long as this process leads: the next leader keeps feeding the active one.
   * After an unknown outcome the active version is read back, so that no collection is served that nobody updates.
   */
  async activate(model: AnyModel, from: number | null, term: Term): Promise<void> {
    while (!(await this.swap(model, from, term))) {
      await sleep(leaseTimes.askMs, undefined, { signal: this.stopping.signal }).catch(() => {});
    }
    this.serve(model);
  }

  /** Resolves with false when the store was not there to answer. */
  private async swap({ name, version }: AnyModel, from: number | null, term: Term): Promise<boolean> {
    const { store } = this.around;
    try {
      if (!(await term.isHeld())) throw new LeadershipLost(notLeading);
      if (await store.activate(name, from, version)) return true;
      if ((await store.activeVersion(name)) === version) return true;
      throw new Error(`Another process has swapped ${name} meanwhile.`);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || this.stopping.signal.aborted) throw error;
      this.logger.warn(error);
      return false;
    }
  }

  private serve({ name, version }: AnyModel): void {
    this.versions = { ...this.versions, [name]: version };
    this.around.readModels.use(name, version);
  }

  /**
   * Drops all collections of a model except the given one and those that a newer product version is preparing. The one
   * read until now is dropped later when other processes may still read it.
   */
  async retire({ name, version: kept }: AnyModel, read: number | null): Promise<void> {
    const { store, shared } = this.around;
    for (const version of await store.versions(name)) {
      if (version === kept || versionOf(version) > versionOf(kept)) continue;
      if (version !== read || !shared) await store.drop({ name, version });
      else {
        const timer = setTimeout(() => {
          this.retiring.delete(timer);
          store.drop({ name, version }).catch((error) => this.logger.warn(error));
        }, keptForReadersMs);
        this.retiring.add(timer.unref());
      }
    }
  }
}
