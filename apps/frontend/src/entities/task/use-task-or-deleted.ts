import type { TaskAnswer } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../lib/api';
import { deletedTaskQuery, taskQuery } from './tasks.api';

/** The task; where none is present, a deleted one that the reader may read. */
export function useTaskOrDeleted(taskId: number) {
  const present = useQuery(taskQuery(taskId));
  const notFound = present.error instanceof ApiProblem && present.error.status === 404;
  const deleted = useQuery({ ...deletedTaskQuery(taskId), enabled: notFound });
  const task: TaskAnswer | undefined = notFound ? deleted.data : present.data;
  return {
    task,
    present,
    /** There is no present one. */
    notFound,
    /** There is none for this reader. */
    missing: notFound && deleted.isError,
  };
}
