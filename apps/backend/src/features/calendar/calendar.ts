import {
  type CalendarPart,
  type calendarOperations,
  calendarParts,
  type Page,
  type TaskRowAnswer,
} from '@gos/contract';
import { addDays, type Day, endOfDay, localDay, startOfDay, taskStates, type User, unsolvedStates } from '@gos/domain';
import {
  type RepeatedTaskDocument,
  repeatedTaskModel,
  taskModel,
  type UserDocument,
  userModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type ParsedListQuery, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { InstallationSettings } from '../../shared/installation/settings';
import { DaysOff } from '../../shared/plan/days-off';
import { Plans } from '../../shared/plan/plans';
import { TaskAnswers } from '../../shared/task/task-answers';
import type { CalendarSubscription } from '../../shared/user/calendar-addresses';
import { People } from '../../shared/user/people';
import type { Filter, SortKey } from '../../stores/read-models/read-models';
import { type FeedSetting, feedOf } from './feed';
import { FeedCopies } from './feed-copies';
import { occurrencesIn, plansIn } from './feed-days';
import type { Component } from './icalendar';

export interface Days {
  readonly from: Day;
  /** last day, inclusive */
  readonly to: Day;
}

/** How many days a feed keeps solved tasks. */
const feedDays = 90;
const maxInFeed = 2_000;
/** How far ahead a feed shows plans and occurrences to come. */
const feedDaysAhead = 366;
const maxRepeatedInFeed = 200;

/** The active repeated tasks that a person solves, alone or as a holder of a position. */
const mineOf = ({ id, positionIds }: User): Filter => ({
  'state.active': true,
  $or: [{ 'state.solverId': id }, { positionId: { $in: [...positionIds] } }],
});

/** All states are listed so that the index (person, state, deadline) can be used for the range of deadlines. */
const ofPart: Record<CalendarPart, (me: number) => Filter> = {
  given: (me) => ({ 'task.contractorId': me, deleted: false, 'task.state': { $in: taskStates } }),
  solved: (me) => ({ 'task.solverId': me, deleted: false, 'task.state': { $in: taskStates } }),
  participant: (me) => ({ participants: me, deleted: false, 'task.state': { $in: taskStates } }),
};

/** Unsolved tasks that the solver has planned for the given days. */
const plannedBy = (me: number, days: Filter): Filter => ({
  $and: [{ 'task.solverId': me, deleted: false, 'task.state': { $in: unsolvedStates } }, days],
});

const byDeadline = (direction: SortKey['direction']): SortKey[] => [
  { field: 'task.deadline', direction },
  { field: 'task.id', direction },
];

/** Deadlines, meetings and planned days of the tasks that a person is a party to. */
@Injectable()
export class Calendar {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly answers: TaskAnswers,
    private readonly people: People,
    private readonly clock: Clock,
    private readonly settings: InstallationSettings,
    private readonly plans: Plans,
    private readonly daysOff: DaysOff,
    private readonly copies: FeedCopies,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async items(
    days: Days,
    query: ParsedListQuery<typeof calendarOperations.items.query>,
    reader: SignedIn['actor'],
  ): Promise<Page<TaskRowAnswer>> {
    const asked = query.filters.part ?? calendarParts;
    const due: Filter = {
      'task.deadline': { $gte: this.beginOf(days.from), $lt: endOfDay(days.to, this.config.timeZone) },
    };
    const filter: Filter = {
      $or: [
        ...asked.map((part): Filter => ({ $and: [ofPart[part](reader.id), due] })),
        ...(asked.includes('solved')
          ? [plannedBy(reader.id, { 'task.shownDate': { $gte: days.from, $lte: days.to } })]
          : []),
      ],
    };
    const options = { sort: byDeadline('asc'), ...skipOf(query) };
    const { documents, total } = await pageOf(this.readModels, taskModel, filter, options);
    const items = await this.answers.rows(documents, reader);
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  /** The feed as iCalendar text; null when the person may no longer sign in. */
  async feed(
    { userId, feedId }: CalendarSubscription,
    { origin, asTodos }: { readonly origin: string; readonly asTodos: boolean },
  ): Promise<string | null> {
    const [user, person] = [await this.readModels.get<UserDocument>(userModel, userId), this.people.get(userId)];
    if (!user?.user.active || person === undefined) return null;
    const { timeZone: zone } = this.config;
    const { brandName } = this.settings.now;
    const setting = { userId, brandName, language: person.language, zone, origin, feedId, asTodos };
    const today = localDay(this.clock.now(), zone);
    return this.copies.of(JSON.stringify([setting, today]), userId, () =>
      this.made(user, addDays(today, -feedDays), setting),
    );
  }

  private async made(user: UserDocument, since: Day, setting: FeedSetting): Promise<string> {
    const { userId } = setting;
    const recent: Filter = { 'task.deadline': { $gte: this.beginOf(since) } };
    const overdue: Filter = {
      $and: [{ 'task.state': { $in: unsolvedStates } }, { 'task.deadline': { $lt: this.beginOf(since) } }],
    };
    const filter: Filter = {
      $or: [
        ...calendarParts.flatMap((part) => [recent, overdue].map((due) => ({ $and: [ofPart[part](userId), due] }))),
        plannedBy(userId, { 'task.shownDate': { $gte: since } }),
      ],
    };
    const documents = await this.readModels.find(taskModel, filter, {
      sort: byDeadline('desc'),
      limit: maxInFeed,
    });
    return feedOf(documents, await this.besideTasks(user, since, setting), setting);
  }

  /** Occurrences of repeated tasks that are no tasks yet, and the person's own plans. */
  private async besideTasks({ user }: UserDocument, since: Day, setting: FeedSetting): Promise<Component[]> {
    const until = addDays(since, feedDays + feedDaysAhead);
    const [definitions, plans] = await Promise.all([
      this.readModels.find<RepeatedTaskDocument>(repeatedTaskModel, mineOf(user), {
        sort: [{ field: 'state.id', direction: 'asc' }],
        limit: maxRepeatedInFeed,
      }),
      this.plans.within(since, until, { 'plan.userId': user.id }),
    ]);
    const isDayOff = await this.daysOff.for(definitions.map(({ state }) => state));
    return [
      ...(await occurrencesIn(definitions, until, isDayOff, setting)),
      ...(await plansIn(plans, since, until, setting)),
    ];
  }

  private beginOf(day: Day): string {
    return startOfDay(day, this.config.timeZone);
  }
}
