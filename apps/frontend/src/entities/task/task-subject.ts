import type { TaskRowAnswer } from '@gos/contract';
import type { TaskSubject } from '@gos/domain';

/** A task that is shown, as the rights see it. */
export const subjectOf = ({ participants, ...row }: TaskRowAnswer): TaskSubject => ({
  state: row.state,
  type: row.type,
  contractorId: row.contractor.id,
  solverId: row.solver?.id ?? null,
  projectId: row.project?.id ?? null,
  acknowledged: participants.acknowledged.map(({ id }) => id),
  passive: participants.passive.map(({ id }) => id),
  estimateMinutes: row.estimateMinutes,
  deleted: false,
});
