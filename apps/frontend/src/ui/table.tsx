import { Skeleton, Table, type TableProps } from '@mantine/core';
import classes from './table.module.css';

interface PlainTableProps extends TableProps {
  /** On a phone each row is laid out by itself, and the headers are only read out. */
  readonly stacked?: boolean;
}

/** The table of a screen that keeps its distance from the edges. */
export const PlainTable = ({ stacked = false, ...props }: PlainTableProps) => (
  <Table className={stacked ? `${classes.plain} ${classes.stacked}` : classes.plain} {...props} />
);

/** The table of a screen that is a list: from edge to edge, each row with a link as its header. */
export const ListTable = ({ className = '', ...props }: TableProps) => (
  <Table className={`${classes.list} ${classes.stacked} ${className}`} {...props} />
);

/** Rows of a list that is still on its way. */
export const WaitingRows = ({ columns }: { readonly columns: number }) =>
  Array.from({ length: 6 }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      <Table.Td colSpan={columns}>
        <Skeleton height={12} width={`${60 - row * 5}%`} />
      </Table.Td>
    </Table.Tr>
  ));
