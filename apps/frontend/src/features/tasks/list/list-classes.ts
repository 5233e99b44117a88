import parts from './table-parts.module.css';
import list from './task-list.module.css';
import table from './task-table.module.css';

/** The classes of a list; each name stands in one of the files. */
export const classes: Readonly<Record<string, string>> = { ...list, ...table, ...parts };
