import { type Page, type PositionAnswer, positionOperations, type SortField } from '@gos/contract';
import { type PositionBodies, positionAggregate, refuse } from '@gos/domain';
import { type PathOf, type PositionDocument, positionModel, userModel } from '@gos/projections';
import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type ModelReader, readerAt } from '../../engine/projections/past-read-models';
import type { Handles } from '../../http/commands';
import { conditionsOf, parseListQuery, parseQuery, type SortSpec, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import { PlainCommands, type PlainCommandsOf } from '../../http/plain-commands';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import { wordsFilter } from '../../shared/task/task-lists';
import { UserAnswers } from '../../shared/user/user-answers';
import type { Filter } from '../../stores/read-models/read-models';

const PositionId = idParam('position.not-found');

type Reader = SignedIn['actor'];
type Field = SortField<typeof positionOperations.list.query>;

const paths: Record<Field, PathOf<PositionDocument>> = {
  name: 'nameKey',
  id: 'state.id',
  revision: 'state.revision',
  attendance: 'state.attendance',
};
const byName: readonly SortSpec<Field>[] = [{ field: 'name', direction: 'asc' }];

@ApiTags('positions')
@Controller()
export class PositionsController
  extends PlainCommands(positionAggregate, positionOperations, { ids: { positions: 'position.not-found' } })
  implements Handles<PositionBodies, PlainCommandsOf<typeof positionOperations>>
{
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly users: UserAnswers,
    readonly commands: CommandBus,
  ) {
    super();
  }

  @Serves(positionOperations.list, 'The positions, such as developer or accountant')
  async list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<PositionAnswer>> {
    const query = parseListQuery(raw, positionOperations.list.query);
    const filter: Filter = { $and: [{ deleted: false }, ...conditionsOf(query, paths), ...wordsFilter(query.q)] };
    const asked = query.sort.length > 0 ? query.sort : byName;
    const sort = asked.map(({ field, direction }) => ({ field: paths[field], direction }));
    const from = readerAt(this.readModels, query.own.at);
    const { documents, total } = await pageOf<PositionDocument>(from, positionModel, filter, {
      sort: [...sort, { field: paths.id, direction: 'asc' }],
      ...skipOf(query),
    });
    const items = await this.answers(documents, me, from);
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  @Serves(positionOperations.detail, 'A position, also as it was at a moment')
  async detail(
    @Param('id', PositionId) positionId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<PositionAnswer> {
    const from = readerAt(this.readModels, parseQuery(raw, positionOperations.detail.query).at);
    const document = await from.get<PositionDocument>(positionModel, positionId);
    if (!document || document.deleted) throw new Refused(refuse('position.not-found'));
    const [answer] = await this.answers([document], me, from);
    return answer!;
  }

  private async answers(
    documents: readonly PositionDocument[],
    reader: Reader,
    from: ModelReader,
  ): Promise<PositionAnswer[]> {
    const visible = await this.users.visible(reader);
    const seen: Filter[] = visible === null ? [] : [{ 'user.id': { $in: [...visible] } }];
    return Promise.all(
      documents.map(async ({ state: { id, name, attendance, revision } }) => {
        const people = await from.count(userModel, { $and: [{ 'user.positionIds': id }, ...seen] });
        return { id, name, attendance, people, revision };
      }),
    );
  }
}
