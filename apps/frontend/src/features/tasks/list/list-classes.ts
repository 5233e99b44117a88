import { UnstyledButton } from '@mantine/core';
import pieces from '../../../ui/pieces.module.css';
import parts from './table-parts.module.css';
import list from './task-list.module.css';
import table from './task-table.module.css';

// The rows draw plain elements, which are faster than the library's components.
const more = `${UnstyledButton.classes.root} ${pieces.iconButton} ${table.more}`;

/** The classes of a list; each name is in one of the files. The shared classes of `ui` are added here, since `composes` copies them into each stylesheet. */
export const classes: Readonly<Record<string, string>> = {
  ...list,
  ...table,
  ...parts,
  more,
  work: `${more} ${parts.work}`,
  number: `${pieces.digits} ${parts.number}`,
  nameLine: `${pieces.row} ${table.nameLine}`,
  project: `${pieces.inline} ${table.project}`,
  working: `${pieces.inline} ${parts.working}`,
  link: `${pieces.word} ${table.link}`,
};
