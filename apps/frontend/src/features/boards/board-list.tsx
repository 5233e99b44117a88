import { type TaskState, taskStates } from '@gos/domain';
import type { BoardAnswer, NamedRef } from '@gos/projections';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PriorityBars } from '../../components/task/priority-bars';
import { StateLabel } from '../../components/task/state-ring';
import { showProblem, showToast } from '../../components/toast';
import { useT } from '../../i18n';
import { ChipButton, SmallButton } from '../tasks/fields/buttons';
import { ListPager } from '../tasks/list/list-pager';
import { FilterMenu, TextFilter } from '../tasks/list/list-toolbar';
import listClasses from '../tasks/list/task-list.module.css';
import type { OpenTask } from '../tasks/list/task-row';
import { TaskTable } from '../tasks/list/task-table';
import { useListKeys } from '../tasks/list/use-list-keys';
import { taskQuery } from '../tasks/tasks.api';
import classes from './board-screen.module.css';
import { boardPageQuery } from './boards.api';
import { QuickAdd } from './quick-add';
import type { BoardList as List } from './use-board-list';

const priorities = ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'];

interface BoardListProps {
  readonly project: NamedRef;
  readonly board: BoardAnswer;
  readonly solved: boolean;
  readonly list: List;
}

/** The tasks of a board in the table of every list. */
export function BoardList({ project, board, solved, list }: BoardListProps) {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { taskId } = useSearch({ from: '/_app' });
  const [currentId, setCurrent] = useState<number | null>(taskId ?? null);
  const { view, query, change } = list;
  const answer = useQuery(boardPageQuery(query));
  const total = answer.data?.total;
  const filtered = view.q !== '' || view.priority.length > 0 || (!solved && view.state.length > 0);

  const open: OpenTask = (id, how) => {
    setCurrent(id);
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, taskId: id }),
      state: { taskView: how?.view },
    });
  };

  useListKeys({
    move(by) {
      const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
      const at = links.findIndex((link) => Number(link.dataset.rowLink) === currentId);
      const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(at + by, links.length - 1))];
      if (next === undefined) return;
      const id = Number(next.dataset.rowLink);
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
      setCurrent(id);
      void client.prefetchQuery(taskQuery(id));
      if (taskId !== undefined) {
        void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId: id }), replace: true });
      }
    },
    open() {
      if (currentId !== null) open(currentId);
    },
  });

  async function copyName(name: string) {
    try {
      await navigator.clipboard.writeText(name);
      showToast({ message: t('task.copied') });
    } catch (error) {
      showProblem(error, t('task.failure.action'));
    }
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name more than this group needs */}
      <div className={listClasses.toolbar} role="group" aria-label={t('task.filter.toolbar')}>
        {!solved && (
          <FilterMenu
            label={t('task.field.state')}
            values={taskStates}
            chosen={view.state}
            onChange={(state) => change({ state: state as TaskState[] })}
            render={(state) => <StateLabel state={state as TaskState} />}
          />
        )}
        <FilterMenu
          label={t('task.field.priority')}
          values={priorities}
          chosen={view.priority.map(String)}
          onChange={(priority) => change({ priority: priority.map(Number) })}
          render={(priority) => <PriorityBars priority={Number(priority)} />}
        />
        <TextFilter value={view.q} onChange={list.setText} />
        <span className={listClasses.spring} />
        {view.sort !== null && (
          <ChipButton variant="default" className={listClasses.dashed} onClick={() => change({ sort: null })}>
            {t('board.own-order')}
          </ChipButton>
        )}
      </div>
      {answer.isError && !answer.data ? (
        <div className={listClasses.state} role="alert">
          <p>{t('task.failure.fetch')}</p>
          <SmallButton variant="default" onClick={() => answer.refetch()} loading={answer.isFetching}>
            {t('task.list.retry')}
          </SmallButton>
        </div>
      ) : total === 0 ? (
        <div className={listClasses.state}>
          <p>{t(filtered ? 'task.empty.filtered' : solved ? 'board.empty.solved' : 'board.empty.list')}</p>
          {filtered && (
            <SmallButton
              variant="default"
              onClick={() => {
                change({ state: [], priority: [] });
                list.setText('');
              }}
            >
              {t('task.filter.clear-all')}
            </SmallButton>
          )}
        </div>
      ) : (
        <>
          <div className={listClasses.scroll}>
            <TaskTable
              list="archive"
              label={t('board.tasks-of', { name: board.name })}
              view={{ ...view, columns: view.columns.filter((column) => column !== 'project') }}
              rows={answer.data?.items}
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
            <ListPager
              view={view}
              total={total}
              onPage={list.setPage}
              onPageSize={(pageSize) => change({ pageSize })}
            />
          )}
        </>
      )}
      {!solved && board.can.tasks === true && (
        <div className={classes.add}>
          <QuickAdd project={project} board={board} lastOrder={null} />
        </div>
      )}
    </>
  );
}
