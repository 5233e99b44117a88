import type { VacationBalance } from '@gos/contract';
import { type FieldError, vacationChecks } from '@gos/domain';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { planKeys, setVacation, type VacationBody } from '../../entities/plan/plans.api';
import { usePersonName } from '../../entities/user/person-name';
import { typedNumber } from '../../lib/typed-number';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import formClasses from '../../ui/form.module.css';
import { SendButton, SendForm } from '../../ui/send-form';
import { showToast } from '../../ui/toast';
import { useAttendanceT } from './common/attendance-texts';

/** The days that a text means, such as `12,5`; null for an empty one, NaN for one that is no number. */
function daysIn(text: string): number | null {
  const plain = typedNumber(text);
  return plain === '' ? null : /^-?\d{1,4}(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

type DaysField = keyof typeof vacationChecks;

function errorOf(field: DaysField, text: string): FieldError | null {
  const days = daysIn(text);
  if (days === null) return null;
  if (Number.isNaN(days)) return { path: field, code: 'validation.number' };
  return Number.isInteger(days * 2) ? vacationChecks[field](days) : { path: field, code: 'validation.half-days' };
}

interface VacationDialogProps {
  readonly balance: VacationBalance;
  readonly onClose: () => void;
}

/** Sets how much vacation a person may take in a year. */
export function VacationDialog({ balance, onClose }: VacationDialogProps) {
  const t = useAttendanceT();
  const nameOf = usePersonName();
  const client = useQueryClient();
  const { locale } = useIntl();
  const { userId, year, allowanceDays, carriedOverDays, lastYearLeftDays } = balance;
  const textOf = (days: number | null) =>
    days === null ? '' : days.toLocaleString(locale, { useGrouping: false }).replace('−', '-');
  // An allowance that is not set yet begins with the days left of the last year.
  const carried = allowanceDays === null ? (lastYearLeftDays ?? 0) : (carriedOverDays ?? 0);
  const form = useDraftForm({
    values: { allowanceDays: textOf(allowanceDays), carriedOverDays: textOf(carried) },
    body: (draft): VacationBody => ({
      year,
      allowanceDays: daysIn(draft.allowanceDays),
      carriedOverDays: daysIn(draft.carriedOverDays) ?? 0,
    }),
    check: (draft) => ({
      allowanceDays: errorOf('allowanceDays', draft.allowanceDays),
      carriedOverDays: errorOf('carriedOverDays', draft.carriedOverDays),
    }),
    send: (_, { body }) => setVacation(userId, body),
    async onSent() {
      showToast({ message: t('attendance.vacation.saved', { name: nameOf(balance.user), year: String(year) }) });
      await client.invalidateQueries({ queryKey: planKeys.vacations });
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('attendance.vacation.dialog', { name: nameOf(balance.user), year: String(year) })}
      closeOnClickOutside={false}
    >
      <SendForm {...form.props} className={formClasses.dialog}>
        <TextInput
          label={t('attendance.vacation.field.allowance')}
          description={t('attendance.vacation.field.allowance.help')}
          inputMode="decimal"
          {...form.field('allowanceDays')}
        />
        <TextInput
          label={t('attendance.vacation.field.carried-over')}
          description={
            lastYearLeftDays === null
              ? undefined
              : t('attendance.vacation.last-year', { year: String(year - 1), days: lastYearLeftDays })
          }
          inputMode="decimal"
          {...form.field('carriedOverDays')}
        />
        {form.failure !== null && (
          <Text fz={12} c="var(--gos-late-text)" role="alert">
            {form.failure}
          </Text>
        )}
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('attendance.plan.cancel')}
          </SmallButton>
          <SendButton loading={form.busy}>{t('attendance.plan.save')}</SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}
