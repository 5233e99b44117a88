import { type UserAnswer, userRoutes } from '@gos/contract';
import { usePersonName } from '../../entities/user/person-name';
import { amountCell, type Cell } from '../../lib/csv';
import { everyPage, everyPageSize } from '../../lib/every-page';
import { currency } from '../../lib/installation';
import { request } from '../../lib/request';
import { CsvChip } from '../../ui/csv-chip';
import { type PeopleSearch, peoplePageOf } from './people-search';
import { usePeopleT } from './people-texts';

type Column = readonly [head: string, cell: (user: UserAnswer) => Cell];

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
  async function rows() {
    const query = { ...peoplePageOf(search, open), pageSize: everyPageSize };
    const people = await everyPage((page) => request(userRoutes.list, { query: { ...query, page } }));
    return people.map((user) => columns.map(([, cell]) => cell(user)));
  }
  return (
    <CsvChip
      label={t('people.export')}
      file={t('people.title')}
      failure={t('people.error')}
      columns={columns.map(([head]) => head)}
      rows={rows}
    />
  );
}
