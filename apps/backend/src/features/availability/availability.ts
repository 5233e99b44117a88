import type { AvailabilityAnswer, PlanAnswer } from '@gos/contract';
import { addDays, type Day, type Instant, isDayOf, isNameable, localDay, mondayOf } from '@gos/domain';
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
  readonly from?: Day;
  /** null for people who hold no position */
  readonly position?: number | null;
}

/** The availability of people: people and their plans of a week. */
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

  async week({ at, from: day, position }: Asked, reader: Reader): Promise<AvailabilityAnswer> {
    const from = mondayOf(day ?? localDay(momentOf(at, this.clock), this.config.timeZone));
    const days = Array.from({ length: 7 }, (_, index) => addDays(from, index));
    const [ids, plans, holidays] = await Promise.all([
      this.shown(position, reader, at),
      this.plansOf(days, reader, at),
      this.holidays.between(from, days[6]!, this.people.languageOf(reader.id)),
    ]);
    const people = ids.map((id) => {
      const own = plans.get(id) ?? [];
      const plansOn = (date: Day) => own.filter(({ document }) => isDayOf(document.plan, date));
      return {
        user: this.people.ref(id),
        days: days.map((date) => ({ date, plans: plansOn(date).map(({ answer }) => answer) })),
      };
    });
    return { from, days, holidays, people };
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
    const byPerson = new Map<number, { readonly document: PlanDocument; readonly answer: PlanAnswer }[]>();
    for (const [index, document] of documents.entries()) {
      const { userId } = document.plan;
      const own = byPerson.get(userId) ?? [];
      own.push({ document, answer: answers[index]! });
      byPerson.set(userId, own);
    }
    return byPerson;
  }
}
