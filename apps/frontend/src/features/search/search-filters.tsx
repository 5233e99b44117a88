import { type SearchModel, searchModels } from '@gos/contract';
import { type TaskState, taskStates } from '@gos/domain';
import { Menu } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProjectSquare } from '../../entities/project/project-square';
import { projectPageQuery, projectQuery } from '../../entities/project/projects.api';
import { StateLabel } from '../../entities/task/state-ring';
import { PersonPicker } from '../../entities/user/person-picker';
import { personQuery } from '../../entities/user/users.api';
import { type MessageId, type Say, useT } from '../../i18n';
import { ChipButton } from '../../ui/buttons';
import { Picker } from '../../ui/fields/picker';
import { FilterMenu } from '../../ui/list-filters';
import classes from './search.module.css';
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

interface ChipProps {
  readonly label: string;
  /** What is chosen, by name; null is nothing. */
  readonly value: string | null;
}

/** The button of a filter: dashed while it lets everything through. */
function chip(t: Say, { label, value }: ChipProps) {
  const on = value !== null;
  const said = on ? t('task.filter.value', { label, value }) : label;
  return {
    variant: on ? 'light' : 'default',
    color: 'gray',
    className: on ? classes.chip : classes.dashed,
    leftSection: on ? <IconFilter size={14} stroke={1.75} /> : <IconPlus size={14} stroke={1.75} />,
    'aria-label': t('task.filter.named', { label: said }),
    children: <span className={classes.chipText}>{said}</span>,
  } as const;
}

function KindFilter({ address, onChange }: FiltersProps) {
  const t = useT();
  const { kind } = address;
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-start" withinPortal>
      <Menu.Target>
        <ChipButton {...chip(t, { label: t('search.kind'), value: kind ? t(kindMessages[kind]) : null })} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={kind ?? ''}
          onChange={(value) => onChange({ kind: searchModels.find((one) => one === value) })}
        >
          <Menu.RadioItem value="">{t('search.kind.all')}</Menu.RadioItem>
          {searchModels.map((one) => (
            <Menu.RadioItem key={one} value={one}>
              {t(kindMessages[one])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
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
  const name = address.project === undefined ? null : (chosen.data?.name ?? `#${address.project}`);
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
            <span className={classes.option}>
              <ProjectSquare id={project.id} />
              <span className={classes.projectName}>{project.name}</span>
            </span>
          ),
        })),
      ]}
    >
      {(props) => <ChipButton {...chip(t, { label: t('task.field.project'), value: name })} {...props} />}
    </Picker>
  );
}

function PersonFilter({ address, onChange }: FiltersProps) {
  const t = useT();
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
      {(props) => <ChipButton {...chip(t, { label: t('search.person'), value: value?.name ?? null })} {...props} />}
    </PersonPicker>
  );
}

export function SearchFilters(props: FiltersProps) {
  const t = useT();
  const { address, onChange } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name more than this group needs
    <div className={classes.filters} role="group" aria-label={t('task.filter.toolbar')}>
      <KindFilter {...props} />
      <FilterMenu
        label={t('task.field.state')}
        values={taskStates}
        chosen={address.state ?? []}
        onChange={(state) => onChange({ state: state.length > 0 ? (state as TaskState[]) : undefined })}
        render={(state) => <StateLabel state={state as TaskState} />}
      />
      <ProjectFilter {...props} />
      <PersonFilter {...props} />
    </div>
  );
}
