import type { TaskState } from '@gos/domain';
import { mapTable } from '@gos/domain/kernel/tables';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { usePlainText } from '../../../entities/task/field-value';
import { stateMessages } from '../../../entities/task/state-ring';
import { type TaskListName, taskListTexts } from '../../../entities/task/task-lists';
import { type TaskListView, taskColumns } from '../../../entities/task/task-search';
import { allRows, type listQueryOf } from '../../../entities/task/tasks.api';
import { usePersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import { downloadCsv } from '../../../lib/csv';
import { showProblem } from '../../../ui/toast';
import { columnOf } from './task-columns';
import { taskCsv } from './task-csv';

/** Every row that the filters let through, of all pages, as a file; `exporting` is how much of it is there, 0 to 1. */
export function useExport(
  list: TaskListName,
  query: ReturnType<typeof listQueryOf>,
  columns: readonly (typeof taskColumns)[number][],
) {
  const t = useT();
  const nameOf = usePersonName();
  const plain = usePlainText();
  const { locale } = useIntl();
  const [exporting, setExporting] = useState<{ readonly list: TaskListName; readonly share: number } | null>(null);
  async function run() {
    if (exporting?.list === list) return;
    setExporting({ list, share: 0 });
    try {
      const headers = mapTable(columnOf, (_, { head }) => t(head));
      const rows = await allRows(query, (share) => setExporting({ list, share }));
      const state = (row: { readonly state: TaskState }) => t(stateMessages[row.state]);
      downloadCsv(
        t(taskListTexts[list].title),
        taskCsv(rows, columns, { headers, state, person: nameOf, plain, locale }),
      );
    } catch (error) {
      showProblem(error, t('task.failure.fetch'));
    } finally {
      setExporting((present) => (present?.list === list ? null : present));
    }
  }
  return { exporting: exporting?.list === list ? exporting.share : null, run };
}

/** The shown columns, and the project if rows are grouped by it. */
export const exportedColumns = ({ columns, byProject }: TaskListView) =>
  taskColumns.filter((column) => columns.includes(column) || (byProject && column === 'project'));
