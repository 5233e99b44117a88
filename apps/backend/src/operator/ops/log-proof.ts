import { Injectable } from '@nestjs/common';
import { Checkpoints, TreeDiverged } from '../../engine/proof/checkpoints';
import { LogKeys } from '../../engine/proof/log-keys';
import { LogTree } from '../../engine/proof/log-tree';
import { tileWidth } from '../../engine/proof/tiles';
import { OperationRefused, type ReportLine } from './operation-report';
import type { FoundLine } from './verify-log';
import { TreeCheck } from './verify-tree';

/** The operations of tree, checkpoints and keys of the log. */
@Injectable()
export class LogProofOperations {
  constructor(
    private readonly tree: LogTree,
    private readonly checkpoints: Checkpoints,
    private readonly logKeys: LogKeys,
  ) {}

  /** Prints a checkpoint of the log as it is now, and nothing else. */
  async checkpoint(report: ReportLine): Promise<boolean> {
    const made = await this.refusing(() => this.checkpoints.make());
    if (!made) throw new OperationRefused('The log is empty: there is nothing to sign.');
    for (const line of made.note.trimEnd().split('\n')) report(line);
    return true;
  }

  async keys(args: readonly string[], report: ReportLine): Promise<boolean> {
    if (args.length > 1 || (args.length === 1 && args[0] !== 'rotate')) throw new OperationRefused('log-key [rotate]');
    const made = args.length === 1 ? await this.refusing(() => this.checkpoints.rotate()) : null;
    for (const { key, from, until } of await this.logKeys.published()) report(`${key} ${from} ${until ?? 'now'}`);
    if (made) report(`A new key signs from now on. Both keys signed the checkpoint of ${made.size} events.`);
    return true;
  }

  /**
   * Begins to compare a log with tree and checkpoints; each event has to be given in order.
   * @param elsewhere a checkpoint that was kept elsewhere, as a signed note
   */
  async check(elsewhere: string | null, found: FoundLine): Promise<TreeCheck> {
    const checkpoints = [];
    for await (const checkpoint of this.checkpoints.all()) checkpoints.push(checkpoint);
    // Read after the checkpoints and before the events: the log has at least as many as each of them.
    const state = await this.tree.state();
    const tile = async (level: number, index: number) =>
      (state && (await this.tree.tile(state, { level, index, width: tileWidth }))) ?? Buffer.alloc(0);
    return new TreeCheck({ state, tile, keys: await this.logKeys.verifiers(), checkpoints, elsewhere }, found);
  }

  private async refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TreeDiverged) throw new OperationRefused(error.message);
      throw error;
    }
  }
}
