import type { AttendanceMonth, AttendanceMonthDay } from '@gos/contract';
import { roundedTo } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../entities/installation/settings.api';
import { adjustedBy } from './month-days';

/** Minutes of the setting; 0 for none. */
export const stepOf = (rounding: string | undefined): number => Number(rounding) || 0;

/** Minutes to which the installation rounds exports; 0 when it does not. */
export const useExportStep = (): number => stepOf(useQuery(settingsQuery).data?.exportRounding.value);

function roundedDay(day: AttendanceMonthDay, step: number): AttendanceMonthDay {
  const tasks = day.tasks.map((task) => ({ ...task, minutes: roundedTo(task.minutes, step) }));
  return {
    ...day,
    plannedMinutes: roundedTo(day.plannedMinutes, step),
    breakMinutes: roundedTo(day.breakMinutes, step),
    workedMinutes: tasks.reduce((sum, { minutes }) => sum + minutes, 0),
    tasks,
  };
}

/**
 * The month as exports show it. The work on each task of a day is rounded, and all sums are those of the rounded times, so that what
 * is on paper adds up.
 * @param step minutes; 0 for times as they were recorded
 */
export function roundedMonth(month: AttendanceMonth, step: number): AttendanceMonth {
  if (step === 0) return month;
  const days = month.days.map((day) => roundedDay(day, step));
  const sumOf = (which: 'plannedMinutes' | 'workedMinutes') => days.reduce((sum, day) => sum + day[which], 0);
  const adjustments = month.adjustments.map((one) => ({
    ...one,
    was: roundedTo(one.was, step),
    is: roundedTo(one.is, step),
  }));
  const totals = {
    plannedMinutes: sumOf('plannedMinutes'),
    workedMinutes: sumOf('workedMinutes') - adjustedBy({ adjustments }),
  };
  const { differenceMinutes, overtimeMinutes } = month;
  return {
    ...month,
    days,
    totals,
    adjustments,
    differenceMinutes: roundedTo(differenceMinutes, step),
    overtimeMinutes: overtimeMinutes === null ? null : roundedTo(overtimeMinutes, step),
  };
}
