import type { Page, TaskRowAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { TaskRowsProps } from '../../../entities/task/task-rows-props';
import { refusalOf } from '../../../entities/task/task-subject';
import { useReader } from '../../../entities/user/use-reader';
import { useWork } from '../../../entities/work/use-work';
import { useT } from '../../../i18n';
import { useStateUnder } from '../../../lib/use-derived-state';
import { useEventCallback } from '../../../lib/use-event-callback';
import { EmptyState, Failed } from '../../../ui/empty-state';
import { ListPager } from './list-pager';
import type { AskedMenu, RowEvents } from './row-events';
import classes from './task-list.module.css';
import { TaskTable } from './task-table';
import { useArrivals } from './use-arrivals';
import { useCurrentRow } from './use-current-row';
import { useNews } from './use-news';
import { useRowActions } from './use-row-actions';
import { useRowKeys } from './use-row-keys';
import { useSelection } from './use-selection';
import { useShownRows } from './use-shown-rows';

const BulkBar = lazy(() => import('./bulk-bar').then((module) => ({ default: module.BulkBar })));

const loadRowMenu = () => import('./row-menu').then((module) => ({ default: module.RowMenu }));
const RowMenu = lazy(loadRowMenu);

/** While nothing is known of how long a list is. */
const fewRows = 8;

/** Returns true once the rows of the scope have been shown for a moment. */
function useSettled(scope: string, shown: string | undefined): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (shown !== scope) return;
    const timer = setTimeout(() => setSettled(scope), 200);
    return () => clearTimeout(timer);
  }, [scope, shown]);
  return settled === scope && shown === scope;
}

/** Opens the last page when the present one is past the end of the list. */
function useLastPage({ answer, view, onPage }: Pick<TaskRowsProps, 'answer' | 'view' | 'onPage'>): void {
  const { items, total = 0 } = answer.data ?? {};
  const lastPage = Math.ceil(total / view.pageSize);
  const isPastEnd = !answer.isPlaceholderData && items?.length === 0 && lastPage > 0 && view.page > lastPage;
  const toLastPage = useEffectEvent(() => onPage(lastPage, true));
  useEffect(() => {
    if (isPastEnd) toLastPage();
  }, [isPastEnd, lastPage]);
}

/** The rows of a list with all that is done to them: keys, selection, menu, and what comes and goes meanwhile. */
export function TaskRows({
  list,
  label,
  view,
  answer,
  queryKey,
  phone,
  empty,
  expected = fewRows,
  visited,
  onSort,
  onPage,
  onPageSize,
}: TaskRowsProps) {
  const t = useT();
  const client = useQueryClient();
  const openId = useSearch({ strict: false, select: (search) => (search as { taskId?: number }).taskId });
  const scope = JSON.stringify(queryKey);
  const selection = useSelection(list, scope);
  const [menu, setMenu] = useStateUnder<AskedMenu | null>(list, null);
  const held = menu !== null || selection.ids.size > 0;

  const { items, total } = answer.data ?? {};
  const arrived = answer.isPlaceholderData ? undefined : items;
  const shown = useShownRows({ rows: items, scope, old: answer.isPlaceholderData, held });
  const rows = shown?.rows;
  const settled = useSettled(scope, shown?.scope);
  const news = useNews({ list: visited && list, rows: arrived, whole: visited?.whole ?? false }, openId);
  useArrivals({ rows: view.page > 1 ? undefined : arrived, total, scope });
  useLastPage({ answer, view, onPage });

  const current = useCurrentRow({ list, scope, shown, openId });
  const { open, visit, copyName } = useRowActions(current.set);
  const reader = useReader();
  const { activeTaskId, toggle: toggleWork } = useWork();
  const work = useEventCallback((row: TaskRowAnswer) => toggleWork(row, refusalOf('work', row, reader)));
  useRowKeys({
    current,
    selection,
    openId,
    open,
    work(id) {
      const row = rows?.find((one) => one.id === id);
      if (row) work(row);
    },
  });
  const { toggle, extend } = selection;
  const toCurrent = current.set;
  const events = useMemo(
    (): RowEvents => ({
      open,
      visit,
      current: toCurrent,
      toggle,
      extend: (id) => extend(id, null),
      menu: setMenu,
      work,
    }),
    [open, visit, toCurrent, toggle, extend, setMenu, work],
  );

  const selectedRows = useMemo(() => rows?.filter(({ id }) => selection.ids.has(id)) ?? [], [rows, selection.ids]);
  /** Deselects rows that are done or have left the list. */
  function keepUndone(done: ReadonlySet<number>) {
    const present = client.getQueryData<Page<TaskRowAnswer>>(queryKey)?.items ?? [];
    selection.keepOnly((id) => !done.has(id) && present.some((row) => row.id === id));
  }

  if (answer.isError && rows === undefined) {
    return <Failed text={t('task.failure.fetch')} busy={answer.isFetching} onRetry={() => void answer.refetch()} />;
  }
  return (
    <>
      {total === 0 && rows?.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <>
          <div className={classes.scroll}>
            <TaskTable
              list={list}
              label={label}
              view={view}
              shown={shown}
              settled={settled}
              total={total}
              expected={expected}
              phone={phone}
              currentId={current.id}
              menuId={menu?.row.id ?? null}
              selected={selection.ids}
              news={news}
              events={events}
              onSelectAll={selection.selectAll}
              onSort={onSort}
            />
          </div>
          {total !== undefined && <ListPager view={view} total={total} onPage={onPage} onPageSize={onPageSize} />}
        </>
      )}
      {menu && (
        <Suspense>
          <RowMenu
            asked={menu}
            selected={selection.ids.has(menu.row.id)}
            onClose={() => setMenu(null)}
            onOpen={open}
            onCopyName={copyName}
            onSelect={toggle}
            working={menu.row.id === activeTaskId}
            mayWork={refusalOf('work', menu.row, reader)}
            onWork={work}
          />
        </Suspense>
      )}
      {selection.begun && (
        <Suspense fallback={null}>
          <BulkBar key={list} rows={selectedRows} onSettled={keepUndone} onClear={() => selection.selectAll(false)} />
        </Suspense>
      )}
    </>
  );
}
