import { activityClasses, type Day, thingKinds, vias } from '@gos/domain';
import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ProjectFilter } from '../../entities/project/project-filter';
import { NamedStateRing } from '../../entities/task/state-ring';
import { deletedTaskQuery, pickTaskQuery } from '../../entities/task/tasks.api';
import { PersonFilter } from '../../entities/user/person-filter';
import { dayTexts } from '../../ui/day-text';
import { DayPicker } from '../../ui/fields/day-picker';
import { Picker } from '../../ui/fields/picker';
import { FilterMenu, TextFilter } from '../../ui/list-filters';
import pieces from '../../ui/pieces.module.css';
import { Chip, FilterChip, Toolbar } from '../../ui/toolbar';
import { type ActivityAddress, isFiltered, noFilters } from './activity-address';
import { useActivityT } from './activity-texts';
import { SourceFilter } from './source-filter';

interface FiltersProps {
  readonly address: ActivityAddress;
  readonly onChange: (part: Partial<ActivityAddress>) => void;
}

function TaskFilter({ address: { task }, onChange }: FiltersProps) {
  const t = useActivityT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [asked] = useDebouncedValue(search.trim(), 150);
  const found = useQuery({ ...pickTaskQuery(asked), enabled: opened });
  const chosen = useQuery({ ...deletedTaskQuery(task ?? 0), enabled: task !== undefined, staleTime: 60_000 });
  const name = task === undefined ? undefined : `#${task} ${chosen.data?.name ?? ''}`.trim();
  const any = { value: '', content: t('activity.task.any'), chosen: task === undefined };
  return (
    <Picker
      label={t('activity.task')}
      placeholder={t('activity.task.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={t(found.isPending ? 'task.people.loading' : 'task.predecessors.nothing')}
      onPick={(id) => onChange({ task: id === '' ? undefined : Number(id) })}
      options={[
        ...(asked === '' ? [any] : []),
        ...(found.data?.items ?? []).map((one) => ({
          value: String(one.id),
          chosen: one.id === task,
          content: (
            <Group component="span" gap={8} wrap="nowrap" miw={0}>
              <NamedStateRing state={one.state} size={14} />
              <span className={pieces.count}>{one.id}</span>
              <span className={pieces.word}>{one.name}</span>
            </Group>
          ),
        })),
      ]}
    >
      {(props) => <FilterChip {...props} label={t('activity.task')} chosen={name} />}
    </Picker>
  );
}

interface DayFilterProps {
  readonly label: string;
  readonly day: Day | undefined;
  readonly first?: Day | undefined;
  readonly onChange: (day: Day | undefined) => void;
}

function DayFilter({ label, day, first, onChange }: DayFilterProps) {
  const { locale } = useIntl();
  const chosen = day && dayTexts.range(locale, { from: day, to: day });
  return (
    <DayPicker label={label} value={day ?? null} first={first} onChange={(next) => onChange(next ?? undefined)}>
      {(given) => <FilterChip {...given} label={label} chosen={chosen} />}
    </DayPicker>
  );
}

interface ChoiceFilterProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly chosen: readonly T[] | undefined;
  readonly nameOf: (value: T) => string;
  readonly onChange: (chosen: readonly T[] | undefined) => void;
}

function ChoiceFilter<T extends string>({ label, values, chosen = [], nameOf, onChange }: ChoiceFilterProps<T>) {
  const name = (value: string) => nameOf(value as T);
  return (
    <FilterMenu
      label={label}
      values={values}
      chosen={chosen}
      nameOf={name}
      render={name}
      onChange={(next) => onChange(next.length > 0 ? values.filter((value) => next.includes(value)) : undefined)}
    />
  );
}

/** @param inProject the events of one project are shown, whose kinds and tasks are in it */
export function ActivityFilters({ inProject, ...props }: FiltersProps & { readonly inProject: boolean }) {
  const t = useActivityT();
  const { address, onChange } = props;
  return (
    <Toolbar label={t('task.filter.toolbar')}>
      <PersonFilter
        label={t('activity.by')}
        any={t('activity.by.any')}
        person={address.by}
        onChange={(by) => onChange({ by })}
      />
      <ChoiceFilter
        label={t('activity.class')}
        values={activityClasses}
        chosen={address.class}
        nameOf={(one) => t(`activity.class.${one}`)}
        onChange={(chosen) => onChange({ class: chosen })}
      />
      <ChoiceFilter
        label={t('activity.kind')}
        values={thingKinds}
        chosen={address.kind}
        nameOf={(one) => t(`activity.kind.${one}`)}
        onChange={(kind) => onChange({ kind })}
      />
      <TaskFilter {...props} />
      {!inProject && <ProjectFilter project={address.project} onChange={(project) => onChange({ project })} />}
      <ChoiceFilter
        label={t('activity.via')}
        values={vias}
        chosen={address.via}
        nameOf={(one) => t(`activity.via.${one}`)}
        onChange={(via) => onChange({ via })}
      />
      {!inProject && (
        <>
          <SourceFilter kind="token" chosen={address.token} onChange={(token) => onChange({ token })} />
          <SourceFilter
            kind="webhook"
            chosen={address.webhook === undefined ? undefined : String(address.webhook)}
            onChange={(id) => onChange({ webhook: id === undefined ? undefined : Number(id) })}
          />
        </>
      )}
      <DayFilter label={t('activity.from')} day={address.from} onChange={(from) => onChange({ from })} />
      <DayFilter label={t('activity.to')} day={address.to} first={address.from} onChange={(to) => onChange({ to })} />
      <TextFilter
        label={t('activity.text')}
        value={address.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      {isFiltered(address) && <Chip onClick={() => onChange(noFilters)}>{t('task.filter.clear-all')}</Chip>}
    </Toolbar>
  );
}
