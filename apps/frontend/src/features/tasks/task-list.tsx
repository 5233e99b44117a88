import type { TaskState } from '@gos/domain';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import { stateMessages } from '../../components/task/state-ring';
import { showProblem, showToast } from '../../components/toast';
import { useT } from '../../i18n';
import { SmallButton } from './fields/buttons';
import { ListPager } from './list/list-pager';
import { ListToolbar } from './list/list-toolbar';
import classes from './list/task-list.module.css';
import type { OpenTask } from './list/task-row';
import { columnMessages, TaskTable } from './list/task-table';
import { useListKeys } from './list/use-list-keys';
import { useListView } from './list/use-list-view';
import { downloadCsv, taskCsv } from './task-csv';
import { type TaskListName, taskLists } from './task-lists';
import { type TaskListView, taskColumns } from './task-search';
import { allRows, listQueryOf, taskListQuery, taskQuery } from './tasks.api';

const phoneWidth = '(max-width: 48em)';

function useExport(
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
const exportedColumns = ({ columns, byProject }: TaskListView) =>
  taskColumns.filter((column) => columns.includes(column) || (byProject && column === 'project'));

/** One of the task lists: the same table over another question. */
export function TaskList({ list }: { readonly list: TaskListName }) {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const openId = useSearch({ strict: false, select: (search) => (search as { taskId?: number }).taskId });
  const phone = useMediaQuery(phoneWidth, undefined, { getInitialValueInEffect: false });
  const listView = useListView(list);
  const { view, change, setPage } = listView;
  const query = listQueryOf(list, view);
  const answer = useQuery(taskListQuery(query));
  const { exporting, run: exportList } = useExport(list, query, exportedColumns(view));
  const [lastCurrent, setCurrent] = useState<number | null>(null);
  const currentId = openId ?? lastCurrent;

  const rows = answer.data?.items;
  const total = answer.data?.total;
  const failed = answer.isError && rows === undefined;
  const title = t(taskLists[list].title);

  const open: OpenTask = useCallback(
    (taskId, how) => {
      setCurrent(taskId);
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, taskId }),
        state: (previous) => ({ ...previous, taskView: how?.view }),
      });
    },
    [navigate],
  );

  const copyName = useCallback(
    async (name: string) => {
      try {
        await navigator.clipboard.writeText(name);
        showToast({ message: t('task.row.copied') });
      } catch (error) {
        showProblem(error, t('task.failure.action'));
      }
    },
    [t],
  );

  useListKeys({
    move(by) {
      const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
      if (links.length === 0) return;
      const index = links.findIndex((link) => Number(link.dataset.rowLink) === currentId);
      const next =
        links[index < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(index + by, 0), links.length - 1)]!;
      const id = Number(next.dataset.rowLink);
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
      setCurrent(id);
      void client.prefetchQuery(taskQuery(id));
      // With a task open, moving in the list goes through the tasks themselves.
      if (openId !== undefined) {
        void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId: id }), replace: true });
      }
    },
    open() {
      if (currentId !== null) open(currentId);
    },
  });

  const filtered = view.q !== '' || view.state.length > 0 || view.priority.length > 0 || view.project !== null;

  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <h1 className={classes.title}>
          {title} <span className={classes.count}>{total ?? ''}</span>
        </h1>
        <SmallButton
          variant="subtle"
          color="gray"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={exportList}
          disabled={!total}
          loading={exporting}
          aria-label={t('task.list.export')}
        >
          CSV
        </SmallButton>
      </header>
      <ListToolbar {...listView} phone={phone} />
      {failed ? (
        <div className={classes.state} role="alert">
          <p>{t('task.failure.fetch')}</p>
          <SmallButton variant="default" onClick={() => answer.refetch()} loading={answer.isFetching}>
            {t('task.list.retry')}
          </SmallButton>
        </div>
      ) : total === 0 ? (
        <div className={classes.state}>
          <p>{t(filtered ? 'task.empty.filtered' : taskLists[list].empty)}</p>
          {filtered ? (
            <SmallButton
              variant="default"
              onClick={() => {
                change({ state: [], priority: [], project: null });
                listView.setText('');
              }}
            >
              {t('task.filter.clear-all')}
            </SmallButton>
          ) : (
            <SmallButton component={Link} variant="default" to={taskLists[list].step.to}>
              {t(taskLists[list].step.label)}
            </SmallButton>
          )}
        </div>
      ) : (
        <>
          <div className={classes.scroll}>
            <TaskTable
              list={list}
              label={title}
              view={view}
              rows={rows}
              total={total}
              phone={phone}
              currentId={currentId}
              onSort={(sort) => change({ sort })}
              onOpen={open}
              onCurrent={setCurrent}
              onCopyName={copyName}
            />
          </div>
          {total !== undefined && (
            <ListPager view={view} total={total} onPage={setPage} onPageSize={(pageSize) => change({ pageSize })} />
          )}
        </>
      )}
    </div>
  );
}
