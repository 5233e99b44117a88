import pieces from '../../../ui/pieces.module.css';
import parts from './table-parts.module.css';
import list from './task-list.module.css';
import table from './task-table.module.css';

/** The classes of a list; each name is in one of the files. The shared classes of `ui` are added here, since `composes` copies them into each stylesheet. */
export const classes: Readonly<Record<string, string>> = {
  ...list,
  ...table,
  ...parts,
  groupName: `${pieces.word} ${parts.groupName}`,
  groupCount: `${pieces.nothing} ${pieces.digits} ${parts.groupCount}`,
  work: `${table.more} ${parts.work}`,
  number: `${pieces.digits} ${parts.number}`,
  nameLine: `${pieces.row} ${table.nameLine}`,
  project: `${pieces.inline} ${table.project}`,
  link: `${pieces.word} ${table.link}`,
};
