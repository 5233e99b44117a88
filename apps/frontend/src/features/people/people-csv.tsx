import { type UserAnswer, userRoutes } from '@gos/contract';
import { usePersonName } from '../../entities/user/person-name';
import { amountCell } from '../../lib/csv';
import { everyPage, everyPageSize } from '../../lib/every-page';
import { currency } from '../../lib/installation';
import { request } from '../../lib/request';
import { CsvChip, type CsvColumn } from '../../ui/csv-chip';
import { type PeopleSearch, peoplePageOf } from './people-search';
import { usePeopleT } from './people-texts';

type Column = CsvColumn<UserAnswer>;

interface PeopleCsvProps {
  readonly search: PeopleSearch;
  /** The reader sees everybody's e-mail, phone and rate. */
  readonly open: boolean;
}

/** The people that the filters let through, as a file. */
export function PeopleCsv({ search, open }: PeopleCsvProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const ifOpen = (...columns: readonly Column[]) => (open ? columns : []);
  const columns: readonly Column[] = [
    [t('people.name'), nameOf],
    ...ifOpen([t('people.email'), ({ email }) => email ?? ''], [t('people.phone'), ({ phone }) => phone ?? '']),
    [t('people.positions'), ({ positions }) => positions.map(({ name }) => name).join(', ')],
    [t('people.role'), ({ role }) => t(`people.role.${role}`)],
    ...ifOpen([`${t('people.rate')} (${currency()})`, ({ hourlyRate }) => amountCell(hourlyRate)]),
    [t('people.active'), ({ active }) => t(active ? 'task.value.yes' : 'task.value.no')],
  ];
  function items() {
    const query = { ...peoplePageOf(search, open), pageSize: everyPageSize };
    return everyPage((page) => request(userRoutes.list, { query: { ...query, page } }));
  }
  return (
    <CsvChip
      label={t('people.export')}
      file={t('people.title')}
      failure={t('people.error')}
      columns={columns}
      items={items}
    />
  );
}
