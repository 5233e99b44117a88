import {
  type CommandAnswer,
  type FilterName,
  type HoldingsAnswer,
  type Page,
  type SortField,
  type UserAnswer,
  userOperations,
} from '@gos/contract';
import { refuse, type UserBodies, userAggregate } from '@gos/domain';
import { type PathOf, type PositionDocument, positionModel, type UserDocument, userModel } from '@gos/projections';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { PersonContext } from '../../engine/commands/command-context';
import { RunCommand } from '../../engine/commands/run-command';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { People } from '../../entities/user/people';
import { UserAnswers } from '../../entities/user/user-answers';
import { commandAnswer, type Handles } from '../../http/commands';
import { conditionsOf, parseListQuery, type SortSpec, skipOf } from '../../http/list-query';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import type { Filter, SortKey } from '../../stores/read-models/read-models';
import { Holdings } from './holdings';
import { ChangeUserDto, EraseUserDto } from './users.bodies';

const UserId = idParam('user.not-found');

type ListedBy = typeof userOperations.list.query;
type Field = SortField<ListedBy>;
/** Kept with the account and not in documents. */
type OfAccount = 'name' | 'email' | 'phone';

/** Where the document holds what people are sorted and filtered by; it holds no personal data. */
const paths: Record<Exclude<Field | FilterName<ListedBy>, OfAccount>, PathOf<UserDocument>> = {
  id: 'user.id',
  role: 'user.role',
  active: 'user.active',
  position: 'user.positionIds',
  hourlyRate: 'user.hourlyRate.amount',
};

/** What not everybody sees of everybody, and so sorts and filters by. */
const hidden: readonly string[] = ['email', 'phone', 'hourlyRate'];

/** Without what would tell the reader of the people more than their rows do. */
function toldTo(seesEverything: boolean): ListedBy {
  const { sort, filters, ...told } = userOperations.list.query;
  if (seesEverything) return { ...told, sort, filters };
  const open = Object.entries(filters).filter(([name]) => !hidden.includes(name));
  return {
    ...told,
    sort: sort.filter((field) => !hidden.includes(field)),
    filters: Object.fromEntries(open),
  } as unknown as ListedBy;
}

@ApiTags('people')
@Controller()
export class UsersController implements Handles<UserBodies, 'register'> {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly answers: UserAnswers,
    private readonly commands: CommandBus,
    private readonly held: Holdings,
  ) {}

  @Serves(userOperations.list, 'People; a collaborator sees those of the tasks that they see')
  async list(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<UserAnswer>> {
    const byEmail = this.answers.seesEmails(me);
    const query = parseListQuery(raw, toldTo(byEmail));
    const { page, pageSize } = query;
    const { position, name, email, phone, ...filters } = query.filters;
    const conditions = conditionsOf({ ...query, filters }, paths);
    for (const [field, values] of Object.entries({ name, email, phone })) {
      if (values) conditions.push({ 'user.id': { $in: this.people.having(field as OfAccount, values) } });
    }
    if (position) conditions.push(await this.holding(position));
    const visible = await this.answers.visible(me);
    if (query.q !== null || visible !== null) {
      const found = query.q === null ? [...visible!] : this.people.search(query.q, { byEmail });
      const ids = visible === null ? found : found.filter((id) => visible.has(id));
      if (ids.length === 0) return { items: [], total: 0, page, pageSize };
      conditions.push({ 'user.id': { $in: ids } });
    }
    const filter: Filter = conditions.length === 0 ? {} : { $and: conditions };
    const [documents, total] = await Promise.all([
      this.readModels.find<UserDocument>(userModel, filter, { sort: this.sorting(query.sort), ...skipOf(query) }),
      this.readModels.count(userModel, filter),
    ]);
    return { items: await this.answers.answers(documents, me), total, page, pageSize };
  }

  @Serves(userOperations.detail, 'A person')
  async detail(@Param('id', UserId) userId: number, @Me() me: SignedIn['actor']): Promise<UserAnswer> {
    const visible = await this.answers.visible(me);
    const seen = visible === null || visible.has(userId);
    const document = seen ? await this.readModels.get<UserDocument>(userModel, userId) : undefined;
    if (!document) throw new Refused(refuse('user.not-found'));
    return this.answers.answer(document, me);
  }

  @Serves(userOperations.holdings, 'What a person would leave to others (admins)')
  async holdings(@Param('id', UserId) userId: number, @Me() me: SignedIn['actor']): Promise<HoldingsAnswer> {
    const { id } = await this.detail(userId, me);
    if (me.role !== 'admin') throw new Refused(refuse('user.forbidden'));
    return this.held.answer(id);
  }

  @Serves(userOperations.change, 'Change the role, activity or hourly rate of a person (admins)')
  @ApiHeader({ name: 'If-Match', required: false, description: 'The revision that was looked at' })
  async change(
    @Param('id', UserId) userId: number,
    @Body() body: ChangeUserDto,
    @CommandRequest() command: PersonContext,
  ): Promise<CommandAnswer> {
    const run = new RunCommand(userAggregate, userId, { type: 'change', body }, command);
    return commandAnswer(await this.commands.execute(run));
  }

  @Serves(userOperations.erase, 'Empty all personal data of a deactivated person, for good (admins)')
  @ApiHeader({ name: 'If-Match', required: false, description: 'The revision that was looked at' })
  async erase(
    @Param('id', UserId) userId: number,
    @Body() body: EraseUserDto,
    @CommandRequest() command: PersonContext,
  ): Promise<CommandAnswer> {
    const run = new RunCommand(userAggregate, userId, { type: 'erase', body }, command);
    return commandAnswer(await this.commands.execute(run));
  }

  /** Null among the positions: whoever holds none. No value matches an empty list. */
  private async holding(positionIds: readonly (number | null)[]): Promise<Filter> {
    const any: Filter = { 'user.positionIds': { $in: positionIds } };
    if (!positionIds.includes(null)) return any;
    const all = await this.readModels.find<PositionDocument>(positionModel, {});
    return { $or: [any, { 'user.positionIds': { $nin: all.map(({ state }) => state.id) } }] };
  }

  /** Sorts by name by default, equal ones by id. */
  private sorting(given: readonly SortSpec<Field>[]): SortKey[] {
    const asked: readonly SortSpec<Field>[] = given.length > 0 ? given : [{ field: 'name', direction: 'asc' }];
    const keys = asked.map(({ field, direction }): SortKey => {
      if (field === 'name') return { field: 'user.id', direction, ranking: this.people.order() };
      if (field === 'email') return { field: 'user.id', direction, ranking: this.people.orderByEmail() };
      return { field: paths[field], direction };
    });
    return [...keys, { field: 'user.id', direction: 'asc' }];
  }
}
