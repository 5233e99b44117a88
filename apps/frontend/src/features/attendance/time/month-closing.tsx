import type { AttendanceMonth } from '@gos/contract';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { undoOf } from '../../../entities/undo/undo.api';
import { usePersonName } from '../../../entities/user/person-name';
import { dayTexts } from '../../../ui/day-text';
import { LazyAskDialog } from '../../../ui/lazy-dialogs';
import { showProblem, showToast } from '../../../ui/toast';
import { attendanceKeys, setMonthClosed } from './attendance.api';
import { HeadButton } from './head-button';
import { firstOf } from './month-address';
import { useTimeT } from './time-texts';

/** The things to do before the month is closed; empty when everything is there. */
function useUnfinished({ missingDays, days, runningSince }: AttendanceMonth): readonly string[] {
  const t = useTimeT();
  const { locale } = useIntl();
  const flagged = days.filter((day) => day.flagged).length;
  return [
    ...(missingDays.length === 0
      ? []
      : [
          t('time.month.close.missing', {
            count: missingDays.length,
            days: new Intl.ListFormat(locale).format(missingDays.map((day) => dayTexts.short(locale, day))),
          }),
        ]),
    ...(flagged === 0 ? [] : [t('time.month.close.flagged', { count: flagged })]),
    ...(runningSince === null ? [] : [t('time.month.close.running')]),
  ];
}

/** Closes a person's month after a confirmation, and reopens it. */
export function MonthClosing({ month }: { readonly month: AttendanceMonth }) {
  const t = useTimeT();
  const nameOf = usePersonName();
  const { locale } = useIntl();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { closed, userId, user } = month;
  const unfinished = useUnfinished(month);
  const asked = { userId, month: month.month, year: month.year };
  const name = dayTexts.month(locale, firstOf(month));
  const change = useMutation({
    mutationFn: (close: boolean) => setMonthClosed(asked, close),
    onSuccess(answer, close) {
      setAsking(false);
      showToast({
        message: t(close ? 'time.month.closed-done' : 'time.month.opened-done', { month: name, person: nameOf(user) }),
        ...undoOf([answer], { refresh: () => client.invalidateQueries({ queryKey: attendanceKeys.all }) }),
      });
    },
    onError(error) {
      setAsking(false);
      showProblem(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: attendanceKeys.all }),
  });
  const Icon = closed ? IconLockOpen : IconLock;
  const verb = t(closed ? 'time.month.reopen' : 'time.month.close');
  return (
    <>
      <HeadButton
        icon={<Icon size={16} stroke={1.75} />}
        label={verb}
        busy={change.isPending}
        onClick={() => setAsking(true)}
      />
      {asking && (
        <LazyAskDialog
          title={t(closed ? 'time.month.reopen.title' : 'time.month.close.title', { month: name })}
          text={
            closed
              ? t('time.month.reopen.text', { person: nameOf(user) })
              : [...unfinished, t('time.month.close.text', { person: nameOf(user) })].join(' ')
          }
          answer={verb}
          final={false}
          busy={change.isPending}
          onAnswer={() => change.mutate(!closed)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
