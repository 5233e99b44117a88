import type { Page, TaskRowAnswer } from '@gos/contract';
import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TaskListName } from './task-lists';
import type { PageSize, TaskListView, TaskSort } from './task-search';

/** Properties of the task table. Declared here, so that a feature can show the table in a slot without importing the one that has it. */
export interface TaskRowsProps {
  readonly list: TaskListName;
  readonly label: string;
  readonly view: TaskListView;
  readonly answer: UseQueryResult<Page<TaskRowAnswer>>;
  readonly queryKey: QueryKey;
  readonly phone: boolean;
  /** Said where there is no row. */
  readonly empty: ReactNode;
  /** How many rows will come, as far as it is known. */
  readonly expected?: number;
  /** Marks changes since the last visit; null where visits are not recorded. */
  readonly visited: { readonly whole: boolean } | null;
  readonly onSort: (sort: TaskSort) => void;
  /** @param replace the page before it is none to go back to */
  readonly onPage: (page: number, replace?: boolean) => void;
  readonly onPageSize: (size: PageSize) => void;
}
