import type { BoardAnswer, NamedRef } from '@gos/contract';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo } from 'react';
import { boardPageQuery } from '../../entities/board/boards.api';
import { PlainFilter, StateFilter } from '../../entities/task/task-filters';
import type { TaskRowsProps } from '../../entities/task/task-rows-props';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { TextFilter } from '../../ui/list-filters';
import { Chip, Spacer, Toolbar } from '../../ui/toolbar';
import { usePhone } from '../../ui/use-phone';
import { QuickAdd } from './quick-add';
import type { BoardList as List } from './use-board-list';

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
  const phone = usePhone();
  const { view, query, change } = list;
  const options = boardPageQuery(query);
  const answer = useQuery(options);
  const filtered = view.q !== '' || view.priority.length > 0 || (!solved && view.state.length > 0);

  const columns = useMemo(() => view.columns.filter((column) => column !== 'project'), [view.columns]);

  return (
    <>
      <Toolbar label={t('task.filter.toolbar')}>
        {!solved && <StateFilter chosen={view.state} onChange={(state) => change({ state })} />}
        <PlainFilter field="priority" chosen={view.priority} onChange={(priority) => change({ priority })} />
        <TextFilter value={view.q} onChange={list.setText} />
        <Spacer wideOnly />
        {view.sort !== null && <Chip onClick={() => change({ sort: null })}>{t('board.own-order')}</Chip>}
      </Toolbar>
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
        <Box maw={420} p="4px 20px 20px">
          <QuickAdd project={project} board={board} />
        </Box>
      )}
    </>
  );
}
