import type { ActivityItem } from '@gos/contract';
import type { ActivityClass } from '@gos/domain';
import type { MessageId } from '../../../i18n';

/** Kinds of entries that a reader can filter a history by. */
export const activityKinds = ['comments', 'states', 'edits', 'people', 'files', 'moves', 'work'] as const;
export type ActivityKind = (typeof activityKinds)[number];

const kinds: Record<ActivityClass, ActivityKind> = {
  comment: 'comments',
  'task-created': 'states',
  'created-with-another-contractor': 'states',
  'task-completed': 'states',
  returned: 'states',
  accepted: 'states',
  'ended-by-contractor': 'states',
  'automatically-ended': 'states',
  restored: 'states',
  edited: 'edits',
  'deadline-moved': 'edits',
  planned: 'edits',
  'budget-added': 'edits',
  'estimated-time-increased': 'edits',
  'new-subtask': 'edits',
  'participator-added': 'people',
  'automatic-user-notification': 'people',
  'new-document': 'files',
  'project-movements': 'moves',
  'work-started': 'work',
  'work-ended': 'work',
  'time-added': 'work',
  'time-changed': 'work',
};

/** An event has the nearest class of the specification; for a new solver and a deletion its subject differs from the class. */
const exceptions: Readonly<Record<string, ActivityKind>> = {
  TaskAssigned: 'people',
  ContractorChanged: 'people',
  TaskDeleted: 'states',
};

export const kindOf = (item: ActivityItem): ActivityKind | undefined =>
  exceptions[item.event] ?? kinds[item.class as ActivityClass];

export const kindMessages: Record<ActivityKind | 'all', MessageId> = {
  all: 'task.activity.filter.all',
  comments: 'task.activity.filter.comments',
  states: 'task.activity.filter.states',
  edits: 'task.activity.filter.edits',
  people: 'task.activity.filter.people',
  files: 'task.activity.filter.files',
  moves: 'task.activity.filter.moves',
  work: 'task.activity.filter.work',
};
