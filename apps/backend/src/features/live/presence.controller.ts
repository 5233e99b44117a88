import { type Page, type PresenceItem, presenceOperations } from '@gos/contract';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseListQuery, skipOf } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { People } from '../../shared/user/people';
import { UserAnswers } from '../../shared/user/user-answers';
import { PeoplePresent } from './people-present';

@ApiTags('people')
@Controller()
export class PresenceController {
  constructor(
    private readonly present: PeoplePresent,
    private readonly people: People,
    private readonly users: UserAnswers,
  ) {}

  @Serves(
    presenceOperations.list,
    'Who is connected or working now, of the people that the reader sees, in order of their names',
  )
  async list(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<PresenceItem>> {
    const query = parseListQuery(raw, presenceOperations.list.query);
    const visible = await this.users.visible(me);
    const { away = false } = query.own;
    const here = away ? await this.present.lately() : this.present.here();
    const seen = (query.q === null ? this.people.order() : this.people.search(query.q)).filter(
      (id) => here.has(id) && (visible === null || visible.has(id)),
    );
    const { skip, limit } = skipOf(query);
    const present = await this.present.of(seen.slice(skip, skip + limit), { away });
    const items = present.map((one) => this.present.answer(one, me));
    return { items, total: seen.length, page: query.page, pageSize: query.pageSize };
  }
}
