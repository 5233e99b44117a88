import { type Actor, hasPermission } from '../kernel/actor';
import type { RefusalCode } from '../kernel/refusal';
import { tableOf } from '../kernel/tables';

export const repeatedTaskActions = ['edit', 'activate', 'deactivate', 'skip', 'generateEarly'] as const;
export type RepeatedTaskAction = (typeof repeatedTaskActions)[number];
export type RepeatedTaskRight = 'change' | 'generate';

export interface RepeatedTaskSubject {
  readonly active: boolean;
  readonly contractorId: number;
  readonly projectId: number | null;
}

/** Why this person may not change the definition, or null. Occurrences come from the system alone. */
export function repeatedTaskRightRefusalOf(
  right: RepeatedTaskRight,
  { contractorId, projectId }: Pick<RepeatedTaskSubject, 'contractorId' | 'projectId'>,
  actor: Actor,
): RefusalCode | null {
  if (actor.role === 'auditor') return 'task.auditor';
  if (right === 'generate') return actor.role === 'system' ? null : 'repeated-task.forbidden';
  const may =
    actor.role === 'admin' ||
    actor.id === contractorId ||
    (projectId !== null && hasPermission(actor, projectId, 'manage'));
  return may ? null : 'repeated-task.forbidden';
}

/** Every action with true or the code of its refusal. */
export function canOfRepeatedTask(
  subject: RepeatedTaskSubject,
  actor: Actor,
): Record<RepeatedTaskAction, true | RefusalCode> {
  const refused = repeatedTaskRightRefusalOf('change', subject, actor);
  const needsActive = (action: RepeatedTaskAction) => action === 'generateEarly' && !subject.active;
  return tableOf(repeatedTaskActions, (action) => refused ?? (needsActive(action) ? 'repeated-task.inactive' : true));
}
