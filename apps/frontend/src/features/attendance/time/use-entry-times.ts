import type { AttendanceDay, Problem } from '@gos/contract';
import { type Instant, minutesBetween } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useWorkChanges } from '../../../entities/work/use-work';
import { layerOn, layersOf } from '../../../lib/query-layers';
import { attendanceKeys } from './attendance.api';
import type { DayEntry } from './use-day';

export interface Times {
  readonly from: Instant;
  readonly to: Instant;
}

/** Gives an entry other times: seen on its day at once, with a way back; answers why not when it is refused. */
export function useEntryTimes() {
  const client = useQueryClient();
  const run = useWorkChanges();

  return async (entry: DayEntry, times: Times): Promise<Problem | null> => {
    const shown = layersOf(client).show(
      layerOn(attendanceKeys.days, (day: AttendanceDay) => ({
        ...day,
        entries: day.entries.map((one) =>
          one.id === entry.id ? { ...one, ...times, dayMinutes: minutesBetween(times.from, times.to) } : one,
        ),
      })),
    );
    const outcome = await run({ type: 'change', entry, body: { ...times } }, { quiet: true });
    if (!outcome.ok) {
      shown.takeBack();
      return outcome.problem;
    }
    shown.keep();
    return null;
  };
}
