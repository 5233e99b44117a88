import { type Day, endOfDay, projectAggregate, projectStream, type RecordedEvent } from '@gos/domain';
import { eventOf, type Recorded, streamIdIn, type TaskDocument, taskModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { Worker } from '../../engine/jobs/worker';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import type { NewJob } from '../../stores/jobs/jobs';
import { TaskClock } from './task-clock';

const queue = 'finished-projects';

type Ending = { readonly correlationId: string; readonly position: string } & (
  | { readonly projectId: number }
  | { readonly taskId: number }
);

/** The finish date that an event gives a project. */
function finishIn(event: Recorded): Day | null {
  if (event.type === 'ProjectCreated') return event.data.finishDate;
  if (event.type !== 'ProjectEdited') return null;
  const change = event.data.changes.find(({ field }) => field === 'finishDate');
  return (change?.to as Day | null | undefined) ?? null;
}

/** Whether an event may bring a continuous task into a project that has finished already. */
function mayComeLate(event: Recorded): boolean {
  switch (event.type) {
    case 'TaskCreated':
    case 'TaskCreatedForContractor':
      return event.data.type === 'continuous' && event.data.projectId !== null;
    case 'TaskEdited':
      return event.data.changes.some(({ field, to }) => field === 'type' && to === 'continuous');
    case 'TaskMoved':
      return event.data.to.projectId !== null && event.data.to.projectId !== event.data.from.projectId;
    default:
      return false;
  }
}

/** Continuous tasks end by themselves when the finish date of their project has passed. */
@Injectable()
export class FinishedProjects {
  constructor(
    worker: Worker,
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly tasks: TaskClock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {
    const backoff = { delayMs: 1_000, mostMs: 60_000 };
    worker.handle<Ending>(queue, { attempts: 10, backoff }, ({ data }) => this.end(data));
    worker.follow(queue, (event) => this.jobsOf(event));
  }

  private jobsOf(recorded: RecordedEvent): readonly ({ readonly queue: string } & NewJob)[] {
    const event = eventOf(recorded);
    const { id, position, metadata } = recorded;
    const because = { correlationId: metadata.correlationId, position };
    const finish = finishIn(event);
    if (finish !== null) {
      const at = Date.parse(endOfDay(finish, this.config.timeZone));
      return [{ queue, id, at, data: { ...because, projectId: Number(streamIdIn('project', event)) } }];
    }
    return mayComeLate(event) ? [{ queue, id, data: { ...because, taskId: Number(streamIdIn('task', event)) } }] : [];
  }

  private async end(ending: Ending): Promise<void> {
    await this.readModels.waitUntilApplied(ending.position);
    const documents = 'projectId' in ending ? await this.tasks.continuousIn(ending.projectId) : await this.late(ending);
    for (const { task } of documents) await this.endOne(task.id, task.projectId!, ending.correlationId);
  }

  private async late({ taskId }: { readonly taskId: number }): Promise<TaskDocument[]> {
    const document = await this.readModels.get<TaskDocument>(taskModel, taskId);
    return document?.task.projectId && document.task.type === 'continuous' ? [document] : [];
  }

  /** A task that is not over, or was ended meanwhile, stays as it is. */
  private async endOne(taskId: number, projectId: number, correlationId: string): Promise<void> {
    const project = await this.runner.load(projectStream(projectId), projectAggregate);
    const projectFinishDate = project?.finishDate ?? null;
    await this.tasks.end(taskId, correlationId, { projectFinishDate }).catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
  }
}
