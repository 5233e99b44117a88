import { Table, type TableProps } from '@mantine/core';
import classes from './table.module.css';

interface PlainTableProps extends TableProps {
  /** On a phone each row is laid out by itself, and the headers are only read out. */
  readonly stacked?: boolean;
}

/** The table of a screen that keeps its distance from the edges. */
export const PlainTable = ({ stacked = false, ...props }: PlainTableProps) => (
  <Table className={stacked ? `${classes.plain} ${classes.stacked}` : classes.plain} {...props} />
);
