import { type MyChange, taskAnswers } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { queryOf, queryRules } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { mostChanges, ReadMyChanges } from './my-changes.query';

@ApiTags('me')
@Controller('me/changes')
export class MyChangesController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @ApiOperation({ summary: `What others did in one's own tasks, the latest first; at most ${mostChanges} tasks` })
  @ApiQuery({ name: 'since', required: false, schema: { type: 'string', format: 'date-time' } })
  @ApiOkResponse({ schema: taskAnswers.myChanges.schema })
  async list(
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<{ readonly items: readonly MyChange[] }> {
    const { since } = queryOf(raw, { since: queryRules.at });
    return { items: await this.queries.execute(new ReadMyChanges((since as Instant | undefined) ?? null, me)) };
  }
}
