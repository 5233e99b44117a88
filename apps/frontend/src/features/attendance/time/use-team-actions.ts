import { attendanceRoutes, type TeamMonth } from '@gos/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { undoOf } from '../../../entities/undo/undo.api';
import { usePersonName } from '../../../entities/user/person-name';
import { request } from '../../../lib/request';
import { dayTexts } from '../../../ui/day-text';
import { showProblem, showToast } from '../../../ui/toast';
import { attendanceKeys, remindOfMissingDays } from './attendance.api';
import { closableTo } from './closable';
import { type ClosingOutcome, closeMonths } from './close-months';
import { firstOf } from './month-address';
import { type TeamMonthAddress, teamFilterOf } from './team-month-address';
import { useTimeT } from './time-texts';
import type { TeamMonthState } from './use-team-month';

const mostAtOnce = 100;
/** People whom a message names. */
const mostNamed = 5;

/** Everybody whom the address selects, page after page. */
export async function allRows(address: TeamMonthAddress, { month, year }: Pick<TeamMonthState, 'month' | 'year'>) {
  const rows = new Map<number, TeamMonth>();
  for (let page = 1; ; page++) {
    const query = { month, year, page, pageSize: mostAtOnce, ...teamFilterOf(address) };
    const answer = await request(attendanceRoutes.teamMonth, { query });
    for (const row of answer.items) rows.set(row.userId, row);
    if (page * mostAtOnce >= answer.total) return [...rows.values()];
  }
}

/** Reminds several people of missing days, closes their months, and keeps the reasons of those that were refused. */
export function useTeamActions({ month, year, today }: Pick<TeamMonthState, 'month' | 'year' | 'today'>) {
  const t = useTimeT();
  const nameOf = usePersonName();
  const { locale } = useIntl();
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ readonly settled: number; readonly total: number } | null>(null);
  const [refused, setRefused] = useState<ClosingOutcome['refused']>([]);
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: attendanceKeys.team }),
      client.invalidateQueries({ queryKey: attendanceKeys.all }),
    ]);

  async function close(rows: readonly TeamMonth[]) {
    if (progress !== null) return;
    const total = rows.length;
    setProgress({ settled: 0, total });
    try {
      const outcome = await closeMonths(rows, { month, year }, closableTo({ month, year }, today), (settled) =>
        setProgress({ settled, total }),
      );
      await refresh();
      const name = dayTexts.monthInText(locale, firstOf({ month, year }));
      const message = t('time.team-month.close.done', { count: outcome.closed.length, month: name });
      showToast({ message, ...undoOf(outcome.closed, { refresh }) });
      if (outcome.refused.length > 0 && there.current) setRefused(outcome.refused);
      else if (outcome.refused.length > 0)
        showProblem(null, t('time.team-month.refused', { count: outcome.refused.length }));
    } finally {
      setProgress(null);
    }
  }

  const reminding = useMutation({
    mutationFn: (rows: readonly TeamMonth[]) =>
      remindOfMissingDays(
        { month, year },
        rows.map(({ userId }) => userId),
      ),
    onSuccess({ reminded, already, skipped }) {
      const name = dayTexts.monthInText(locale, firstOf({ month, year }));
      const names = already.slice(0, mostNamed).map(nameOf);
      if (already.length > mostNamed) names.push(`+${already.length - mostNamed}`);
      const sentences = [
        t('time.team-month.remind.done', { count: reminded.length, month: name }),
        ...(names.length === 0 ? [] : [t('time.team-month.remind.already', { names: names.join(', ') })]),
        ...(skipped.length === 0 ? [] : [t('time.team-month.remind.skipped', { count: skipped.length })]),
      ];
      showToast({ message: sentences.join(' ') });
    },
    onError: (error) => showProblem(error),
  });
  const { mutate: remind, isPending: isReminding } = reminding;
  return { progress, refused, forget: () => setRefused([]), close, remind, isReminding };
}

export type TeamActions = ReturnType<typeof useTeamActions>;
