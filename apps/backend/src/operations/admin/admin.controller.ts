import { type AdminOverview, type AdminRebuild, adminOperations, type DeadLetter, type Page } from '@gos/contract';
import { refuse } from '@gos/domain';
import { Body, Controller, Logger, Param, Query, UseGuards } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { parseListQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { DeadLettersDto, RebuildDto } from './admin.bodies';
import { AdminsOnly } from './admins';
import { DeadJobs } from './dead-jobs';
import { Overview } from './overview';
import { Rebuilds } from './rebuilds';

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
