import type { DependencyEvent } from '../dependencies/dependencies';
import type { WorklogEvent } from '../worklog/worklog';
import type { TaskEvent } from './task';

/** The specification's activity classes, in kebab-case. */
export const activityClasses = [
  'new-subtask',
  'edited',
  'time-changed',
  'participator-added',
  'new-document',
  'comment',
  'task-completed',
  'returned',
  'accepted',
  'time-added',
  'budget-added',
  'estimated-time-increased',
  'work-started',
  'work-ended',
  'planned',
  'deadline-moved',
  'task-created',
  'created-with-another-contractor',
  'ended-by-contractor',
  'restored',
  'automatically-ended',
  'project-movements',
  'automatic-user-notification',
] as const;
export type ActivityClass = (typeof activityClasses)[number];

/** Everything that may stand in a task's history. */
export type ActivityEvent = TaskEvent | DependencyEvent | WorklogEvent;

/** Each event shows under its class, those beyond the specification under the nearest one. */
export const activityClassOf: Record<ActivityEvent['type'], ActivityClass> = {
  TaskCreated: 'task-created',
  TaskCreatedForContractor: 'created-with-another-contractor',
  TaskEdited: 'edited',
  TaskAssigned: 'edited',
  TaskDeleted: 'edited',
  TaskUndeleted: 'restored',
  DeadlineMoved: 'deadline-moved',
  TaskPlanned: 'planned',
  SubtaskAdded: 'new-subtask',
  PredecessorAdded: 'edited',
  PredecessorRemoved: 'edited',
  ParticipantAdded: 'participator-added',
  ParticipantRemoved: 'participator-added',
  DocumentAdded: 'new-document',
  DocumentRemoved: 'new-document',
  DocumentRestored: 'new-document',
  CommentAdded: 'comment',
  CommentRemoved: 'comment',
  CommentRestored: 'comment',
  TaskCompleted: 'task-completed',
  TaskReturned: 'returned',
  TaskAccepted: 'accepted',
  TaskEndedByContractor: 'ended-by-contractor',
  TaskEndedAutomatically: 'automatically-ended',
  TaskRestored: 'restored',
  EstimateIncreased: 'estimated-time-increased',
  EstimateReduced: 'estimated-time-increased',
  BudgetAdded: 'budget-added',
  BudgetReduced: 'budget-added',
  TaskMoved: 'project-movements',
  TaskReordered: 'project-movements',
  WorkStarted: 'work-started',
  WorkEnded: 'work-ended',
  TimeAdded: 'time-added',
  TimeChanged: 'time-changed',
  TimeRemoved: 'time-changed',
  UsersNotified: 'automatic-user-notification',
};
