import type { Page, TaskRowAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TaskRowsProps } from '../../../entities/task/task-rows-props';
import { taskQuery } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { SmallButton } from '../../../ui/buttons';
import { showProblem, showToast } from '../../../ui/toast';
import { useListKeys } from '../../../ui/use-list-keys';
import { ListPager } from './list-pager';
import type { AskedMenu, RowEvents } from './row-events';
import classes from './task-list.module.css';
import type { OpenTask } from './task-row';
import { TaskTable } from './task-table';
import { useArrivals } from './use-arrivals';
import { useListCommands } from './use-list-commands';
import { useNews } from './use-news';
import { focusedTask, rowIds, rowLinks, useSelection } from './use-selection';
import { useShownRows } from './use-shown-rows';

const BulkBar = lazy(() => import('./bulk-bar').then((module) => ({ default: module.BulkBar })));

const loadRowMenu = () => import('./row-menu').then((module) => ({ default: module.RowMenu }));
const RowMenu = lazy(loadRowMenu);

const nobody: ReadonlySet<number> = new Set();
const nowhere: ReadonlyMap<number, number> = new Map();
/** While nothing is known of how long a list is. */
const fewRows = 8;

/** True once the rows of the scope have stood for a moment. */
function useSettled(scope: string, shown: string | undefined): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (shown !== scope) return;
    const timer = setTimeout(() => setSettled(scope), 200);
    return () => clearTimeout(timer);
  }, [scope, shown]);
  return settled === scope && shown === scope;
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
  const navigate = useNavigate();
  const openId = useSearch({ strict: false, select: (search) => (search as { taskId?: number }).taskId });
  const [lastCurrent, setCurrent] = useState<number | null>(null);
  const [menu, setMenu] = useState<AskedMenu | null>(null);
  const [bulk, setBulk] = useState(false);
  const [begun, setBegun] = useState(list);
  // Another list begins as if it were opened anew.
  if (begun !== list) {
    setBegun(list);
    setCurrent(null);
    setMenu(null);
    setBulk(false);
  }
  const scope = JSON.stringify(queryKey);
  const selection = useSelection(scope);
  const { toggle, extend, set, keepOnly } = selection;
  const currentId = openId ?? lastCurrent;

  const { items, total } = answer.data ?? {};
  const held = menu !== null || selection.ids.size > 0;
  const shown = useShownRows({ rows: items, scope, old: answer.isPlaceholderData, held });
  const rows = shown?.rows;
  const stands = useSettled(scope, shown?.scope);
  // The focus stays with a task, not with the place on the screen that another one has taken over.
  useLayoutEffect(() => {
    const task = focusedTask();
    if (task !== null && task !== lastCurrent) (document.activeElement as HTMLElement).blur();
  }, [shown?.scope]);
  const news = useNews(
    { list: visited && list, rows: answer.isPlaceholderData ? undefined : items, whole: visited?.whole ?? false },
    openId,
  );
  const selectedRows = useMemo(() => rows?.filter(({ id }) => selection.ids.has(id)) ?? [], [rows, selection.ids]);
  useArrivals({ rows: answer.isPlaceholderData || view.page > 1 ? undefined : items, total, scope });
  // From then on it stays, so that what came of an action is told though nothing is selected any more.
  if (selectedRows.length > 0 && !bulk) setBulk(true);

  const open: OpenTask = useCallback(
    (taskId, how) => {
      setCurrent(taskId);
      void navigate({
        to: '.',
        search: (previous: object) => ({
          ...previous,
          taskId,
          // Whatever part of another task is shown.
          ...(how?.view === 'information' && { tab: undefined }),
        }),
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

  const visit: RowEvents['visit'] = useCallback(
    ({ id: projectId }, board) =>
      board
        ? void navigate({
            to: '/tasks/project/$projectId/board/$boardId',
            params: { projectId, boardId: board.id },
          })
        : void navigate({ to: '/tasks/project/$projectId', params: { projectId } }),
    [navigate],
  );

  const events = useMemo(
    (): RowEvents => ({ open, visit, current: setCurrent, toggle, extend: (id) => extend(id, null), menu: setMenu }),
    [open, visit, toggle, extend],
  );

  function selectAll(all: boolean) {
    const ids = all ? rowIds() : [];
    set(ids);
    announce(t('task.bulk.selected', { count: ids.length }));
  }

  /** What is done is selected no more, nor what has left the list. */
  function settled(done: ReadonlySet<number>) {
    const present = client.getQueryData<Page<TaskRowAnswer>>(queryKey)?.items ?? [];
    keepOnly((id) => !done.has(id) && present.some((row) => row.id === id));
  }

  // What stands now where the current row stood, when it is gone.
  const lastPlace = useRef<{ readonly scope: string; readonly index: number } | null>(null);
  useEffect(() => {
    const index = currentId === null ? -1 : rowIds().indexOf(currentId);
    if (index >= 0) lastPlace.current = { scope, index };
  }, [rows, scope, currentId]);

  function nextPlace(index: number, by: 1 | -1): number {
    if (index >= 0) return index + by;
    if (lastPlace.current?.scope === scope) return lastPlace.current.index + Math.min(by, 0);
    return by > 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  useListKeys({
    move(by, extending) {
      const links = rowLinks();
      if (links.length === 0) return;
      const index = links.findIndex((link) => Number(link.dataset.rowLink) === currentId);
      const next = links[Math.min(Math.max(nextPlace(index, by), 0), links.length - 1)]!;
      const id = Number(next.dataset.rowLink);
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
      setCurrent(id);
      if (extending) extend(id, index < 0 ? null : currentId);
      void client.prefetchQuery(taskQuery(id));
      // With a task open, moving in the list goes through the tasks themselves.
      if (openId !== undefined) {
        void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId: id }), replace: true });
      }
    },
    open() {
      if (currentId !== null) open(currentId);
    },
    selectAll: () => selectAll(true),
    clear() {
      if (openId !== undefined || selection.ids.size === 0) return false;
      selectAll(false);
      return true;
    },
  });

  const present = currentId !== null && rows?.some(({ id }) => id === currentId) ? currentId : null;
  useListCommands({
    covered: openId !== undefined,
    select: () => present !== null && toggle(present),
    open: () => present !== null && open(present),
    edit: () => present !== null && open(present, { view: 'edit' }),
  });

  // Its last rows are gone, or there never was such a page.
  const lastPage = Math.ceil((total ?? 0) / view.pageSize);
  const isPastEnd = !answer.isPlaceholderData && items?.length === 0 && lastPage > 0 && view.page > lastPage;
  const toLastPage = useEffectEvent(() => onPage(lastPage, true));
  useEffect(() => {
    if (isPastEnd) toLastPage();
  }, [isPastEnd, lastPage]);

  if (answer.isError && rows === undefined) {
    return (
      <div className={classes.state} role="alert">
        <p>{t('task.failure.fetch')}</p>
        <SmallButton variant="default" onClick={() => answer.refetch()} loading={answer.isFetching}>
          {t('task.list.retry')}
        </SmallButton>
      </div>
    );
  }
  return (
    <>
      {total === 0 && rows?.length === 0 ? (
        <div className={classes.state}>{empty}</div>
      ) : (
        <>
          <div className={classes.scroll}>
            <TaskTable
              list={list}
              label={label}
              view={view}
              rows={rows}
              left={shown?.left ?? nobody}
              places={shown?.places ?? nowhere}
              held={held}
              settled={stands}
              total={total}
              expected={expected}
              phone={phone}
              currentId={currentId}
              menuId={menu?.row.id ?? null}
              selected={selection.ids}
              news={news}
              events={events}
              onSelectAll={selectAll}
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
          />
        </Suspense>
      )}
      {bulk && (
        <Suspense fallback={null}>
          <BulkBar key={list} rows={selectedRows} onSettled={settled} onClear={() => selectAll(false)} />
        </Suspense>
      )}
    </>
  );
}
