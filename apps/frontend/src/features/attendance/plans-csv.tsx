import type { PersonRef, PlanAnswer } from '@gos/contract';
import type { Day } from '@gos/domain';
import { fetchPlans, type PlanTime, plansOfTime } from '../../entities/plan/plans.api';
import { everyPage, everyPageSize } from '../../lib/every-page';
import { CsvChip, type CsvColumn } from '../../ui/csv-chip';
import { useAttendanceT } from './common/attendance-texts';
import { usePlanWords } from './common/plan-words';

type Column = CsvColumn<PlanAnswer>;

interface PlansCsvProps {
  readonly owner: PersonRef;
  readonly time: PlanTime;
  readonly today: Day;
  readonly title: string;
}

/** A person's plans that are ahead or over, as a file; times as spreadsheets read them. */
export function PlansCsv({ owner, time, today, title }: PlansCsvProps) {
  const t = useAttendanceT();
  const words = usePlanWords();
  const columns: readonly Column[] = [
    [t('attendance.plan.field.date'), ({ date }) => date],
    [t('attendance.plan.field.repeat'), ({ repeatUntil }) => repeatUntil],
    [
      t('attendance.plan.field.weekends'),
      ({ excludeWeekends }) => t(excludeWeekends ? 'task.value.yes' : 'task.value.no'),
    ],
    [t('attendance.plan.field.type'), words.name],
    [t('attendance.plan.field.from'), ({ from }) => from],
    [t('attendance.plan.field.to'), ({ to }) => to],
    [`${t('attendance.plan.field.break')} (min)`, ({ breakMinutes }) => breakMinutes],
    [t('attendance.plan.field.location'), ({ location }) => location],
    [t('attendance.plan.field.position'), ({ position }) => position?.name ?? ''],
  ];
  function items() {
    const query = { ...plansOfTime(owner.id, time, today), pageSize: everyPageSize };
    return everyPage((page) => fetchPlans({ ...query, page }));
  }
  return (
    <CsvChip
      label={t('attendance.plans.export')}
      file={title}
      failure={t('attendance.plans.failure')}
      columns={columns}
      items={items}
    />
  );
}
