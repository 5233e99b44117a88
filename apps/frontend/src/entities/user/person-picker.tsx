import type { PersonRef } from '@gos/contract';
import { type ReactElement, useState } from 'react';
import { type MessageId, useT } from '../../i18n';
import { Picker } from '../../ui/fields/picker';
import { PersonLabel } from './avatar';
import { usePeople } from './use-people';

type TargetProps = Parameters<Parameters<typeof Picker>[0]['children']>[0];

/** Returns the heading of an option: recent people have their own until the reader types. */
function groupOf(index: number, recently: number, search: string, t: (id: MessageId) => string): string | undefined {
  if (recently === 0 || search !== '') return undefined;
  return t(index < recently ? 'task.people.recent' : 'task.people.others');
}

interface PersonPickerProps {
  readonly label: string;
  readonly value: PersonRef | null;
  readonly onChange: (person: PersonRef | null) => void;
  /** The name of nobody, where nobody may be chosen. */
  readonly none?: string;
  /** Id of a person left out of the choices. */
  readonly except?: number;
  readonly children: (props: TargetProps) => ReactElement;
}

export function PersonPicker({ label, value, onChange, none, except, children }: PersonPickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const { people, loading, recently, remember } = usePeople(search, opened);
  const nobody = none !== undefined && search === '' ? [{ value: '', content: none, chosen: value === null }] : [];
  return (
    <Picker
      label={label}
      placeholder={t('task.people.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={loading ? t('task.people.loading') : t('task.people.nobody')}
      onPick={(id) => {
        const person = people.find((one) => String(one.id) === id) ?? null;
        if (person !== null) remember(person);
        onChange(person);
      }}
      options={[
        ...nobody,
        ...people
          .map((person, index) => ({
            value: String(person.id),
            group: groupOf(index, recently, search, t),
            content: <PersonLabel person={person} />,
            chosen: person.id === value?.id,
          }))
          .filter((option) => option.value !== String(except)),
      ]}
    >
      {children}
    </Picker>
  );
}

interface PeoplePickerProps {
  readonly label: string;
  readonly value: readonly PersonRef[];
  readonly onAdd: (person: PersonRef) => void;
  readonly onRemove: (person: PersonRef) => void;
  readonly children: (props: TargetProps) => ReactElement;
}

/** Several people: choosing one who is there already takes them out. */
export function PeoplePicker({ label, value, onAdd, onRemove, children }: PeoplePickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const { people, loading, remember } = usePeople(search, opened);
  const chosen = new Set(value.map(({ id }) => id));
  const shown = search === '' ? [...value, ...people.filter(({ id }) => !chosen.has(id))] : people;
  return (
    <Picker
      label={label}
      placeholder={t('task.people.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      staysOpen
      nothing={loading ? t('task.people.loading') : t('task.people.nobody')}
      onPick={(id) => {
        const person = shown.find((one) => String(one.id) === id);
        if (person === undefined) return;
        if (!chosen.has(person.id)) remember(person);
        (chosen.has(person.id) ? onRemove : onAdd)(person);
      }}
      options={shown.map((person) => ({
        value: String(person.id),
        content: <PersonLabel person={person} />,
        chosen: chosen.has(person.id),
      }))}
    >
      {children}
    </Picker>
  );
}
