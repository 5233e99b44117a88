import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useT } from '../../../i18n';
import { type PageSize, pageSizes, type TaskListView } from '../task-search';
import classes from './task-list.module.css';

interface ListPagerProps {
  readonly view: TaskListView;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (size: PageSize) => void;
}

export function ListPager({ view, total, onPage, onPageSize }: ListPagerProps) {
  const t = useT();
  const sizeId = useId();
  const pages = Math.max(1, Math.ceil(total / view.pageSize));
  const from = Math.min((view.page - 1) * view.pageSize + 1, total);
  const to = Math.min(view.page * view.pageSize, total);
  if (total <= pageSizes[0]) return null;
  return (
    <nav className={classes.pager} aria-label={t('task.page.label')}>
      <div className={classes.pageSize}>
        <span id={sizeId}>{t('task.page.size')}</span>
        <NativeSelect
          aria-labelledby={sizeId}
          size="xs"
          value={String(view.pageSize)}
          data={pageSizes.map(String)}
          onChange={(event) => {
            const size = pageSizes.find((one) => String(one) === event.currentTarget.value);
            if (size !== undefined) onPageSize(size);
          }}
        />
      </div>
      <span aria-live="polite">{t('task.page.range', { from, to, total })}</span>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={t('task.page.previous')}
        disabled={view.page <= 1}
        onClick={() => onPage(view.page - 1)}
      >
        <IconChevronLeft size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={t('task.page.next')}
        disabled={view.page >= pages}
        onClick={() => onPage(view.page + 1)}
      >
        <IconChevronRight size={16} stroke={1.75} />
      </ActionIcon>
    </nav>
  );
}
