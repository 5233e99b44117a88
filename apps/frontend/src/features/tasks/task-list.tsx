import { Flex } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useChildMatches } from '@tanstack/react-router';
import { memo, useCallback } from 'react';
import { useIntl } from 'react-intl';
import { countsQuery } from '../../entities/task/counts.api';
import { type TaskListName, taskListTexts } from '../../entities/task/task-lists';
import { isFiltered, noFilters, type PageSize, type TaskSort } from '../../entities/task/task-search';
import { listQueryOf, taskListQuery } from '../../entities/task/tasks.api';
import { Offer } from '../../entities/user/offers';
import { useT } from '../../i18n';
import { useEventCallback } from '../../lib/use-event-callback';
import { SmallButton } from '../../ui/buttons';
import { ScreenHead } from '../../ui/screen';
import { usePhone } from '../../ui/use-phone';
import { listOfPath } from './list/list-paths';
import { ListToolbar } from './list/list-toolbar';
import { TaskRows } from './list/task-rows';
import { exportedColumns, useExport } from './list/use-export';
import { type ListView, useListView } from './list/use-list-view';

/** Returns the expected number of rows from the counts of the navigation. */
function useExpected(list: TaskListName, pageSize: number): number | undefined {
  const { data } = useQuery({ ...countsQuery, enabled: false });
  const count = (data as Readonly<Record<string, number>> | undefined)?.[list];
  return count === undefined ? undefined : Math.min(Math.max(count, 1), pageSize);
}

interface NoTasksProps extends Pick<ListView, 'change' | 'setText'> {
  readonly list: TaskListName;
  readonly filtered: boolean;
}

/** The empty state of a list, with the next step. */
function NoTasks({ list, filtered, change, setText }: NoTasksProps) {
  const t = useT();
  const { empty, step } = taskListTexts[list];
  function clear() {
    change(noFilters);
    setText('');
  }
  return (
    <>
      <p>{t(filtered ? 'task.empty.filtered' : empty)}</p>
      {filtered ? (
        <SmallButton variant="default" onClick={clear}>
          {t('task.filter.clear-all')}
        </SmallButton>
      ) : (
        <Offer part="work">
          <SmallButton component={Link} variant="default" to={step.to}>
            {t(step.label)}
          </SmallButton>
        </Offer>
      )}
    </>
  );
}

interface ExportButtonProps {
  readonly disabled: boolean;
  /** How much of it is there, 0 to 1. */
  readonly exporting: number | null;
  readonly onExport: () => void;
}

const ExportButton = memo(function ExportButton({ disabled, exporting, onExport }: ExportButtonProps) {
  const t = useT();
  const { formatNumber } = useIntl();
  const phone = usePhone();
  const icon = <IconDownload size={16} stroke={1.75} />;
  return (
    <SmallButton
      variant="subtle"
      color="gray"
      leftSection={!phone && icon}
      onClick={onExport}
      disabled={disabled}
      loading={exporting === 0}
      aria-busy={exporting !== null}
      aria-label={t('task.list.export')}
    >
      {phone ? icon : 'CSV'} {exporting !== null && formatNumber(exporting, { style: 'percent' })}
    </SmallButton>
  );
});

/** One of the task lists: the same table over another question. */
function TaskList({ list }: { readonly list: TaskListName }) {
  const t = useT();
  const phone = usePhone();
  const listView = useListView(list);
  const { view, change, setPage, setText } = listView;
  const query = listQueryOf(list, view);
  const options = taskListQuery(query);
  const answer = useQuery(options);
  const { exporting, run } = useExport(list, query, exportedColumns(view));
  const exportList = useEventCallback(() => void run());
  const sortBy = useCallback((sort: TaskSort) => change({ sort }), [change]);
  const showSo = useCallback((pageSize: PageSize) => change({ pageSize }), [change]);
  const expected = useExpected(list, view.pageSize);
  const filtered = view.q !== '' || isFiltered(view);
  const total = answer.data?.total;
  const whole = !filtered && view.page === 1 && total !== undefined && total <= view.pageSize;
  const title = t(taskListTexts[list].title);

  return (
    <Flex direction="column" miw={0} mih="100%">
      <ScreenHead title={title} count={total ?? null}>
        <ExportButton disabled={!total} exporting={exporting} onExport={exportList} />
      </ScreenHead>
      <ListToolbar {...listView} list={list} phone={phone} />
      <TaskRows
        list={list}
        label={title}
        view={view}
        answer={answer}
        queryKey={options.queryKey}
        phone={phone}
        expected={expected}
        visited={{ whole }}
        empty={<NoTasks list={list} filtered={filtered} change={change} setText={setText} />}
        onSort={sortBy}
        onPage={setPage}
        onPageSize={showSo}
      />
    </Flex>
  );
}

/** The list at the current address. One component serves all lists, so that a switch renders only differences. */
export function TaskLists() {
  const list = useChildMatches({
    select: ([child]) => (child?.status === 'success' ? listOfPath(child.pathname) : undefined),
  });
  return list === undefined ? <Outlet /> : <TaskList list={list} />;
}
