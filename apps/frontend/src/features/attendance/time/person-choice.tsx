import { usePersonName } from '../../../entities/user/person-name';
import { PersonPicker } from '../../../entities/user/person-picker';
import { FilterChip } from '../../../ui/toolbar';
import { useTimeT } from './time-texts';
import type { Whose } from './use-whose';

interface PersonChoiceProps {
  readonly whose: Whose;
  /** null is oneself */
  readonly onChange: (id: number | null) => void;
}

/** Chooses the person whose attendance is shown. */
export function PersonChoice({ whose: { person, own }, onChange }: PersonChoiceProps) {
  const t = useTimeT();
  const nameOf = usePersonName();
  return (
    <PersonPicker
      label={t('time.person')}
      value={person}
      none={t('time.person.me')}
      onChange={(chosen) => onChange(chosen?.id ?? null)}
    >
      {(props) => <FilterChip {...props} label={t('time.person')} chosen={own || !person ? [] : nameOf(person)} />}
    </PersonPicker>
  );
}
