import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { type PageSize, pageSizes, type TaskListView } from '../../../entities/task/task-search';
import { useT } from '../../../i18n';
import { useEventCallback } from '../../../lib/use-event-callback';
import pieces from '../../../ui/pieces.module.css';
import classes from './task-list.module.css';

interface RowsFieldProps {
  readonly labelId: string;
  readonly size: PageSize;
  readonly onPageSize: (size: PageSize) => void;
}

const RowsField = memo(function RowsField({ labelId, size: shown, onPageSize }: RowsFieldProps) {
  return (
    <NativeSelect
      aria-labelledby={labelId}
      size="xs"
      value={String(shown)}
      data={pageSizes.map(String)}
      onChange={(event) => {
        const size = pageSizes.find((one) => String(one) === event.currentTarget.value);
        if (size !== undefined) onPageSize(size);
      }}
    />
  );
});

interface StepProps {
  readonly by: 1 | -1;
  readonly disabled: boolean;
  readonly onStep: (by: 1 | -1) => void;
}

const Step = memo(function Step({ by, disabled, onStep }: StepProps) {
  const t = useT();
  const Arrow = by === 1 ? IconChevronRight : IconChevronLeft;
  return (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={t(by === 1 ? 'task.page.next' : 'task.page.previous')}
      disabled={disabled}
      onClick={() => onStep(by)}
    >
      <Arrow size={16} stroke={1.75} />
    </ActionIcon>
  );
});

interface ListPagerProps {
  readonly view: TaskListView;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (size: PageSize) => void;
}

export function ListPager({ view, total, onPage, onPageSize }: ListPagerProps) {
  const t = useT();
  const sizeId = useId();
  const step = useEventCallback((by: 1 | -1) => onPage(view.page + by));
  const pages = Math.max(1, Math.ceil(total / view.pageSize));
  const from = Math.min((view.page - 1) * view.pageSize + 1, total);
  const to = Math.min(view.page * view.pageSize, total);
  if (total <= pageSizes[0]) return null;
  return (
    <Group
      component="nav"
      justify="flex-end"
      gap={8}
      c="dimmed"
      fz={12.5}
      className={classes.pager}
      aria-label={t('task.page.label')}
    >
      <Group gap={8} wrap="nowrap" mr="auto">
        <span id={sizeId}>{t('task.page.size')}</span>
        <RowsField labelId={sizeId} size={view.pageSize} onPageSize={onPageSize} />
      </Group>
      <span className={pieces.digits} aria-live="polite">
        {t('task.page.range', { from, to, total })}
      </span>
      <Step by={-1} disabled={view.page <= 1} onStep={step} />
      <Step by={1} disabled={view.page >= pages} onStep={step} />
    </Group>
  );
}
