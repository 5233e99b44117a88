import {
  followedOf,
  type Rearrangement,
  type RecordedEvent,
  type RepeatedTask,
  type RepeatedTaskEvent,
  repeatedTaskAggregate,
  repeatedTaskStream,
  systemActor,
  targetOf,
  taskAggregate,
} from '@gos/domain';
import {
  type RepeatedTaskDocument,
  repeatedTaskModel,
  streamIdIn,
  type TaskDocument,
  taskModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { jobSender } from '../../engine/commands/command-sender';
import type { JobsOf } from '../../engine/commands/jobs-from-log';
import { Locks } from '../../engine/coordination/locks';
import { DueDocuments } from '../../engine/jobs/due-documents';
import { Worker } from '../../engine/jobs/worker';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { RepeatedTaskFactsReader } from './repeated-task-facts';

const queue = 'occurrences';

interface OccurrenceJob {
  readonly repeatedTaskId: number;
  readonly correlationId: string;
  /** The position of the event that caused the job. */
  readonly position: string;
  /** After an edit that untouched tasks follow. */
  readonly follows: { readonly rearranged: Rearrangement | null } | null;
}

/**
 * Generates what is due: at once after a definition was made, changed or activated, and by the clock. An occurrence is an event of
 * its definition, so that it exists once however often and wherever this runs; its tasks follow from it.
 */
@Injectable()
export class OccurrenceJobs {
  constructor(
    worker: Worker,
    due: DueDocuments,
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly facts: RepeatedTaskFactsReader,
    private readonly locks: Locks,
    private readonly clock: Clock,
  ) {
    const backoff = { delayMs: 1_000, mostMs: 60_000 };
    worker.handle<OccurrenceJob>(queue, { concurrency: 4, attempts: 10, backoff }, ({ data }) => this.run(data));
    worker.follow('occurrences', jobsOf);
    due.tick({
      name: 'due-occurrences',
      tick: queue,
      model: repeatedTaskModel,
      number: 'state.id',
      filter: () => ({ nextAt: { $lte: this.clock.instant() } }),
      act: ({ state }: RepeatedTaskDocument) => this.generate(state.id, `occurrences-${state.id}`),
    });
  }

  private async run({ repeatedTaskId, correlationId, position, follows }: OccurrenceJob): Promise<void> {
    await this.readModels.waitUntilApplied(position);
    if (follows) await this.follow(repeatedTaskId, follows.rearranged, correlationId);
    await this.generate(repeatedTaskId, correlationId);
  }

  /** The lock is economy: without it, two workers would claim numbers for the same tasks. */
  private generate(id: number, correlationId: string): Promise<void> {
    const target = targetOf(repeatedTaskAggregate, id);
    const next = () => {
      const sender = jobSender(correlationId);
      return this.runner.run(target, { type: 'generate', body: {} }, sender, async (one) => {
        const basics = await this.facts.basics(systemActor, one);
        return { ...basics, generation: await this.facts.generationDue(one, basics, sender) };
      });
    };
    return this.locks.hold(repeatedTaskStream(id), async () => {
      while ((await next()).events.length > 0);
    });
  }

  /** Changes the untouched tasks ahead so that they match the present definition. */
  private async follow(id: number, rearranged: Rearrangement | null, correlationId: string): Promise<void> {
    const one = await this.runner.load(repeatedTaskStream(id), repeatedTaskAggregate);
    if (one === null) return;
    const made = await this.facts.made(one);
    for (const { taskIds } of await this.facts.ahead(one)) {
      for (const taskId of taskIds) await this.followOne(one, taskId, rearranged, made, correlationId);
    }
  }

  private async followOne(
    one: RepeatedTask,
    taskId: number,
    rearranged: Rearrangement | null,
    made: Awaited<ReturnType<RepeatedTaskFactsReader['made']>>,
    correlationId: string,
  ): Promise<void> {
    const document = await this.readModels.get<TaskDocument>(taskModel, taskId);
    if (!document?.task.repeated?.untouched) return;
    const wanted = followedOf(one, document.task, rearranged, made);
    await this.runner.run(
      targetOf(taskAggregate, taskId),
      { type: 'follow', body: { wanted } },
      jobSender(correlationId),
      async () => ({
        ...(await this.facts.basics(systemActor)),
        waitingFor: [],
        openSubtasks: [],
        gap: { before: made.board?.last ?? null, after: null },
      }),
    );
  }
}

const jobsOf: JobsOf = (recorded) => {
  const repeatedTaskId = Number(streamIdIn('repeatedTask', recorded));
  const event = recorded as RecordedEvent & RepeatedTaskEvent;
  if (repeatedTaskId === 0 || event.type === 'OccurrenceGenerated') return [];
  const follows =
    event.type === 'RepeatedTaskEdited' && event.data.updateGenerated ? { rearranged: event.data.rearranged } : null;
  const { position, metadata } = recorded;
  const data: OccurrenceJob = { repeatedTaskId, correlationId: metadata.correlationId, position, follows };
  return [{ queue, id: event.id, data }];
};
