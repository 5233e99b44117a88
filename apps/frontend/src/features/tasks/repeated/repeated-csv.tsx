import { useIntl } from 'react-intl';
import { fetchRepeatedPage } from '../../../entities/repeated-task/repeated-tasks.api';
import { momentCell } from '../../../lib/csv';
import { everyPage, everyPageSize } from '../../../lib/every-page';
import { CsvChip } from '../../../ui/csv-chip';
import { repeatedPageOf } from './repeated-search';
import { useRepeatedT } from './repeated-texts';
import { ruleText } from './rule-text';
import type { RepeatedList } from './use-repeated-list';

/** The definitions that the filters let through, as a file. */
export function RepeatedCsv({ view }: Pick<RepeatedList, 'view'>) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  async function rows() {
    const query = { ...repeatedPageOf(view), pageSize: everyPageSize };
    const definitions = await everyPage((page) => fetchRepeatedPage({ ...query, page }));
    return definitions.map((row) => [
      row.id,
      row.name,
      row.contractor.name,
      (row.position ?? row.solver)?.name ?? '',
      ruleText(t, locale, row),
      row.active && row.next !== null ? momentCell(row.next) : null,
      t(row.active ? 'task.value.yes' : 'task.value.no'),
    ]);
  }
  const columns = [
    t('task.field.id'),
    t('repeated.column.name'),
    t('task.field.contractor'),
    t('repeated.column.who'),
    t('repeated.column.rule'),
    t('repeated.column.next'),
    t('repeated.column.active'),
  ];
  return (
    <CsvChip
      label={t('repeated.export')}
      file={t('nav.repeated')}
      failure={t('repeated.failure.list')}
      columns={columns}
      rows={rows}
    />
  );
}
