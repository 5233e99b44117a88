/** The address of a task's network, over the screen that is open. */
export const graphSearch = (taskId: number) => (previous: object) => ({
  ...previous,
  taskId: undefined,
  graph: taskId,
});

/** The address of a task next to the open network. */
export const taskSearch = (taskId: number) => (previous: object) => ({ ...previous, taskId });
