/** How a task was asked to be opened; kept in the history's state, never in the address. */
export type TaskView = 'information' | 'edit';

declare module '@tanstack/react-router' {
  interface HistoryState {
    taskView?: TaskView;
  }
}
