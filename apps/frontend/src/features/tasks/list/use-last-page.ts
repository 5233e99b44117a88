import { useEffect, useEffectEvent } from 'react';
import type { TaskRowsProps } from '../../../entities/task/task-rows-props';

/** Leads to the last page where the last rows of this one are gone, or where there never was such a page. */
export function useLastPage({ answer, view, onPage }: Pick<TaskRowsProps, 'answer' | 'view' | 'onPage'>): void {
  const { items, total = 0 } = answer.data ?? {};
  const lastPage = Math.ceil(total / view.pageSize);
  const isPastEnd = !answer.isPlaceholderData && items?.length === 0 && lastPage > 0 && view.page > lastPage;
  const toLastPage = useEffectEvent(() => onPage(lastPage, true));
  useEffect(() => {
    if (isPastEnd) toLastPage();
  }, [isPastEnd, lastPage]);
}
