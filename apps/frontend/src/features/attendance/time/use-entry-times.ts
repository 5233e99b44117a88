import type { AttendanceDay, Problem } from '@gos/contract';
import { type Instant, minutesBetween } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useWorkChanges } from '../../../entities/work/use-work';
import { workEntryQuery } from '../../../entities/work/work.api';
import { layerOn, layersOf } from '../../../lib/query-layers';
import { showToast } from '../../../ui/toast';
import { attendanceKeys } from './attendance.api';
import { useTimeT } from './time-texts';
import type { DayEntry } from './use-day';

export interface Times {
  readonly from: Instant;
  readonly to: Instant;
}

/** Gives an entry other times: seen on its day at once, with a way back; answers why not when it is refused. */
export function useEntryTimes() {
  const t = useTimeT();
  const client = useQueryClient();
  const run = useWorkChanges();

  async function back(entry: DayEntry, { from, to }: Times) {
    const now = await client.fetchQuery({ ...workEntryQuery(entry.id), staleTime: 0 });
    await run({ type: 'change', entry: now, body: { from, to } });
  }

  return async (entry: DayEntry, times: Times): Promise<Problem | null> => {
    const { from, to } = entry;
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
    showToast({
      message: t('work.changed'),
      ...(to !== null && { undo: () => void back(entry, { from, to }) }),
    });
    return null;
  };
}
