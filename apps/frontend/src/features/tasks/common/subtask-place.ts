import type { TaskAnswer } from '@gos/contract';
import type { QueryClient } from '@tanstack/react-query';
import { projectQuery } from '../../../entities/project/projects.api';
import type { TaskPlacing } from '../../../entities/task/task-changes';

/** Returns the place of the parent for a new subtask, or nothing when the reader may not add tasks there. */
export async function placeSubtask(
  client: QueryClient,
  { project, board }: TaskAnswer,
): Promise<TaskPlacing | undefined> {
  if (project === null) return undefined;
  const seen = await client.ensureQueryData(projectQuery(project.id)).catch(() => null);
  return seen?.can.tasks === true ? { project, board } : undefined;
}
