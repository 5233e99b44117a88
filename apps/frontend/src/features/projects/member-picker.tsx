import type { PersonRef } from '@gos/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { PersonLabel } from '../../entities/user/avatar';
import { usePeople } from '../../entities/user/use-people';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { Picker } from '../../ui/fields/picker';

interface MemberPickerProps {
  /** Current members, who are not offered. */
  readonly members: readonly PersonRef[];
  readonly onPick: (person: PersonRef) => void;
}

export function MemberPicker({ members, onPick }: MemberPickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const { people, loading } = usePeople(search, opened);
  const there = new Set(members.map(({ id }) => id));
  const offered = people.filter(({ id }) => !there.has(id));
  return (
    <Picker
      label={t('project.member.add')}
      placeholder={t('task.people.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={t(
        loading ? 'task.people.loading' : people.length > 0 ? 'project.member.all-there' : 'task.people.nobody',
      )}
      onPick={(id) => {
        const person = offered.find((one) => String(one.id) === id);
        if (person !== undefined) onPick(person);
      }}
      options={offered.map((person) => ({ value: String(person.id), content: <PersonLabel person={person} /> }))}
    >
      {(props) => (
        <SmallButton {...props} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('project.member.add')}
        </SmallButton>
      )}
    </Picker>
  );
}
