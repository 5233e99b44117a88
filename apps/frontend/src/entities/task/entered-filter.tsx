import '@mantine/dates/styles.css';
import { type Day, plainEntryOf } from '@gos/domain';
import { Stack, Switch, TagsInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/cs';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { CalendarPopover } from '../../ui/fields/calendar-popover';
import type { TriggerButton } from '../../ui/lazy-popup';
import { firstWeekday } from '../../ui/moment-format';
import { pickedDays } from '../../ui/shown-days';
import { useFieldName } from './field-value';
import type { FilteredField } from './task-search';

interface ValuesProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

function DayValues({ values, onChange }: ValuesProps) {
  const t = useT();
  const { locale } = useIntl();
  return (
    <DatePicker
      type="multiple"
      locale={locale}
      firstDayOfWeek={firstWeekday(locale)}
      weekendDays={[]}
      size="xs"
      value={values as Day[]}
      onChange={onChange}
      defaultDate={values[0]}
      {...pickedDays}
      ariaLabels={{ nextMonth: t('task.calendar.next'), previousMonth: t('task.calendar.previous') }}
    />
  );
}

const LineValues = ({ label, values, onChange }: ValuesProps) => (
  <TagsInput label={label} size="xs" w={240} maxTags={20} value={[...values]} onChange={onChange} />
);

interface EnteredFilterProps {
  readonly field: FilteredField;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly button: TriggerButton;
}

/** A filter by a plain field whose values people enter: days in a calendar, lines as typed, or tasks without any value. */
export function EnteredFilter({ field, chosen, onChange, button }: EnteredFilterProps) {
  const t = useT();
  const label = useFieldName()(field);
  const Values = plainEntryOf(field).kind === 'day' ? DayValues : LineValues;
  const wantsNone = chosen.includes('none');
  const choose = (values: readonly string[], none: boolean) => onChange(none ? [...values, 'none'] : [...values]);
  const values = chosen.filter((value) => value !== 'none');
  return (
    <CalendarPopover
      label={label}
      padding={10}
      defaultOpened
      calendar={() => (
        <Stack gap={10}>
          <Values label={label} values={values} onChange={(next) => choose(next, wantsNone)} />
          <Switch
            size="xs"
            label={t('task.value.none')}
            checked={wantsNone}
            onChange={(event) => choose(values, event.currentTarget.checked)}
          />
          {chosen.length > 0 && (
            <SmallButton variant="subtle" color="gray" fullWidth onClick={() => onChange([])}>
              {t('task.filter.clear')}
            </SmallButton>
          )}
        </Stack>
      )}
    >
      {button}
    </CalendarPopover>
  );
}
