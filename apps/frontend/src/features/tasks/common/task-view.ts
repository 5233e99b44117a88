/** The requested part of a task; kept in the history's state, never in the address. */
export type TaskView = 'information' | 'edit' | 'monitoring';

const taskTabs = ['overview', 'information', 'monitoring', 'comments'] as const;
/** The shown part of a task, as in the address. */
export type TaskTab = (typeof taskTabs)[number];

export const tabOf = (value: unknown): TaskTab | undefined => taskTabs.find((tab) => tab === value);

declare module '@tanstack/react-router' {
  interface HistoryState {
    taskView?: TaskView;
  }
}
