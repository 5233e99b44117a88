import { globalRoles } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { positionsQuery } from '../../entities/user/positions.api';
import { FilterMenu, TextFilter } from '../../ui/list-filters';
import { Spacer, Toolbar } from '../../ui/toolbar';
import { PeopleCsv } from './people-csv';
import { noPosition, type PeopleSearch } from './people-search';
import { usePeopleT } from './people-texts';

interface PeopleFiltersProps {
  readonly search: PeopleSearch;
  readonly onChange: (next: PeopleSearch) => void;
  /** The reader sees everybody's e-mail, phone and rate. */
  readonly open: boolean;
}

const orNothing = <T,>(values: readonly T[]) => (values.length > 0 ? values : undefined);

/** Which people are shown. */
export function PeopleFilters({ search, onChange, open }: PeopleFiltersProps) {
  const t = usePeopleT();
  const { data: positions = [] } = useQuery(positionsQuery);
  const { role = [], position = [], active, q = '' } = search;
  const positionName = (value: string) =>
    positions.find(({ id }) => String(id) === value)?.name ?? t('people.no-position');
  const roleName = (value: string) => {
    const known = globalRoles.find((one) => one === value);
    return known ? t(`people.role.${known}`) : value;
  };
  const activeName = (value: string) => t(value === 'yes' ? 'people.active.yes' : 'people.active.no');
  return (
    <Toolbar label={t('task.filter.toolbar')}>
      <FilterMenu
        label={t('people.role')}
        values={globalRoles}
        chosen={role}
        onChange={(chosen) => onChange({ role: orNothing(globalRoles.filter((one) => chosen.includes(one))) })}
        nameOf={roleName}
        render={roleName}
      />
      <FilterMenu
        label={t('people.positions')}
        values={[...positions.map(({ id }) => String(id)), noPosition]}
        chosen={position.map(String)}
        onChange={(chosen) =>
          onChange({ position: orNothing(chosen.map((one) => (one === noPosition ? noPosition : Number(one)))) })
        }
        nameOf={positionName}
        render={positionName}
      />
      <FilterMenu
        label={t('people.state')}
        values={['yes', 'no']}
        chosen={active === undefined ? [] : [active ? 'yes' : 'no']}
        onChange={(chosen) => {
          // Both are the same as none: the one that is new is meant.
          const added = chosen.find((one) => one !== (active ? 'yes' : 'no') || active === undefined);
          onChange({ active: added === undefined ? undefined : added === 'yes' });
        }}
        nameOf={activeName}
        render={activeName}
      />
      <TextFilter
        label={t('people.search')}
        value={q}
        onChange={(text) => onChange({ q: text === '' ? undefined : text })}
      />
      <Spacer wideOnly />
      <PeopleCsv search={search} open={open} />
    </Toolbar>
  );
}
