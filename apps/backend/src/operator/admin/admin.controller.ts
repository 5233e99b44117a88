import {
  type AdminJob,
  type AdminOverview,
  type AdminRebuild,
  type AdminSchedule,
  type AdminSetAsideEvent,
  adminOperations,
  type Page,
} from '@gos/contract';
import { Body, Controller, Logger, Param, Query, UseGuards } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { SelfCheck } from '../../engine/self-check/self-check';
import { AdminsOnly } from '../../http/admins-only';
import { parseListQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { DeadLettersDto, RebuildDto, SetAsideEventsDto } from './admin.bodies';
import { Overview } from './overview';
import { QueuedJobs } from './queued-jobs';
import { Rebuilds } from './rebuilds';
import { SetAsideActions } from './set-aside-actions';

type Self = SignedIn['actor'];

@ApiTags('operations')
@ApiForbiddenResponse({ description: 'For admins only' })
@Controller()
@UseGuards(AdminsOnly)
export class AdminController {
  private readonly logger = new Logger('Admin');

  constructor(
    private readonly overviewOf: Overview,
    private readonly rebuilds: Rebuilds,
    private readonly queuedJobs: QueuedJobs,
    private readonly setAsideActions: SetAsideActions,
    private readonly check: SelfCheck,
  ) {}

  @Serves(adminOperations.overview, 'Servers, processes, read models and queues as they are now (admins)')
  overview(): Promise<AdminOverview> {
    return this.overviewOf.now();
  }

  @Serves(
    adminOperations.rebuild,
    'Rebuild one or all read models next to the live ones (admins); the overview shows the progress',
  )
  rebuild(@Body() { model = null }: RebuildDto, @Me() me: Self): AdminRebuild {
    this.logger.log({ message: 'Rebuild requested', model, by: me.id });
    return this.rebuilds.start(model);
  }

  @Serves(
    adminOperations.selfCheck,
    'Compare all documents with the log, in the background (admins); the overview shows the result',
  )
  async selfCheck(@Me() me: Self): Promise<void> {
    this.logger.log({ message: 'Self-check requested', by: me.id });
    await this.check.request();
  }

  @Serves(adminOperations.setAside, 'Events that followers of the log could not handle and went past (admins)')
  setAside(@Query() raw: Record<string, unknown>): Promise<Page<AdminSetAsideEvent>> {
    const { page, pageSize } = parseListQuery(raw, adminOperations.setAside.query);
    return this.setAsideActions.list({ page, pageSize });
  }

  @Serves(adminOperations.retrySetAside, 'Handle events that were set aside again (admins)')
  async retrySetAside(@Body() { ids = null }: SetAsideEventsDto, @Me() me: Self): Promise<{ count: number }> {
    const count = await this.setAsideActions.retry(ids);
    this.logger.log({ message: 'Events that were set aside are retried', count, by: me.id });
    return { count };
  }

  @Serves(adminOperations.dismissSetAside, 'Dismiss events that were set aside: they are never handled (admins)')
  async dismissSetAside(@Body() { ids = null }: SetAsideEventsDto): Promise<{ count: number }> {
    return { count: await this.setAsideActions.dismiss(ids) };
  }

  @Serves(adminOperations.jobs, 'Jobs of a queue in a state: failed ones latest first, others as they run (admins)')
  async jobs(@Param('queue') queue: string, @Query() raw: Record<string, unknown>): Promise<Page<AdminJob>> {
    const { page, pageSize, own } = parseListQuery(raw, adminOperations.jobs.query);
    return this.queuedJobs.list(queue, own.state, { page, pageSize });
  }

  @Serves(adminOperations.schedules, 'Recurring jobs of a queue and their next runs (admins)')
  schedules(@Param('queue') queue: string): Promise<{ items: AdminSchedule[] }> {
    return this.queuedJobs.schedules(queue);
  }

  @Serves(adminOperations.pause, 'Start no further jobs of a queue, in any process (admins); it still takes jobs in')
  pause(@Param('queue') queue: string): Promise<void> {
    return this.queuedJobs.pause(queue);
  }

  @Serves(adminOperations.resume, 'Run the jobs of a paused queue again (admins)')
  resume(@Param('queue') queue: string): Promise<void> {
    return this.queuedJobs.resume(queue);
  }

  @Serves(
    adminOperations.retryJob,
    'Retry a failed job with all its attempts, or at once one that waits for its next attempt (admins)',
  )
  retryJob(@Param('queue') queue: string, @Param('job') job: string): Promise<void> {
    return this.queuedJobs.retry(queue, job);
  }

  @Serves(adminOperations.removeJob, 'Remove a waiting, delayed or failed job (admins)')
  removeJob(@Param('queue') queue: string, @Param('job') job: string): Promise<void> {
    return this.queuedJobs.remove(queue, job);
  }

  @Serves(adminOperations.retry, 'Run failed jobs again with all their attempts (admins)')
  async retry(@Param('queue') queue: string, @Body() { ids = null }: DeadLettersDto): Promise<{ count: number }> {
    return { count: await this.queuedJobs.each(queue, 'retry', ids) };
  }

  @Serves(adminOperations.remove, 'Remove failed jobs (admins)')
  async remove(@Param('queue') queue: string, @Body() { ids = null }: DeadLettersDto): Promise<{ count: number }> {
    return { count: await this.queuedJobs.each(queue, 'remove', ids) };
  }
}
