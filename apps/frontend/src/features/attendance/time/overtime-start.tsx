import type { AttendanceMonth } from '@gos/contract';
import { type Day, overtimeChecks } from '@gos/domain';
import { Text, TextInput } from '@mantine/core';
import { IconCalendar, IconHourglass } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { durationText, parseDuration } from '../../../entities/task/duration';
import { usePersonName } from '../../../entities/user/person-name';
import { SmallButton } from '../../../ui/buttons';
import { dayTexts } from '../../../ui/day-text';
import { Dialog, DialogAnswers } from '../../../ui/dialog';
import { DayPicker } from '../../../ui/fields/day-picker';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import forms from '../../../ui/form.module.css';
import { PickedField } from '../../../ui/form-field';
import { SendButton, SendForm } from '../../../ui/send-form';
import { showToast } from '../../../ui/toast';
import { attendanceKeys, type OvertimeBody, setOvertime } from './attendance.api';
import { HeadButton } from './head-button';
import { firstOf } from './month-address';
import { useTimeT } from './time-texts';

/** Minutes of `12:30` or `-4 h`; null when it says no length of time. */
function minutesIn(text: string): number | null {
  const [, sign, length] = /^\s*([-−+]?)(.*)$/s.exec(text)!;
  const minutes = parseDuration(length!);
  return minutes === null || sign === '' || sign === '+' ? minutes : -minutes;
}

const textOf = (minutes: number) => `${minutes < 0 ? '-' : ''}${durationText(Math.abs(minutes))}`;

interface Draft {
  readonly date: Day | null;
  readonly minutes: string;
}

interface OvertimeStartProps {
  readonly month: AttendanceMonth;
}

function OvertimeDialog({ month, onClose }: OvertimeStartProps & { readonly onClose: () => void }) {
  const t = useTimeT();
  const { locale } = useIntl();
  const client = useQueryClient();
  const person = usePersonName()(month.user);
  const start = month.overtimeStart;
  const form = useDraftForm({
    values: { date: start === null ? firstOf(month) : start.date, minutes: textOf(start?.minutes ?? 0) } as Draft,
    body: ({ date, minutes }): OvertimeBody => ({ date, minutes: minutesIn(minutes) ?? 0 }),
    check({ date, minutes }) {
      const is = minutesIn(minutes);
      if (date === null) return {};
      return { minutes: is === null ? t('time.overtime.wrong') : overtimeChecks.minutes(is) };
    },
    send: (_, { body }) => setOvertime(month.userId, body),
    async onSent() {
      showToast({ message: t('time.overtime.saved', { person }) });
      await Promise.all([
        client.invalidateQueries({ queryKey: attendanceKeys.all }),
        client.invalidateQueries({ queryKey: attendanceKeys.team }),
      ]);
      onClose();
    },
  });
  const date = form.field('date');
  const label = t('time.overtime.date');
  return (
    <Dialog onClose={onClose} title={t('time.overtime.title', { person })} closeOnClickOutside={false}>
      <SendForm {...form.props} className={forms.dialog}>
        <Text fz={13} c="dimmed">
          {t('time.overtime.text')}
        </Text>
        <PickedField
          label={label}
          name="date"
          error={date.error}
          picker={(button) => (
            <DayPicker label={label} value={date.value} onChange={date.onChange}>
              {button}
            </DayPicker>
          )}
        >
          <IconCalendar size={15} stroke={1.75} aria-hidden />
          {date.value === null ? (
            <span className={forms.placeholder}>{t('time.overtime.date.none')}</span>
          ) : (
            dayTexts.long(locale, date.value)
          )}
        </PickedField>
        {date.value !== null && (
          <TextInput
            label={t('time.overtime.minutes')}
            description={t('time.overtime.minutes.help')}
            {...form.field('minutes')}
          />
        )}
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('time.cancel')}
          </SmallButton>
          <SendButton loading={form.busy}>{t('time.save')}</SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

/** Sets the beginning of a person's balance of overtime. */
export function OvertimeStart({ month }: OvertimeStartProps) {
  const t = useTimeT();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <HeadButton
        icon={<IconHourglass size={16} stroke={1.75} />}
        label={t('time.overtime.set')}
        onClick={() => setEditing(true)}
      />
      {editing && <OvertimeDialog month={month} onClose={() => setEditing(false)} />}
    </>
  );
}
