import { readModels } from '@gos/projections';
import { Logger } from '@nestjs/common';
import type { EventLog } from '../../stores/event-log/event-log';
import type { ReadModels } from '../../stores/read-models/read-models';
import type { AnyModel } from './batch';
import { activeCollectionsOf, firstBuild, versionOf } from './collections';
import { Projector, rebuildBatch } from './projector';
import { warnOfSetAside } from './set-aside';

/**
 * Builds the collections of this product version next to those that another version serves, so that it can take over at
 * once. Several processes may build at a time: each document applies an event once.
 */
export class StandbyBuild {
  private projector: Projector | null = null;
  private stopped = false;
  /** Whether the collections had caught up with the log at the last look. */
  isDone = false;

  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModels,
  ) {}

  /** Continues from the checkpoint of the last call. */
  async advance(): Promise<void> {
    this.projector ??= await this.begin();
    if (!this.projector) return;
    await this.projector.catchUp(null, rebuildBatch);
    this.isDone = !this.stopped;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.projector?.stop();
  }

  /** Null when no other version serves documents yet. */
  private async begin(): Promise<Projector | null> {
    const { versions } = await activeCollectionsOf(this.store);
    if (this.stopped || Object.keys(versions).length === 0) return null;
    const models: AnyModel[] = [];
    for (const model of readModels) {
      if (versionOf(versions[model.name] ?? 0) === model.version) continue;
      const building = { ...model, version: firstBuild(model.version) };
      await this.store.open(building);
      models.push(building);
    }
    if (models.length === 0) return null;
    const onSetAside = warnOfSetAside(new Logger('Projections'));
    const projector = new Projector(this.log, this.store, models, { onSetAside });
    await projector.begin();
    return projector;
  }
}
