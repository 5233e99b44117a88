/** The address of a task's network, over the screen that is open. */
export const graphSearch = (taskId: number) => (previous: object) => ({
  ...previous,
  taskId: undefined,
  graph: taskId,
});

/** The address of a task beside the network that is open. */
export const taskSearch = (taskId: number) => (previous: object) => ({ ...previous, taskId });
