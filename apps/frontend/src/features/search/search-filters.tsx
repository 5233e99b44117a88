import { type SearchModel, searchModels } from '@gos/contract';
import { ProjectFilter } from '../../entities/project/project-filter';
import { StateFilter } from '../../entities/task/task-filters';
import { PersonFilter } from '../../entities/user/person-filter';
import { type MessageId, useT } from '../../i18n';
import { LazyChoiceMenu } from '../../ui/lazy-menus';
import type { TriggerButton } from '../../ui/lazy-popup';
import { FilterChip, Toolbar } from '../../ui/toolbar';
import type { SearchAddress } from './search-address';

const kindMessages = {
  task: 'search.kind.task',
  project: 'search.kind.project',
  board: 'search.kind.board',
} as const satisfies Record<SearchModel, MessageId>;

interface FiltersProps {
  readonly address: SearchAddress;
  readonly onChange: (part: Partial<SearchAddress>) => void;
}

function KindFilter({ address, onChange }: FiltersProps) {
  const t = useT();
  const { kind } = address;
  const button: TriggerButton = (props) => (
    <FilterChip {...props} label={t('search.kind')} chosen={kind && t(kindMessages[kind])} />
  );
  return (
    <LazyChoiceMenu
      button={button}
      options={[
        { value: '', content: t('search.kind.all') },
        ...searchModels.map((one) => ({ value: one, content: t(kindMessages[one]) })),
      ]}
      chosen={kind ?? ''}
      onChange={(value) => onChange({ kind: searchModels.find((one) => one === value) })}
    />
  );
}

export function SearchFilters(props: FiltersProps) {
  const t = useT();
  const { address, onChange } = props;
  return (
    <Toolbar label={t('task.filter.toolbar')}>
      <KindFilter {...props} />
      <StateFilter
        chosen={address.state ?? []}
        onChange={(state) => onChange({ state: state.length > 0 ? state : undefined })}
      />
      <ProjectFilter project={address.project} onChange={(project) => onChange({ project })} />
      <PersonFilter
        label={t('search.person')}
        any={t('search.person.any')}
        person={address.person}
        onChange={(person) => onChange({ person })}
      />
    </Toolbar>
  );
}
