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

/** Closes a person's month after a confirmation, and reopens it. */
export function MonthClosing({ month }: { readonly month: AttendanceMonth }) {
  const t = useTimeT();
  const nameOf = usePersonName();
  const { locale } = useIntl();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { closed, userId, user } = month;
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
          text={t(closed ? 'time.month.reopen.text' : 'time.month.close.text', { person: nameOf(user) })}
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
