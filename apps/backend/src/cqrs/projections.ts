import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { comparePositions } from '@gos/domain';
import { type ReadModel, readModels } from '@gos/projections';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { BROADCAST, type Broadcast } from '../broadcast/broadcast';
import { EVENT_LOG, type EventLog } from '../event-log/event-log';
import { type ModelDocument, READ_MODELS, type ReadModels } from '../read-models/read-models';
import { type AnyModel, type Applied, Projector, rebuildBatch } from './projector';
import { Turns } from './turns';
import { Views } from './views';

/** What was applied, batch by batch: `AppliedBatch`. */
export const appliedChannel = 'applied';

export interface AppliedBatch {
  readonly applied: readonly Applied[];
  /** Position of the batch's last event. */
  readonly position: string;
}

export interface RebuildProgress {
  readonly model: string;
  readonly events: number;
  readonly position: string | null;
}

/** A document that is not what the log makes of it. */
export interface Difference {
  readonly model: string;
  readonly id: string;
}

/** Opens an empty store of read models beside the real one; disposed of, nothing of it stays. */
export type OpenScratch = () => Promise<{ readonly store: ReadModels; dispose(): Promise<void> }>;
export const SCRATCH_READ_MODELS = Symbol('ScratchReadModels');

/** A collection's number holds the model's version and how often that version was built: 1003 is version 1, built the fourth time. */
const firstBuild = (version: number) => version * 1_000;
const versionOf = (collection: number) => Math.floor(collection / 1_000);

/** One document: the log that the documents were made from. */
const origin = { name: 'origin', version: 1, indexes: [] };

/** Keeps every read model in step with the log, and builds them anew beside the live ones. */
@Injectable()
export class Projections {
  private readonly logger = new Logger(Projections.name);
  private projector: Projector;
  /** Builds run one after the other. */
  private readonly turns = new Turns();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(SCRATCH_READ_MODELS) private readonly scratch: OpenScratch,
    private readonly views: Views,
  ) {}

  /** Opens every model, catches up with the log and goes on following it. */
  async start(): Promise<void> {
    await this.mustBeOfThisLog();
    const models: AnyModel[] = [];
    for (const model of readModels) models.push(await this.open(model as unknown as AnyModel));
    this.projector = new Projector(this.log, this.store, models, {
      onApplied: (applied, position) =>
        void this.broadcast.publish(appliedChannel, { applied, position } satisfies AppliedBatch),
      onError: (error) => this.logger.error(error),
    });
    await this.projector.begin();
    await this.projector.catchUp(null, rebuildBatch);
    this.views.follow(this.projector);
    this.projector.start();
  }

  async stop(): Promise<void> {
    await this.projector?.stop();
  }

  /** How far behind the documents are; null and null when the log is empty. */
  async lag(): Promise<{ applied: string | null; end: string | null; caughtUp: boolean }> {
    const end = await this.log.end();
    const applied = this.projector?.applied ?? null;
    return { applied, end, caughtUp: end === null || (applied !== null && comparePositions(applied, end) >= 0) };
  }

  /** Builds models anew from the whole log beside the live ones and swaps each when it has caught up. */
  async rebuild(name: string | null, onProgress: (progress: RebuildProgress) => void = () => {}): Promise<void> {
    const wanted = readModels.filter((model) => name === null || model.name === name) as unknown as AnyModel[];
    if (wanted.length === 0)
      throw new Error(`There is no projection "${name}": ${readModels.map((model) => model.name).join(', ')}.`);
    for (const model of wanted) await this.turns.of('build', () => this.rebuildOne(model, onProgress));
  }

  /**
   * Folds the whole log anew into a store of its own and compares: what differs, document by document. The live ones go on; what
   * seems to differ because of that is looked at again while they stand still.
   */
  verify(): Promise<{ compared: number; different: readonly Difference[] }> {
    return this.turns.of('build', async () => {
      const scratch = await this.scratch();
      try {
        return await this.compare(scratch.store);
      } finally {
        await scratch.dispose();
      }
    });
  }

  private async compare(fresh: ReadModels): Promise<{ compared: number; different: readonly Difference[] }> {
    const models = readModels as unknown as readonly AnyModel[];
    for (const model of models) await fresh.open(model);
    const builder = new Projector(this.log, fresh, models, { batchSize: rebuildBatch });
    await builder.begin();
    const { applied } = this.projector;
    if (applied !== null) await builder.catchUp(applied);
    let compared = 0;
    const suspects: Difference[] = [];
    for (const model of models) {
      const live = this.store.all(await this.activeOf(model))[Symbol.asyncIterator]();
      const built = fresh.all(model)[Symbol.asyncIterator]();
      let [a, b] = [await live.next(), await built.next()];
      while (!a.done || !b.done) {
        const id = a.done ? b.value!.id : b.done || a.value.id <= b.value.id ? a.value.id : b.value.id;
        const [mine, theirs] = [
          a.done || a.value.id !== id ? null : a.value,
          b.done || b.value.id !== id ? null : b.value,
        ];
        if (!isDeepStrictEqual(mine, theirs)) suspects.push({ model: model.name, id });
        if (mine) a = await live.next();
        if (theirs) b = await built.next();
        if (++compared % 500 === 0) await nextTurn();
      }
    }
    if (suspects.length === 0) return { compared, different: [] };
    const different = await this.projector.between(async () => {
      if (this.projector.applied !== null) await builder.catchUp(this.projector.applied);
      const still: Difference[] = [];
      for (const suspect of suspects) {
        const model = models.find(({ name }) => name === suspect.model)!;
        const [mine, theirs] = [
          await this.store.get(await this.activeOf(model), suspect.id),
          await fresh.get(model, suspect.id),
        ];
        if (!isDeepStrictEqual(mine, theirs)) still.push(suspect);
      }
      return still;
    });
    return { compared, different };
  }

  private async activeOf(model: AnyModel): Promise<AnyModel> {
    return { ...model, version: (await this.store.activeVersion(model.name)) ?? model.version };
  }

  private async rebuildOne(model: AnyModel, onProgress: (progress: RebuildProgress) => void): Promise<void> {
    const active = await this.store.activeVersion(model.name);
    const building = {
      ...model,
      version: Math.max(firstBuild(model.version), ...(await this.store.versions(model.name))) + 1,
    };
    await this.store.open(building);
    let events = 0;
    const builder = new Projector(this.log, this.store, [building], {
      batchSize: rebuildBatch,
      onApplied: (_, position, count) => {
        events += count;
        onProgress({ model: model.name, events, position });
      },
    });
    await builder.begin();
    await builder.catchUp();
    await this.projector.between(async () => {
      await builder.catchUp(this.projector.applied);
      if (!(await this.store.activate(model.name, active, building.version))) {
        throw new Error(`Another process has swapped ${model.name} meanwhile.`);
      }
      this.projector.replace(building);
      this.views.use(model.name, building.version);
    });
    for (const version of await this.store.versions(model.name)) {
      if (version !== building.version) await this.store.drop({ name: model.name, version });
    }
  }

  /** Documents of another log (a restored or replaced one) are thrown away: positions mean nothing in this one. */
  private async mustBeOfThisLog(): Promise<void> {
    await this.store.open(origin);
    const id = await this.log.identity();
    if (await this.store.get(origin, id)) return;
    for (const { name } of readModels) {
      for (const version of await this.store.versions(name)) {
        await this.store.drop({ name, version });
      }
      const active = await this.store.activeVersion(name);
      if (active !== null) await this.store.activate(name, active, 0);
    }
    await this.store.drop(origin);
    await this.store.open(origin);
    await this.store.write([{ model: origin, id, document: { id }, position: '0' }], []);
  }

  /** The active collection, or a new one when there is none of the model's present version. */
  private async open(model: AnyModel): Promise<AnyModel> {
    const active = await this.store.activeVersion(model.name);
    const fits = active !== null && versionOf(active) === model.version;
    const opened: ReadModel<ModelDocument> = { ...model, version: fits ? active : firstBuild(model.version) };
    await this.store.open(opened);
    if (!fits) await this.store.activate(model.name, active, opened.version);
    this.views.use(model.name, opened.version);
    for (const version of await this.store.versions(model.name)) {
      if (version !== opened.version) await this.store.drop({ name: model.name, version });
    }
    return opened;
  }
}
