/** How a task was asked to be opened; kept in the history's state, never in the address. */
export type TaskView = 'information' | 'edit' | 'monitoring';

const taskTabs = ['overview', 'information', 'monitoring', 'comments'] as const;
/** The part of a task that is shown, as it stands in the address. */
export type TaskTab = (typeof taskTabs)[number];

export const tabOf = (value: unknown): TaskTab | undefined => taskTabs.find((tab) => tab === value);

declare module '@tanstack/react-router' {
  interface HistoryState {
    taskView?: TaskView;
  }
}
