import type { RepeatedTaskAnswer } from '@gos/contract';
import { useIntl } from 'react-intl';
import { fetchRepeatedPage } from '../../../entities/repeated-task/repeated-tasks.api';
import { momentCell } from '../../../lib/csv';
import { everyPage, everyPageSize } from '../../../lib/every-page';
import { CsvChip, type CsvColumn } from '../../../ui/csv-chip';
import { repeatedPageOf } from './repeated-search';
import { useRepeatedT } from './repeated-texts';
import { ruleText } from './rule-text';
import type { RepeatedList } from './use-repeated-list';

/** The definitions that the filters let through, as a file. */
export function RepeatedCsv({ view }: Pick<RepeatedList, 'view'>) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const columns: readonly CsvColumn<RepeatedTaskAnswer>[] = [
    [t('task.field.id'), ({ id }) => id],
    [t('repeated.column.name'), ({ name }) => name],
    [t('task.field.contractor'), ({ contractor }) => contractor.name],
    [t('repeated.column.who'), ({ position, solver }) => (position ?? solver)?.name ?? ''],
    [t('repeated.column.rule'), (definition) => ruleText(t, locale, definition)],
    [t('repeated.column.next'), ({ active, next }) => (active ? momentCell(next) : null)],
    [t('repeated.column.active'), ({ active }) => t(active ? 'task.value.yes' : 'task.value.no')],
  ];
  function items() {
    const query = { ...repeatedPageOf(view), pageSize: everyPageSize };
    return everyPage((page) => fetchRepeatedPage({ ...query, page }));
  }
  return (
    <CsvChip
      label={t('repeated.export')}
      file={t('nav.repeated')}
      failure={t('repeated.failure.list')}
      columns={columns}
      items={items}
    />
  );
}
