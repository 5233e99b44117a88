import type { AttendanceMonth, CommandAnswer } from '@gos/contract';
import { closingFieldChecks, type Day } from '@gos/domain';
import { pick } from '@gos/domain/kernel/tables';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { undoOf } from '../../../entities/undo/undo.api';
import { usePersonName } from '../../../entities/user/person-name';
import { dayTexts } from '../../../ui/day-text';
import { ReasonDialog } from '../../../ui/form/reason-dialog';
import { LazyAskDialog } from '../../../ui/lazy-dialogs';
import { showProblem, showToast } from '../../../ui/toast';
import { attendanceKeys, closeMonth, reopenMonth } from './attendance.api';
import { closableTo, closesMore } from './closable';
import { HeadButton } from './head-button';
import { firstOf, lastOf } from './month-address';
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

interface DialogProps {
  readonly month: AttendanceMonth;
  readonly name: string;
  readonly onClose: () => void;
}

/** Refreshes what shows the month, and says what has become of it. */
function useDone({ month, name }: Omit<DialogProps, 'onClose'>) {
  const t = useTimeT();
  const nameOf = usePersonName();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: attendanceKeys.all });
  return {
    refresh,
    say(answer: CommandAnswer, text: 'time.month.closed-done' | 'time.month.opened-done') {
      const message = t(text, { month: name, person: nameOf(month.user) });
      showToast({ message, ...undoOf([answer], { refresh }) });
    },
  };
}

function ClosingDialog({ month, name, upTo, onClose }: DialogProps & { readonly upTo: Day }) {
  const t = useTimeT();
  const nameOf = usePersonName();
  const { locale } = useIntl();
  const { refresh, say } = useDone({ month, name });
  const unfinished = useUnfinished(month);
  const close = useMutation({
    mutationFn: () => closeMonth(pick(month, ['userId', 'month', 'year']), upTo),
    onSuccess: (answer) => say(answer, 'time.month.closed-done'),
    onError: (error) => showProblem(error),
    onSettled() {
      onClose();
      return refresh();
    },
  });
  const isWhole = upTo === lastOf(month);
  return (
    <LazyAskDialog
      title={t(isWhole ? 'time.month.close.title' : 'time.month.close.title-to', {
        month: name,
        day: dayTexts.short(locale, upTo),
      })}
      text={[...unfinished, t('time.month.close.text', { person: nameOf(month.user) })].join(' ')}
      answer={t('time.month.close')}
      final={false}
      busy={close.isPending}
      onAnswer={() => close.mutate()}
      onClose={onClose}
    />
  );
}

function ReopeningDialog({ month, name, onClose }: DialogProps) {
  const t = useTimeT();
  const nameOf = usePersonName();
  const { refresh, say } = useDone({ month, name });
  return (
    <ReasonDialog
      title={t('time.month.reopen.title', { month: name })}
      text={t('time.month.reopen.text', { person: nameOf(month.user) })}
      label={t('time.month.reopen.reason')}
      answer={t('time.month.reopen')}
      check={closingFieldChecks.reason}
      send={(reason) => reopenMonth(pick(month, ['userId', 'month', 'year']), reason)}
      onSent={(answer) => {
        onClose();
        say(answer, 'time.month.opened-done');
        void refresh();
      }}
      onClose={onClose}
    />
  );
}

/** Closes a person's month, or the days of it that are over, after a confirmation. Reopens it for a reason. */
export function MonthClosing({ month, today }: { readonly month: AttendanceMonth; readonly today: Day }) {
  const t = useTimeT();
  const { locale } = useIntl();
  const [asking, setAsking] = useState<'close' | 'reopen' | null>(null);
  const upTo = closableTo(month, today);
  const dialog = { month, name: dayTexts.monthInText(locale, firstOf(month)), onClose: () => setAsking(null) };
  return (
    <>
      {closesMore(month, upTo) && (
        <HeadButton
          icon={<IconLock size={16} stroke={1.75} />}
          label={t('time.month.close')}
          onClick={() => setAsking('close')}
        />
      )}
      {month.closedTo !== null && (
        <HeadButton
          icon={<IconLockOpen size={16} stroke={1.75} />}
          label={t('time.month.reopen')}
          onClick={() => setAsking('reopen')}
        />
      )}
      {asking === 'close' && upTo !== null && <ClosingDialog {...dialog} upTo={upTo} />}
      {asking === 'reopen' && <ReopeningDialog {...dialog} />}
    </>
  );
}
