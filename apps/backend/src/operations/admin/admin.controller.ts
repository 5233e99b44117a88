import {
  type AdminOverview,
  type AdminRebuild,
  type AdminSetAsideEvent,
  adminOperations,
  type DeadLetter,
  type Page,
} from '@gos/contract';
import { refuse } from '@gos/domain';
import { Body, Controller, Logger, Param, Query, UseGuards } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { parseListQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { DeadLettersDto, RebuildDto, SetAsideEventsDto } from './admin.bodies';
import { AdminsOnly } from './admins';
import { DeadJobs } from './dead-jobs';
import { Overview } from './overview';
import { Rebuilds } from './rebuilds';
import { SetAsideActions } from './set-aside-actions';

type Self = SignedIn['actor'];

function there<T>(found: T | null): T {
  if (found === null) throw new Refused(refuse('request.not-found'));
  return found;
}

@ApiTags('operations')
@ApiForbiddenResponse({ description: 'For admins only' })
@Controller()
@UseGuards(AdminsOnly)
export class AdminController {
  private readonly logger = new Logger('Admin');

  constructor(
    private readonly overviewOf: Overview,
    private readonly rebuilds: Rebuilds,
    private readonly deadJobs: DeadJobs,
    private readonly setAsideActions: SetAsideActions,
  ) {}

  @Serves(adminOperations.overview, 'Servers, processes, read models and queues as they are now (admins)')
  overview(): Promise<AdminOverview> {
    return this.overviewOf.now();
  }

  @Serves(
    adminOperations.rebuild,
    'Build one or all read models anew beside the live ones (admins); the overview tells how far it is',
  )
  rebuild(@Body() { model = null }: RebuildDto, @Me() me: Self): AdminRebuild {
    this.logger.log({ message: 'A rebuild is asked for', model, by: me.id });
    return this.rebuilds.start(model);
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

  @Serves(adminOperations.dead, 'Jobs of a queue that failed for good, the latest first (admins)')
  async dead(@Param('queue') queue: string, @Query() raw: Record<string, unknown>): Promise<Page<DeadLetter>> {
    const { page, pageSize } = parseListQuery(raw, adminOperations.dead.query);
    return there(await this.deadJobs.list(queue, { page, pageSize }));
  }

  @Serves(adminOperations.retry, 'Let dead jobs run again with all their attempts (admins)')
  retry(@Param('queue') queue: string, @Body() body: DeadLettersDto, @Me() me: Self): Promise<{ count: number }> {
    return this.each(queue, 'retry', body, me);
  }

  @Serves(adminOperations.remove, 'Forget dead jobs (admins)')
  remove(@Param('queue') queue: string, @Body() body: DeadLettersDto, @Me() me: Self): Promise<{ count: number }> {
    return this.each(queue, 'remove', body, me);
  }

  private async each(queue: string, action: 'retry' | 'remove', { ids = null }: DeadLettersDto, me: Self) {
    const count = there(await this.deadJobs.each(queue, action, ids));
    this.logger.log({ message: `Dead jobs: ${action}`, queue, count, by: me.id });
    return { count };
  }
}
