import type { PlanAnswer, VacationBalance } from '@gos/contract';
import { type Day, localDay, vacationDaysOf, weekdaysOff } from '@gos/domain';
import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { vacationQuery } from '../../entities/plan/plans.api';
import { timeZone } from '../../lib/installation';
import { useNow } from '../../ui/use-now';
import { useAttendanceT } from './common/attendance-texts';
import { useWorkingDays } from './common/use-working-days';
import type { PlanDraft } from './plan-draft';

/** Days of a plan as they are chosen. */
type Chosen = Pick<PlanDraft, 'date' | 'repeatUntil' | 'excludeWeekends' | 'from' | 'half'>;

const yearOf = (day: Day) => Number(day.slice(0, 4));

/** The years in which the plans hold. */
function yearsOf(plans: readonly (Pick<Chosen, 'date' | 'repeatUntil'> | null)[]): number[] {
  const days = plans.flatMap((plan) => (plan?.date ? [plan.date, plan.repeatUntil ?? plan.date] : []));
  return [...new Set(days.map(yearOf))].sort();
}

const useBalances = (userId: number, years: readonly number[]) =>
  useQueries({ queries: years.map((year) => vacationQuery(userId, year)) }).flatMap(({ data }) => data ?? []);

interface LineProps {
  readonly balance: VacationBalance;
  readonly left: number;
  readonly says: 'left-after' | 'left-requests';
}

function Line({ balance, left, says }: LineProps) {
  const t = useAttendanceT();
  const year = String(balance.year);
  return (
    <Text fz={12} lh="inherit" c={left < 0 ? 'var(--gos-late-text)' : 'dimmed'} role="status">
      {left < 0
        ? t('attendance.vacation.beyond', { year, days: -left })
        : t(`attendance.vacation.${says}`, { year, days: left })}
    </Text>
  );
}

interface LeftAfterProps {
  readonly userId: number;
  readonly draft: PlanDraft;
  /** The vacation that the draft replaces; null for a new one. */
  readonly replaced: Chosen | null;
}

/** The vacation that is left when the draft is saved, for each of its years with an allowance. */
export function LeftAfter({ userId, draft, replaced }: LeftAfterProps) {
  const today = localDay(useNow(), timeZone());
  const workingDays = useWorkingDays();
  const weekend = weekdaysOff(workingDays);
  const balances = useBalances(userId, yearsOf([draft, replaced]));

  function taken({ year, holidays }: VacationBalance, plan: Chosen | null): number {
    if (plan === null || plan.date === null) return 0;
    const { date, repeatUntil, excludeWeekends, from, half } = plan;
    const spread = { date, repeatUntil, weekend: excludeWeekends ? weekend : [], without: [], deleted: false };
    const facts = { today, workingDays, isHoliday: (day: Day) => holidays.includes(day) };
    const off = { ...spread, from, half, kind: 'vacation', approval: null } as const;
    return vacationDaysOf(year, [off], facts).plannedDays;
  }

  return balances.map((balance) =>
    balance.leftDays === null ? null : (
      <Line
        key={balance.year}
        balance={balance}
        left={balance.leftDays + taken(balance, replaced) - taken(balance, draft)}
        says="left-after"
      />
    ),
  );
}

/** The vacation that is left with all requests, in the years of one of them. */
export function LeftWithRequests({ plan }: { readonly plan: PlanAnswer }) {
  const balances = useBalances(plan.user.id, yearsOf([plan]));
  return balances.map((balance) =>
    balance.leftDays === null ? null : (
      <Line key={balance.year} balance={balance} left={balance.leftDays} says="left-requests" />
    ),
  );
}
