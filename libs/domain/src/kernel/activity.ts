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

/**
 * The activity class of an event that a task's history shows. Events that the specification does not list use the nearest class.
 */
export interface WithActivityClass {
  readonly activity: ActivityClass;
}
