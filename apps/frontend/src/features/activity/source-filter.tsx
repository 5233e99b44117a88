import type { ActivitySources } from '@gos/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePersonName } from '../../entities/user/person-name';
import { Picker } from '../../ui/fields/picker';
import pieces from '../../ui/pieces.module.css';
import { FilterChip } from '../../ui/toolbar';
import { sourcesQuery } from './activity.api';
import { useActivityT } from './activity-texts';

type Kind = 'token' | 'webhook';

interface Option {
  readonly id: string;
  readonly name: string;
  /** The owner or the project, and whether it has ended. */
  readonly about: string;
}

function useOptions() {
  const t = useActivityT();
  const nameOf = usePersonName();
  return (kind: Kind, { tokens, webhooks }: ActivitySources): readonly Option[] =>
    kind === 'token'
      ? tokens.map(({ id, name, owner, ended }) => ({
          ...{ id, name },
          about: ended ? t('activity.source.ended', { about: nameOf(owner) }) : nameOf(owner),
        }))
      : webhooks.map(({ id, name, project, deleted }) => {
          const about = project.name ?? `#${project.id}`;
          return { id: String(id), name, about: deleted ? t('activity.source.deleted', { about }) : about };
        });
}

interface SourceFilterProps {
  readonly kind: Kind;
  readonly chosen: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** Filters by an API token or an incoming webhook, found by its name and its owner or project. */
export function SourceFilter({ kind, chosen, onChange }: SourceFilterProps) {
  const t = useActivityT();
  const optionsOf = useOptions();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [q] = useDebouncedValue(search.trim(), 150);
  const found = useQuery({ ...sourcesQuery(q === '' ? {} : { q }), enabled: opened });
  const only = kind === 'token' ? { token: chosen ?? '' } : { webhook: Number(chosen ?? 0) };
  const known = useQuery({ ...sourcesQuery(only), enabled: chosen !== undefined });
  const label = t(`activity.${kind}`);
  const name = chosen && ((known.data && optionsOf(kind, known.data)[0]?.name) ?? `#${chosen}`);
  const any = { value: '', content: t(`activity.${kind}.any`), chosen: chosen === undefined };
  return (
    <Picker
      label={label}
      placeholder={t(`activity.${kind}.find`)}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={t(found.isPending ? 'task.people.loading' : `activity.${kind}.nothing`)}
      onPick={(id) => onChange(id === '' ? undefined : id)}
      options={[
        ...(q === '' ? [any] : []),
        ...(found.data ? optionsOf(kind, found.data) : []).map((one) => ({
          value: one.id,
          chosen: one.id === chosen,
          content: (
            <span className={pieces.inline}>
              <span className={pieces.word}>{one.name}</span> <span className={pieces.small}>{one.about}</span>
            </span>
          ),
        })),
      ]}
    >
      {(props) => <FilterChip {...props} label={label} chosen={name} />}
    </Picker>
  );
}
