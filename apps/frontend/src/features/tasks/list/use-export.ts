import type { TaskState } from '@gos/domain';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { stateMessages } from '../../../components/task/state-ring';
import { showProblem } from '../../../components/toast';
import { useT } from '../../../i18n';
import { downloadCsv, taskCsv } from '../task-csv';
import { type TaskListName, taskLists } from '../task-lists';
import { type TaskListView, taskColumns } from '../task-search';
import { allRows, type listQueryOf } from '../tasks.api';
import { columnMessages } from './task-table';

/** Every row that the filters let through, of all pages, as a file. */
export function useExport(
  list: TaskListName,
  query: ReturnType<typeof listQueryOf>,
  columns: readonly (typeof taskColumns)[number][],
) {
  const t = useT();
  const { locale } = useIntl();
  const [exporting, setExporting] = useState(false);
  async function run() {
    if (exporting) return;
    setExporting(true);
    try {
      const headers = Object.fromEntries(taskColumns.map((column) => [column, t(columnMessages[column])])) as Record<
        (typeof taskColumns)[number],
        string
      >;
      const rows = await allRows(query);
      const state = (row: { readonly state: TaskState }) => t(stateMessages[row.state]);
      downloadCsv(
        t(taskLists[list].title),
        taskCsv(rows, columns, { headers, state, separator: locale === 'cs' ? ';' : ',' }),
      );
    } catch (error) {
      showProblem(error, t('task.failure.fetch'));
    } finally {
      setExporting(false);
    }
  }
  return { exporting, run };
}

/** What is shown; the project too where it divides the rows. */
export const exportedColumns = ({ columns, byProject }: TaskListView) =>
  taskColumns.filter((column) => columns.includes(column) || (byProject && column === 'project'));
