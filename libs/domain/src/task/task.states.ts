export const taskStates = ['created', 'assigned', 'fulfilled', 'returned', 'solved'] as const;
export type TaskState = (typeof taskStates)[number];
export const unsolvedStates = taskStates.filter((state) => state !== 'solved');
/** The solver has the task to do. */
export const toDoStates = ['assigned', 'returned'] as const satisfies readonly TaskState[];
