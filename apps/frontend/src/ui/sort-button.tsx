import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './sort-button.module.css';

/** For the header's cell. */
export const ariaSort = (column: string, sort: string | null) =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;

interface SortButtonProps<Column extends string> {
  readonly label: string;
  readonly column: Column;
  readonly sort: string | null;
  readonly onSort: (sort: Column | `-${Column}`) => void;
}

/** The name of a column, which sorts by it: ascending first. */
export function SortButton<Column extends string>({ label, column, sort, onSort }: SortButtonProps<Column>) {
  const direction = ariaSort(column, sort);
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton className={classes.sort} onClick={() => onSort(direction === 'ascending' ? `-${column}` : column)}>
      {label}
      <Arrow size={13} stroke={1.75} aria-hidden className={classes.arrow} data-on={direction && true} />
    </UnstyledButton>
  );
}
