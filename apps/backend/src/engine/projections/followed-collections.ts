import { readModels } from '@gos/projections';
import { Logger } from '@nestjs/common';
import type { ReadModels } from '../../stores/read-models/read-models';
import type { ActiveReadModels } from './active-read-models';
import type { ActiveCollections, AppliedPositions } from './applied-follower';
import { areOfAnotherVersion } from './collections';

/** Enough for processes of the new version to start serving, and less than the time for which old collections are kept. */
const usualShownMs = 30_000;

/** Opens the collections that the leader announces, as long as this version of the product can read them. */
export class FollowedCollections {
  private readonly logger = new Logger('Projections');
  private readonly opened: Record<string, number> = {};
  /** The timer of `leave`. */
  private leaving: NodeJS.Timeout | null = null;

  constructor(
    private readonly store: ReadModels,
    private readonly readModels: ActiveReadModels,
    private readonly shownMs = usualShownMs,
  ) {}

  /**
   * Resolves with true once the collections are open in this process, with false when they belong to another version of
   * the product.
   */
  async use(versions: ActiveCollections['versions'], positions: AppliedPositions): Promise<boolean> {
    if (areOfAnotherVersion(versions)) {
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

  /** Cancels `leave`. */
  stay(): void {
    if (this.leaving) clearTimeout(this.leaving);
    this.leaving = null;
  }

  /**
   * Stops serving after `shownMs`: the documents are no longer updated and will be dropped, but until then old ones are better than
   * none.
   */
  private leave(): void {
    if (this.leaving || !this.readModels.isOpen) return;
    this.logger.warn('The documents are those of another version of Gos now: this process has to be replaced');
    this.leaving = setTimeout(() => this.readModels.close(), this.shownMs).unref();
  }
}
