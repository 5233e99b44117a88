import type { AvailabilityAnswer, HolidaysAnswer, MonthOfAvailabilityAnswer, PlanAnswer } from '@gos/contract';
import { addDays, type Day, daysOfMonth, type Instant, isDayOf, isNameable, localDay, mondayOf } from '@gos/domain';
import { type PlanDocument, type UserDocument, userModel, visibleTo } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { momentOf, readerAt } from '../../engine/projections/past-read-models';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Holidays } from '../../shared/plan/holidays';
import { PlanAnswers } from '../../shared/plan/plan-answers';
import { Plans } from '../../shared/plan/plans';
import { People } from '../../shared/user/people';
import type { Filter } from '../../stores/read-models/read-models';

type Reader = SignedIn['actor'];

interface Asked {
  readonly at?: Instant;
  /** null for people who hold no position */
  readonly position?: number | null;
}
interface AskedWeek extends Asked {
  /** a day of the week */
  readonly from?: Day;
}
interface AskedMonth extends Asked {
  /** 1 to 12 */
  readonly month?: number;
  readonly year?: number;
}

interface OwnPlan {
  readonly document: PlanDocument;
  readonly answer: PlanAnswer;
}

/** The availability of people: people and their plans of a week or a month, and public holidays. */
@Injectable()
export class Availability {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly plans: Plans,
    private readonly answers: PlanAnswers,
    private readonly holidays: Holidays,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async week({ from: day, ...asked }: AskedWeek, reader: Reader): Promise<AvailabilityAnswer> {
    const from = mondayOf(day ?? this.today(asked));
    const days = Array.from({ length: 7 }, (_, index) => addDays(from, index));
    const { people, holidays } = await this.during(days, asked, reader, (own) =>
      days.map((date) => ({
        date,
        plans: own.filter(({ document }) => isDayOf(document.plan, date)).map(({ answer }) => answer),
      })),
    );
    return { from, days, holidays, people: people.map(({ user, planned }) => ({ user, days: planned })) };
  }

  /** Each plan once, with its days: most plans of a month repeat. */
  async month(
    { month: monthAsked, year: yearAsked, ...asked }: AskedMonth,
    reader: Reader,
  ): Promise<MonthOfAvailabilityAnswer> {
    const today = this.today(asked);
    const year = yearAsked ?? Number(today.slice(0, 4));
    const month = monthAsked ?? Number(today.slice(5, 7));
    const days = daysOfMonth(year, month);
    const { people, holidays } = await this.during(days, asked, reader, (own) =>
      own
        .map(({ document, answer }) => ({ plan: answer, days: days.filter((day) => isDayOf(document.plan, day)) }))
        .filter(({ days }) => days.length > 0),
    );
    return { month, year, holidays, people: people.map(({ user, planned }) => ({ user, plans: planned })) };
  }

  async holidaysOf(
    { year = Number(this.today({}).slice(0, 4)) }: { readonly year?: number },
    reader: Reader,
  ): Promise<HolidaysAnswer> {
    const language = this.people.languageOf(reader.id);
    return { items: await this.holidays.between(`${year}-01-01`, `${year}-12-31`, language) };
  }

  private today({ at }: Asked): Day {
    return localDay(momentOf(at, this.clock), this.config.timeZone);
  }

  private async during<Planned>(
    days: readonly Day[],
    { at, position }: Asked,
    reader: Reader,
    plannedBy: (own: readonly OwnPlan[]) => Planned,
  ) {
    const [ids, plans, holidays] = await Promise.all([
      this.shown(position, reader, at),
      this.plansOf(days, reader, at),
      this.holidays.between(days[0]!, days.at(-1)!, this.people.languageOf(reader.id)),
    ]);
    const people = ids.map((id) => ({ user: this.people.ref(id), planned: plannedBy(plans.get(id) ?? []) }));
    return { people, holidays };
  }

  /** Active people by name, no auditors; a collaborator sees themselves only. */
  private async shown(position: number | null | undefined, reader: Reader, at?: Instant): Promise<number[]> {
    const filter: Filter = {
      $and: [
        { 'user.active': true },
        ...(typeof position === 'number' ? [{ 'user.positionIds': position }] : []),
        ...(reader.role === 'collaborator' ? [{ 'user.id': reader.id }] : []),
      ],
    };
    const documents = await readerAt(this.readModels, at).find<UserDocument>(userModel, filter);
    const isAsked = ({ positionIds }: UserDocument['user']) => position !== null || positionIds.length === 0;
    const ids = new Set(documents.filter(({ user }) => isNameable(user) && isAsked(user)).map(({ user }) => user.id));
    return this.people.order().filter((id) => ids.has(id));
  }

  /** By person, in the order of their times. */
  private async plansOf(days: readonly Day[], reader: Reader, at?: Instant) {
    const seen = visibleTo(reader, 'everyone') as Filter;
    const documents = await this.plans.within(
      days[0]!,
      days.at(-1)!,
      seen,
      at === undefined ? undefined : { at, reader },
    );
    const answers = await this.answers.answers(documents, reader, readerAt(this.readModels, at));
    const byPerson = new Map<number, OwnPlan[]>();
    for (const [index, document] of documents.entries()) {
      const { userId } = document.plan;
      const own = byPerson.get(userId) ?? [];
      own.push({ document, answer: answers[index]! });
      byPerson.set(userId, own);
    }
    return byPerson;
  }
}
