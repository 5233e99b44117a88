import { setImmediate as nextTurn } from 'node:timers/promises';
import { projectStream, type RecordedEvent, refuse, taskStream } from '@gos/domain';
import { taskModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type Checkpoint, Checkpoints, TreeDiverged } from '../../engine/proof/checkpoints';
import { LogKeys } from '../../engine/proof/log-keys';
import { LogTree, type TreeState } from '../../engine/proof/log-tree';
import { inclusionProof } from '../../engine/proof/merkle-tree';
import { ProofStatus } from '../../engine/proof/proof-status';
import { Refused } from '../../kernel/refused';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';

/** The chosen events; all of them where nothing is given. */
export interface Excerpt {
  readonly taskId?: number | null;
  readonly projectId?: number | null;
  readonly from?: string | null;
  readonly to?: string | null;
}

const batch = 200;

/** Events of the log with proofs that a checkpoint covers them, as one JSON document. `verify.mjs` checks it. */
@Injectable()
export class LogExcerpts {
  constructor(
    private readonly tree: LogTree,
    private readonly checkpoints: Checkpoints,
    private readonly keys: LogKeys,
    private readonly status: ProofStatus,
    private readonly readModels: ActiveReadModels,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /**
   * Begins the text. It names the checkpoint that covers the log as it is, or the last one where the log may not be
   * signed. Null without one.
   * @throws Refused while the tree lacks events of the checkpoint
   */
  async begin(excerpt: Excerpt): Promise<AsyncGenerator<string> | null> {
    const checkpoint = await this.checkpoint();
    if (!checkpoint) return null;
    // Kept until the end: the tree may be built again meanwhile, and then has fewer events for a while.
    const state = await this.tree.state();
    if (state && state.size >= checkpoint.size) return this.textOf(excerpt, checkpoint, state);
    const { behind } = await this.status.measure();
    throw new Refused(refuse(behind > 0 ? 'log.tree-building' : 'log.diverged'));
  }

  private async checkpoint(): Promise<Checkpoint | null> {
    await this.checkpoints.makeDue().catch((error) => {
      if (!(error instanceof TreeDiverged)) throw error;
    });
    return this.checkpoints.latest();
  }

  private async *textOf(excerpt: Excerpt, { note, size }: Checkpoint, state: TreeState): AsyncGenerator<string> {
    const keys = (await this.keys.published()).map(({ key }) => key);
    const read = this.tree.nodes(state);
    const head = { format: 'gos-log-proof/1', excerpt, checkpoint: note, keys };
    yield `${JSON.stringify(head).slice(0, -1)},"events":[`;
    let count = 0;
    for await (const { index, event } of this.chosen(excerpt, size)) {
      const proof = (await inclusionProof(read, index, size)).map((hash) => hash.toString('base64'));
      yield `${count++ === 0 ? '' : ','}\n${JSON.stringify({ index, event, proof })}`;
    }
    yield `\n],"count":${count}}\n`;
  }

  private async *chosen(excerpt: Excerpt, size: number) {
    const isChosen = await this.choice(excerpt);
    let { after, index } = await this.beginning(excerpt);
    while (index < size) {
      const events = await this.log.readAll(after, batch, new ByteBudget());
      if (events.length === 0) return;
      for (const { position, ...event } of events) {
        if (index < size && isChosen(event)) yield { index, event };
        index++;
        after = position;
      }
      await nextTurn();
    }
  }

  /** Nothing is about a task before its first event; only positions that are numbers say which event that is. */
  private async beginning({ taskId }: Excerpt): Promise<{ after: string | null; index: number }> {
    const [first] =
      taskId && this.log.hasConsecutivePositions ? await this.log.readStream(taskStream(taskId), { limit: 1 }) : [];
    const index = first ? Number(first.position) - 1 : 0;
    return { after: index === 0 ? null : String(index), index };
  }

  private async choice({ taskId, projectId, from, to }: Excerpt) {
    const tasks = await this.tasksOf(taskId, projectId);
    const streams = tasks && new Set([...tasks].map((id) => taskStream(id)));
    if (projectId && !taskId) streams?.add(projectStream(projectId));
    return ({ stream, data, metadata }: Omit<RecordedEvent, 'position'>) => {
      if ((from && metadata.at < from) || (to && metadata.at > to)) return false;
      if (!streams || !tasks) return true;
      const named = data as { readonly taskId?: unknown; readonly projectId?: unknown } | null;
      const isOfProject = Boolean(projectId) && !taskId && named?.projectId === projectId;
      return streams.has(stream) || tasks.has(named?.taskId as number) || isOfProject;
    };
  }

  /** Null for events of any task. */
  private async tasksOf(taskId: Excerpt['taskId'], projectId: Excerpt['projectId']): Promise<Set<number> | null> {
    if (taskId) return new Set([taskId]);
    if (!projectId) return null;
    const ids = new Set<number>();
    for (let skip = 0; ; skip += batch) {
      const found = await this.readModels.find(taskModel, { projectId }, { skip, limit: batch });
      for (const { id } of found) ids.add(Number(id));
      if (found.length < batch) return ids;
    }
  }
}
