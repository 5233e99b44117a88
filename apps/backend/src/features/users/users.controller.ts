import {
  type AlikeAnswer,
  type CalledName,
  type FilterName,
  type HoldingsAnswer,
  type Page,
  type SortField,
  type UserAnswer,
  userOperations,
} from '@gos/contract';
import { refuse, type UserBodies, userAggregate } from '@gos/domain';
import {
  type PathOf,
  type PositionDocument,
  positionModel,
  seesAll,
  type UserDocument,
  userModel,
} from '@gos/projections';
import { Controller, Param, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { Handles } from '../../http/commands';
import { conditionsOf, parseListQuery, type SortSpec, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import { PlainCommands, type PlainCommandsOf } from '../../http/plain-commands';
import { type GosRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import { Sessions } from '../../shared/session/sessions';
import { CalendarAddresses } from '../../shared/user/calendar-addresses';
import { People, type PersonField } from '../../shared/user/people';
import type { PersonData } from '../../shared/user/person';
import { UserAnswers } from '../../shared/user/user-answers';
import type { Filter, SortKey } from '../../stores/read-models/read-models';
import { Holdings } from './holdings';

const UserId = idParam('user.not-found');

type ListedBy = typeof userOperations.list.query;
type Field = SortField<ListedBy>;
const ofAccount = ['name', 'email', 'phone', 'avatarUrl'] as const satisfies PersonField[];
const isOfAccount = (field: Field): field is PersonField => ofAccount.some((one) => one === field);

/** Paths of the fields that people are sorted and filtered by; the documents hold no personal data. */
const paths: Record<Exclude<Field | FilterName<ListedBy>, PersonField>, PathOf<UserDocument>> = {
  id: 'user.id',
  role: 'user.role',
  active: 'user.active',
  position: 'user.positionIds',
  positions: 'user.positionIds',
  attendance: 'user.attendance',
  hourlyRate: 'hourlyRateCents',
  revision: 'user.revision',
  erased: 'user.erased',
};

/** Returns each name with its time, the latest first. */
function namesOf({ name, createdAt, formerNames = [] }: PersonData): CalledName[] {
  const starts = [createdAt, ...formerNames.map(({ until }) => until)];
  const former = formerNames.map((one, index) => ({ name: one.name, from: starts[index]!, to: one.until }));
  return [...former, { name, from: starts.at(-1)!, to: null }].reverse();
}

/** Fields that not every reader sees for every person: other readers do not sort or filter by them. */
const hidden: readonly string[] = ['email', 'phone', 'hourlyRate'];

/** Returns the query without sorts and filters that would reveal hidden fields. */
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
export class UsersController
  extends PlainCommands(userAggregate, userOperations, { ids: { users: 'user.not-found' } })
  implements Handles<UserBodies, 'register' | 'rename' | 'changeEmail' | PlainCommandsOf<typeof userOperations>>
{
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly answers: UserAnswers,
    readonly commands: CommandBus,
    private readonly held: Holdings,
    private readonly sessions: Sessions,
    private readonly calendars: CalendarAddresses,
  ) {
    super();
  }

  @Serves(userOperations.list, 'People; a collaborator sees those of the tasks that they see')
  async list(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<UserAnswer>> {
    const byEmail = this.answers.seesEmails(me);
    const query = parseListQuery(raw, toldTo(byEmail));
    const { page, pageSize } = query;
    const { name, email, phone, avatarUrl, ...filters } = query.filters;
    const conditions = conditionsOf({ ...query, filters }, paths, {
      position: 'positionsKey',
      positions: 'positionsKey',
    });
    for (const [field, values] of Object.entries({ name, email, phone, avatarUrl })) {
      if (values) conditions.push({ 'user.id': { $in: this.people.having(field as PersonField, values) } });
    }
    const visible = await this.answers.visible(me);
    if (query.q !== null || visible !== null) {
      const found = query.q === null ? [...visible!] : this.people.search(query.q, { byEmail });
      const ids = visible === null ? found : found.filter((id) => visible.has(id));
      if (ids.length === 0) return { items: [], total: 0, page, pageSize };
      conditions.push({ 'user.id': { $in: ids } });
    }
    const filter: Filter = conditions.length === 0 ? {} : { $and: conditions };
    const sort = await this.sorting(query.sort);
    const { documents, total } = await pageOf<UserDocument>(this.readModels, userModel, filter, {
      sort,
      ...skipOf(query),
    });
    return { items: await this.answers.answers(documents, me), total, page, pageSize };
  }

  @Serves(userOperations.alike, 'Whose name looks like that of another one, of the people that one sees')
  async alike(@Me() me: SignedIn['actor']): Promise<AlikeAnswer> {
    return { items: (await this.answers.alike(me)).map((id) => ({ id })) };
  }

  @Serves(userOperations.detail, 'A person')
  async detail(@Param('id', UserId) userId: number, @Me() me: SignedIn['actor']): Promise<UserAnswer> {
    const visible = await this.answers.visible(me);
    const seen = visible === null || visible.has(userId);
    const document = seen ? await this.readModels.get<UserDocument>(userModel, userId) : undefined;
    if (!document) throw new Refused(refuse('user.not-found'));
    return this.answers.answer(document, me);
  }

  @Serves(userOperations.names, 'What a person is and was called, the latest name first (auditors, admins)')
  async names(
    @Param('id', UserId) userId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<Page<CalledName>> {
    const { id } = await this.detail(userId, me);
    if (!seesAll(me)) throw new Refused(refuse('user.names.forbidden'));
    const query = parseListQuery(raw, userOperations.names.query);
    const record = await this.people.record(id);
    const all = record ? namesOf(record.value) : [];
    const { skip, limit } = skipOf(query);
    return { items: all.slice(skip, skip + limit), total: all.length, page: query.page, pageSize: query.pageSize };
  }

  @Serves(userOperations.holdings, 'What a person would leave to others (admins)')
  async holdings(@Param('id', UserId) userId: number, @Me() me: SignedIn['actor']): Promise<HoldingsAnswer> {
    const { id } = await this.detail(userId, me);
    if (me.role !== 'admin') throw new Refused(refuse('user.forbidden'));
    return this.held.answer(id);
  }

  @Serves(userOperations.endSessions, 'Sign a person out everywhere, oneself everywhere but here (admins)')
  async endSessions(@Param('id', UserId) userId: number, @Req() { signedIn }: GosRequest): Promise<void> {
    const { actor, sessionId } = signedIn!;
    const { id } = await this.detail(userId, actor);
    if (actor.role !== 'admin') throw new Refused(refuse('user.forbidden'));
    if (id === actor.id) await this.sessions.endOthers(id, sessionId);
    else {
      await this.sessions.endAll(id);
      await this.calendars.replaceToken(id);
    }
  }

  /** Sorts by name by default, equal ones by id. */
  private async sorting(given: readonly SortSpec<Field>[]): Promise<SortKey[]> {
    const asked: readonly SortSpec<Field>[] = given.length > 0 ? given : [{ field: 'name', direction: 'asc' }];
    const positions = asked.some(({ field }) => field === 'positions') ? await this.positions() : [];
    const keys = asked.map(({ field, direction }): SortKey => {
      if (isOfAccount(field)) {
        return { field: 'user.id', direction: 'asc', ranking: this.people.orderBy(field, direction) };
      }
      if (field === 'positions') return { field: 'positionsKey', direction, ranking: positions };
      return { field: paths[field], direction };
    });
    return [...keys, { field: 'user.id', direction: 'asc' }];
  }

  /** Returns the keys of the positions that people hold, in the order of the names. */
  private async positions(): Promise<string[]> {
    const [held, positions] = await Promise.all([
      this.readModels.tally(userModel, {}, 'positionsKey'),
      this.readModels.find<PositionDocument>(positionModel, {}, { sort: [{ field: 'nameKey', direction: 'asc' }] }),
    ]);
    const places = new Map(positions.map(({ id }, place) => [id, String(place).padStart(9, '0')]));
    return [...held.keys()]
      .filter((key) => typeof key === 'string')
      .map((key) => ({
        key,
        places: key
          .split(',')
          .map((id) => places.get(id) ?? '')
          .sort()
          .join(),
      }))
      .sort((a, b) => (a.places < b.places ? -1 : 1))
      .map(({ key }) => key);
  }
}
