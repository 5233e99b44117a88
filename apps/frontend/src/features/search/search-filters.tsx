import { type SearchModel, searchModels } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProjectSquare } from '../../entities/project/project-square';
import { projectPageQuery, projectQuery } from '../../entities/project/projects.api';
import { StateFilter } from '../../entities/task/task-filters';
import { usePersonName } from '../../entities/user/person-name';
import { PersonPicker } from '../../entities/user/person-picker';
import { personQuery } from '../../entities/user/users.api';
import { type MessageId, useT } from '../../i18n';
import { Picker } from '../../ui/fields/picker';
import { LazyChoiceMenu } from '../../ui/lazy-menus';
import type { TriggerButton } from '../../ui/lazy-popup';
import pieces from '../../ui/pieces.module.css';
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

function ProjectFilter({ address, onChange }: FiltersProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const q = search.trim();
  const page = projectPageQuery({ page: 1, pageSize: 50, sort: 'name', ...(q !== '' && { q }) });
  const projects = useQuery({ ...page, enabled: opened });
  const chosen = useQuery({ ...projectQuery(address.project ?? 0), enabled: address.project !== undefined });
  const name = address.project === undefined ? undefined : (chosen.data?.name ?? `#${address.project}`);
  const found = projects.data?.items ?? [];
  const any = { value: '', content: t('search.project.any'), chosen: address.project === undefined };
  return (
    <Picker
      label={t('task.field.project')}
      placeholder={t('project.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={t(projects.isPending ? 'task.people.loading' : 'task.project.nothing')}
      onPick={(id) => onChange({ project: id === '' ? undefined : Number(id) })}
      options={[
        ...(q === '' ? [any] : []),
        ...found.map((project) => ({
          value: String(project.id),
          chosen: project.id === address.project,
          content: (
            <span className={pieces.inline}>
              <ProjectSquare id={project.id} />
              <span className={pieces.word}>{project.name}</span>
            </span>
          ),
        })),
      ]}
    >
      {(props) => <FilterChip {...props} label={t('task.field.project')} chosen={name} />}
    </Picker>
  );
}

function PersonFilter({ address, onChange }: FiltersProps) {
  const t = useT();
  const nameOf = usePersonName();
  const chosen = useQuery({ ...personQuery(address.person ?? 0), enabled: address.person !== undefined });
  const value =
    address.person === undefined ? null : { id: address.person, name: chosen.data?.name ?? `#${address.person}` };
  return (
    <PersonPicker
      label={t('search.person')}
      value={value}
      none={t('search.person.any')}
      onChange={(person) => onChange({ person: person?.id })}
    >
      {(props) => <FilterChip {...props} label={t('search.person')} chosen={value ? nameOf(value) : undefined} />}
    </PersonPicker>
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
      <ProjectFilter {...props} />
      <PersonFilter {...props} />
    </Toolbar>
  );
}
