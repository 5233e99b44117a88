import type { BoardAnswer, NamedRef } from '@gos/contract';
import { type TaskState, taskStates } from '@gos/domain';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo } from 'react';
import { boardPageQuery } from '../../entities/board/boards.api';
import { PriorityBars } from '../../entities/task/priority-bars';
import { StateLabel } from '../../entities/task/state-ring';
import type { TaskRowsProps } from '../../entities/task/task-rows-props';
import { useT } from '../../i18n';
import { ChipButton, SmallButton } from '../../ui/buttons';
import { FilterMenu, TextFilter } from '../../ui/list-filters';
import filterClasses from '../../ui/list-filters.module.css';
import classes from './board-screen.module.css';
import { QuickAdd } from './quick-add';
import type { BoardList as List } from './use-board-list';

const priorities = ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'];

interface BoardListProps {
  readonly project: NamedRef;
  readonly board: BoardAnswer;
  readonly solved: boolean;
  readonly list: List;
  readonly rows: ComponentType<TaskRowsProps>;
}

/** The tasks of a board in the table of every list. */
export function BoardList({ project, board, solved, list, rows: Rows }: BoardListProps) {
  const t = useT();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { view, query, change } = list;
  const options = boardPageQuery(query);
  const answer = useQuery(options);
  const filtered = view.q !== '' || view.priority.length > 0 || (!solved && view.state.length > 0);

  const columns = useMemo(() => view.columns.filter((column) => column !== 'project'), [view.columns]);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name more than this group needs */}
      <div className={filterClasses.toolbar} role="group" aria-label={t('task.filter.toolbar')}>
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
        <span className={filterClasses.spring} />
        {view.sort !== null && (
          <ChipButton variant="default" className={filterClasses.dashed} onClick={() => change({ sort: null })}>
            {t('board.own-order')}
          </ChipButton>
        )}
      </div>
      <Rows
        list="archive"
        label={t('board.tasks-of', { name: board.name })}
        view={{ ...view, columns }}
        answer={answer}
        queryKey={options.queryKey}
        phone={phone}
        visited={null}
        empty={
          <>
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
          </>
        }
        onSort={(sort) => change({ sort })}
        onPage={list.setPage}
        onPageSize={(pageSize) => change({ pageSize })}
      />
      {!solved && board.can.tasks === true && (
        <div className={classes.add}>
          <QuickAdd project={project} board={board} lastOrder={null} />
        </div>
      )}
    </>
  );
}
