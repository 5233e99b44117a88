import type { NamedRef } from '@gos/contract';
import { foldText } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useT } from '../../i18n';
import { Picker } from '../../ui/fields/picker';
import { positionsQuery } from './positions.api';
import { matchesName } from './use-people';

type TargetProps = Parameters<Parameters<typeof Picker>[0]['children']>[0];

interface PositionsPickerProps {
  readonly label: string;
  readonly value: readonly NamedRef[];
  readonly onChange: (positions: readonly NamedRef[]) => void;
  readonly children: (props: TargetProps) => ReactElement;
}

/** Several positions: choosing one that is there already takes it out. */
export function PositionsPicker({ label, value, onChange, children }: PositionsPickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const { data, isPending } = useQuery({ ...positionsQuery, enabled: opened });
  const chosen = new Set(value.map(({ id }) => id));
  const offered = (data ?? []).filter(({ name }) => foldText(search) === '' || matchesName(name, search));
  return (
    <Picker
      label={label}
      placeholder={t('people.positions.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      staysOpen
      nothing={t(isPending ? 'task.people.loading' : 'people.positions.none')}
      onPick={(picked) => {
        const position = offered.find(({ id }) => String(id) === picked);
        if (position === undefined) return;
        const { id, name } = position;
        onChange(chosen.has(id) ? value.filter((one) => one.id !== id) : [...value, { id, name }]);
      }}
      options={offered.map(({ id, name }) => ({ value: String(id), content: name, chosen: chosen.has(id) }))}
    >
      {children}
    </Picker>
  );
}
