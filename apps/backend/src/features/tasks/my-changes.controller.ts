import { type MyChange, meOperations } from '@gos/contract';
import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { parseQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { maxChanges, ReadMyChanges } from './my-changes.query';

@ApiTags('me')
@Controller()
export class MyChangesController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(meOperations.changes, `What others did in one's own tasks, the latest first; at most ${maxChanges} tasks`)
  async list(
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<{ readonly items: readonly MyChange[] }> {
    const { since } = parseQuery(raw, meOperations.changes.query);
    return { items: await this.queries.execute(new ReadMyChanges(since ?? null, me)) };
  }
}
