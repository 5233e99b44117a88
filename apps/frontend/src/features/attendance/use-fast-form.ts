import type { CommandAnswer } from '@gos/contract';
import { addDays, type Day, localDay, mondayOf, weekdayOf } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newestPlansQuery, weekQuery } from '../../entities/plan/plans.api';
import { ApiProblem, isAnswer } from '../../lib/api';
import { timeZone } from '../../lib/installation';
import { showProblem } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { isShownWeek } from './availability-address';
import { useAttendanceT } from './common/attendance-texts';
import { useBreakRule } from './common/use-break-rule';
import { useWorkingDays } from './common/use-working-days';
import { beginningOf, type Common, type DayChoice, draftOf, type FastDay, fastDays, runsOf } from './fast-week';
import { breakOf, errorsOf, type PlanErrors, plansOf } from './plan-draft';
import type { Whom } from './time/use-whose';
import { usePlanActions } from './use-plan-actions';

/** From Friday on the next week is planned. */
const firstWeek = (today: Day): Day => mondayOf(weekdayOf(today) >= 5 ? addDays(today, 7) : today);

/** A week that is planned in one go: what holds for all days, what differs, and how it is sent. */
export function useFastForm(owner: Whom) {
  const t = useAttendanceT();
  const today = localDay(useNow(), timeZone());
  const [chosen, setChosen] = useState<Day | null>(null);
  const monday = chosen ?? firstWeek(today);
  const workingDays = useWorkingDays();
  const rule = useBreakRule();
  const weekAnswer = useQuery(weekQuery(monday));
  const newest = useQuery(newestPlansQuery(owner.id));
  const isLoading = weekAnswer.isLoading || newest.isLoading;
  const week = isLoading ? undefined : weekAnswer.data;
  const [written, setWritten] = useState<Partial<Common>>({});
  const [choices, setChoices] = useState<Readonly<Record<Day, DayChoice>>>({});
  const [tried, setTried] = useState(false);
  const [none, setNone] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<Day, string>>>({});
  const [sending, setSending] = useState(false);
  const actions = usePlanActions(owner);

  const beginning = beginningOf({ newest: newest.data?.items ?? [], positions: owner.positions, rule });
  const common: Common = { ...beginning, ...written };
  const days = fastDays(common, choices, { monday, today, workingDays, week, owner: owner.id });
  const planned = days.filter(({ on }) => on);
  const errorsOn = (day: FastDay): PlanErrors =>
    day.on ? errorsOf(draftOf(day, common), today, owner.positions.length > 0) : {};
  const commonErrors = errorsOf(draftOf({ ...common, date: today }, common), today, owner.positions.length > 0);

  function say(error: { readonly code: Parameters<typeof t>[0]; readonly params?: object } | undefined) {
    return tried && error ? t(error.code, { ...error.params }) : undefined;
  }

  function setDay(date: Day, part: DayChoice) {
    setChoices((all) => ({ ...all, [date]: { ...all[date], ...part } }));
    setRefused(({ [date]: _, ...others }) => others);
    setNone(false);
  }

  /** Days that are alike as one plan; where that is refused, each day by itself, so that one does not hold up the others. */
  async function submit(): Promise<void> {
    setTried(true);
    setNone(planned.length === 0);
    if (sending || planned.length === 0 || planned.some((day) => Object.keys(errorsOn(day)).length > 0)) return;
    setSending(true);
    const answers: CommandAnswer[] = [];
    const problems: Record<Day, string> = {};
    let count = 0;
    async function send(run: readonly [FastDay, ...FastDay[]]): Promise<void> {
      try {
        answers.push(...(await actions.add(plansOf(draftOf(run[0], common, run.at(-1)!.date), [], rule))));
        count += run.length;
        for (const { date } of run) setDay(date, { on: undefined });
      } catch (error) {
        if (run.length > 1 && error instanceof ApiProblem && isAnswer(error.problem)) {
          for (const day of run) await send([day]);
          return;
        }
        const known = error instanceof ApiProblem ? t(error.code, error.problem.params) : t('request.failed');
        const problem = (await actions.overlapOf(error)) ?? known;
        for (const { date } of run) problems[date] = problem;
        if (planned.length === 1) showProblem(error, t('attendance.plan.failure.add'));
      }
    }
    await Promise.all(runsOf(planned).map(send));
    setRefused(problems);
    setSending(false);
    if (count > 0) {
      setTried(false);
      actions.sayAdded(answers, t('attendance.week.planned', { count }));
    }
  }

  return {
    today,
    monday,
    positions: owner.positions,
    common,
    /** The break that the common times have. */
    breakMinutes: breakOf(common, rule),
    setCommon: (part: Partial<Common>) => setWritten((all) => ({ ...all, ...part })),
    days,
    /** The days that are on at first and the newest plan are not known yet: a click would mean the opposite once they are. */
    isLoading,
    setDay,
    count: planned.length,
    none,
    errorOf: (field: keyof Common) => say(commonErrors[field]),
    errorOn: (day: FastDay) => {
      const { from, to, breakMinutes } = errorsOn(day);
      return say(from ?? to ?? breakMinutes) ?? refused[day.date];
    },
    firstWeek: mondayOf(today),
    turn: (by: 1 | -1) => {
      const next = addDays(monday, 7 * by);
      if (isShownWeek(next)) setChosen(next);
    },
    toWeekOf: (day: Day | null) => setChosen(mondayOf(day === null || day < today ? today : day)),
    submit,
    sending,
  };
}

export type FastForm = ReturnType<typeof useFastForm>;
