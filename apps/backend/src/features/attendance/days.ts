import type { AttendanceActivity, AttendanceComment, AttendanceDay } from '@gos/contract';
import { type Day, daysFrom, type Instant, isDayOf, minutesWithin, plannedMinutesOf, spanOfDays } from '@gos/domain';
import type { WorkDocument } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { readerAt } from '../../engine/projections/past-read-models';
import { CONFIG, type Config } from '../../kernel/config';
import { turn } from '../../kernel/pieces';
import { Holidays } from '../../shared/plan/holidays';
import { PlanAnswers } from '../../shared/plan/plan-answers';
import { Plans } from '../../shared/plan/plans';
import { VisibleTasks } from '../../shared/task/visible-tasks';
import { People } from '../../shared/user/people';
import type { Reader } from '../../shared/user/user-answers';
import { PersonalWork } from '../../shared/work/personal-work';
import { seesWork } from '../../shared/work/visible-work';
import { WorkAnswers } from '../../shared/work/work-answers';
import { ClosedMonths } from './closed-months';
import { Written } from './written';

/** The events of the history with a text by the person, as opposed to the name of a file. */
const written: ReadonlySet<string> = new Set([
  'CommentAdded',
  'TaskCompleted',
  'TaskReturned',
  'TaskAccepted',
  'TaskEndedByContractor',
]);

/** Days that are computed before yielding to the event loop: each goes through all that was worked. */
const daysAtOnce = 10;

/** The greatest number of days from the first to the last day of an activity. */
export const longestActivityDays = 366;

/** Days of attendance, one or several. */
@Injectable()
export class Days {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly work: PersonalWork,
    private readonly entries: WorkAnswers,
    private readonly plans: Plans,
    private readonly planAnswers: PlanAnswers,
    private readonly holidays: Holidays,
    private readonly logs: Written,
    private readonly closed: ClosedMonths,
    private readonly tasks: VisibleTasks,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async day(userId: number, date: Day, reader: Reader, at?: Instant): Promise<AttendanceDay> {
    const zone = this.config.timeZone;
    const { start, end } = spanOfDays(date, date, zone);
    const past = at === undefined ? undefined : { at, reader };
    const from = readerAt(this.readModels, at);
    const [documents, spread, [holiday], closed, logs] = await Promise.all([
      this.work.between(userId, start, end, from),
      this.plans.within(date, date, { 'plan.userId': userId }, past),
      this.holidays.between(date, date, this.people.languageOf(reader.id)),
      this.closed.of(userId, date.slice(0, 7), at),
      this.logs.between(userId, start, end, reader, at),
    ]);
    const plans = spread.filter(({ plan }) => isDayOf(plan, date));
    const [entries, byTask, planned] = await Promise.all([
      this.entries.entries(documents, reader, at),
      this.work.byTask(documents, reader),
      this.planAnswers.answers(plans, reader, from),
    ]);
    const minutes = documents.map(({ entry }) => minutesWithin(entry, start, end));
    const notes = entries.flatMap(({ id, from, task, note }): AttendanceComment[] =>
      note === null ? [] : [{ at: from, task, text: note, entryId: id }],
    );
    const comments = logs.flatMap(({ event, at, task, text }): AttendanceComment[] =>
      text !== null && written.has(event) ? [{ at, task, text, entryId: null }] : [],
    );
    return {
      date,
      user: this.people.ref(userId),
      plannedMinutes: plannedMinutesOf(
        date,
        plans.map(({ plan }) => plan),
        { zone, holiday: holiday !== undefined },
      ),
      workedMinutes: minutes.reduce((sum, one) => sum + one, 0),
      holiday: holiday?.name ?? null,
      closed: closed !== null && start < closed.end,
      entries: entries.map((entry, index) => ({ ...entry, dayMinutes: minutes[index]! })),
      plans: planned,
      comments: [...notes, ...comments].sort((a, b) => (a.at < b.at ? -1 : 1)),
      tasks: byTask(start, end),
      logs: [...logs].reverse(),
    };
  }

  async activity(userId: number, from: Day, to: Day, reader: Reader): Promise<AttendanceActivity> {
    const zone = this.config.timeZone;
    const { start, end } = spanOfDays(from, to, zone);
    const documents = await this.visibleTo(reader, userId, await this.work.between(userId, start, end));
    const [byTask, logs] = await Promise.all([
      this.work.byTask(documents, reader),
      this.logs.between(userId, start, end, reader),
    ]);
    const days: AttendanceActivity['days'][number][] = [];
    for (const [index, date] of daysFrom(from, to, longestActivityDays + 1).entries()) {
      if (index % daysAtOnce === daysAtOnce - 1) await turn();
      const day = spanOfDays(date, date, zone);
      const tasks = byTask(day.start, day.end);
      const workedMinutes = tasks.reduce((sum, { minutes }) => sum + minutes, 0);
      if (workedMinutes > 0) days.push({ date, workedMinutes, tasks });
    }
    const workedMinutes = days.reduce((sum, day) => sum + day.workedMinutes, 0);
    return { user: this.people.ref(userId), from, to, workedMinutes, days, logs };
  }

  /** The entries that the reader may see: one's own all count, also of tasks that one no longer sees. */
  private async visibleTo(reader: Reader, userId: number, documents: readonly WorkDocument[]): Promise<WorkDocument[]> {
    if (userId === reader.id) return [...documents];
    const tasks = await this.tasks.listed(documents.map(({ taskId }) => taskId));
    return documents.filter((document) => seesWork(document, tasks, reader));
  }
}
