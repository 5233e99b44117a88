import { type Day, plainEntryOf } from '@gos/domain';
import { MultiSelect, Stack, Switch, TagsInput } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { CalendarPopover } from '../../ui/fields/calendar-popover';
import { DaysCalendar } from '../../ui/fields/days-calendar';
import type { TriggerButton } from '../../ui/lazy-popup';
import { pickedDays } from '../../ui/shown-days';
import { useNamesOfPeople, usePeople } from '../user/use-people';
import { useFieldName } from './field-value';
import type { EnteredKind, FilteredField } from './task-search';

interface ValuesProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

const DayValues = ({ values, onChange }: ValuesProps) => (
  <DaysCalendar type="multiple" value={values as Day[]} onChange={onChange} defaultDate={values[0]} {...pickedDays} />
);

const LineValues = ({ label, values, onChange }: ValuesProps) => (
  <TagsInput label={label} size="xs" w={240} maxTags={20} value={[...values]} onChange={onChange} />
);

function PersonValues({ label, values, onChange }: ValuesProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const { people } = usePeople(search);
  const offered = new Map([...useNamesOfPeople(values), ...people.map(({ id, name }) => [String(id), name] as const)]);
  return (
    <MultiSelect
      label={label}
      size="xs"
      w={240}
      maxValues={20}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('task.people.nobody')}
      data={[...offered].map(([value, name]) => ({ value, label: name }))}
      value={[...values]}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

/** The editor of each kind whose values people enter. */
const editors: Readonly<Record<EnteredKind, ComponentType<ValuesProps>>> = {
  day: DayValues,
  line: LineValues,
  person: PersonValues,
};

interface EnteredFilterProps {
  readonly field: FilteredField;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly button: TriggerButton;
}

/** A filter by a plain field whose values people enter: days in a calendar, lines as typed, people by name, or tasks without any value. */
export function EnteredFilter({ field, chosen, onChange, button }: EnteredFilterProps) {
  const t = useT();
  const label = useFieldName()(field);
  const kind = plainEntryOf(field).kind as EnteredKind;
  const Values = editors[kind];
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
            label={t(kind === 'person' ? 'task.value.nobody' : 'task.value.none')}
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
