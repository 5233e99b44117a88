import { useQuery } from '@tanstack/react-query';
import { FilterChip } from '../../ui/toolbar';
import { usePersonName } from './person-name';
import { PersonPicker } from './person-picker';
import { personQuery } from './users.api';

interface PersonFilterProps {
  readonly label: string;
  /** The name of the choice of everybody. */
  readonly any: string;
  readonly person: number | undefined;
  readonly onChange: (person: number | undefined) => void;
}

/** Filters by one person. */
export function PersonFilter({ label, any, person, onChange }: PersonFilterProps) {
  const nameOf = usePersonName();
  const chosen = useQuery({ ...personQuery(person ?? 0), enabled: person !== undefined });
  const value = person === undefined ? null : { id: person, name: chosen.data?.name ?? `#${person}` };
  return (
    <PersonPicker label={label} value={value} none={any} onChange={(next) => onChange(next?.id)}>
      {(props) => <FilterChip {...props} label={label} chosen={value ? nameOf(value) : undefined} />}
    </PersonPicker>
  );
}
