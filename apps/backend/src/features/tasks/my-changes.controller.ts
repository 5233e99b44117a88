import { type Instant, taskStates } from '@gos/domain';
import type { MyChange } from '@gos/projections';
import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { queryOf, queryRules } from '../../http/list-query';
import { object } from '../../http/openapi';
import { Me, type SignedIn } from '../../http/request-context';
import { mostChanges, ReadMyChanges } from './my-changes.query';

const change = object({
  task: object({
    id: { type: 'integer' },
    name: { type: 'string' },
    state: { type: 'string', enum: [...taskStates] },
  }),
  last: { type: 'object', description: 'The last event, as in the history of the task' },
  count: { type: 'integer', description: 'How many events of others there are in it' },
});

@ApiTags('me')
@Controller('me/changes')
export class MyChangesController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @ApiOperation({ summary: `What others did in one's own tasks, the latest first; at most ${mostChanges} tasks` })
  @ApiQuery({ name: 'since', required: false, schema: { type: 'string', format: 'date-time' } })
  @ApiOkResponse({ schema: object({ items: { type: 'array', items: change } }) })
  async list(
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<{ readonly items: readonly MyChange[] }> {
    const { since } = queryOf(raw, { since: queryRules.at });
    return { items: await this.queries.execute(new ReadMyChanges((since as Instant | undefined) ?? null, me)) };
  }
}
