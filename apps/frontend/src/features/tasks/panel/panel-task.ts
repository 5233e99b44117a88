import type { TaskAnswer } from '@gos/contract';
import type { EditableField, FieldCommand } from '@gos/domain';
import { createContext, use } from 'react';
import { deletedFileAddress, fileAddress } from '../../../entities/task/tasks.api';
import type { TaskActions } from '../common/use-task-actions';

/** Actions that open a form first. */
export type OwnQuestion = 'complete' | 'accept' | 'reservation' | 'return' | 'end' | 'restore';
export type Question = OwnQuestion | FieldCommand;

export interface PanelTask {
  readonly task: TaskAnswer;
  readonly actions: TaskActions;
  readonly ask: (question: Question) => void;
  /** Opens the dialog that moves the task. */
  readonly askPlace: () => void;
  /** Plain fields that may be edited; none of them while a past moment is shown. */
  readonly editable: ReadonlySet<EditableField>;
  /** Read-only: a moment of the past is shown, or the task is deleted. */
  readonly past: boolean;
  /** A moment of the past is shown. */
  readonly atMoment: boolean;
  /** When and by whom the task was deleted; null for a task that is not deleted now. */
  readonly deleted: NonNullable<TaskAnswer['deleted']> | null;
  /** That moment is on its way, another one is shown until it comes. */
  readonly loading: boolean;
}

export const PanelTaskContext = createContext<PanelTask | null>(null);

export function usePanelTask(): PanelTask {
  const panel = use(PanelTaskContext);
  if (panel === null) throw new Error('This piece belongs into the panel of a task.');
  return panel;
}

/** Returns the addresses of the shown task's files. */
export function useFileAddress(): (fileId: number) => string {
  const { task, deleted } = usePanelTask();
  return (fileId) => (deleted ? deletedFileAddress : fileAddress)(task.id, fileId);
}
