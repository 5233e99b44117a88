/**
 * Kind of the records that hold the tree. They follow from the log, so an export leaves them out. In a file without
 * decorators, which the commands of the operator load before anything of Nest.
 */
export const treeKind = 'logTree';
