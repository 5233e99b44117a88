import { readModels } from '@gos/projections';
import { Logger } from '@nestjs/common';
import type { ReadModels } from '../../stores/read-models/read-models';
import type { ActiveReadModels } from './active-read-models';
import type { AppliedPositions, Standing } from './applied-follower';
import { areOfAnother } from './collections';

/** As long as it takes until processes of the new version answer, and well within the time for which the documents are kept. */
const usualShownMs = 30_000;

/** Reads the collections that the leader names, as long as this version of the product understands them. */
export class FollowedCollections {
  private readonly logger = new Logger('Projections');
  private readonly opened: Record<string, number> = {};
  /** Runs while what is read is fed no more. */
  private leaving: NodeJS.Timeout | null = null;

  constructor(
    private readonly store: ReadModels,
    private readonly readModels: ActiveReadModels,
    private readonly shownMs = usualShownMs,
  ) {}

  /** Resolves once they are open in this process too: with true, and with false for those of another version of the product. */
  async use(versions: Standing['versions'], positions: AppliedPositions): Promise<boolean> {
    if (areOfAnother(versions)) {
      this.leave();
      return false;
    }
    if (this.leaving && !this.readModels.isOpen) this.readModels.follow(positions);
    this.stay();
    for (const model of readModels) {
      const version = versions[model.name];
      if (version === undefined) continue;
      if (this.opened[model.name] !== version) await this.store.open({ ...model, version });
      this.opened[model.name] = version;
      this.readModels.use(model.name, version);
    }
    return true;
  }

  /** What is read does not come to an end any more. */
  stay(): void {
    if (this.leaving) clearTimeout(this.leaving);
    this.leaving = null;
  }

  /** What is read stands still from now on, and is soon gone: until then it is better than nothing. */
  private leave(): void {
    if (this.leaving || !this.readModels.isOpen) return;
    this.logger.warn('The documents are those of another version of Gos now: this process has to be replaced');
    this.leaving = setTimeout(() => this.readModels.close(), this.shownMs).unref();
  }
}
