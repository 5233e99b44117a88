import type { Problem } from '@gos/contract';
import type { Say } from './messages';

const maxNamed = 5;

/** The tasks that a refusal is about, by name where the reader sees them. */
function namedTasks(subtasks: NonNullable<Problem['subtasks']>): string {
  const names = subtasks.slice(0, maxNamed).map(({ id, name }) => (name === null ? `#${id}` : `#${id} ${name}`));
  return [...names, ...(subtasks.length > maxNamed ? ['…'] : [])].join(', ');
}

/** Returns the message of a refusal; of several invalid fields it names the first. */
export function problemText(problem: Pick<Problem, 'code' | 'params' | 'errors' | 'subtasks'>, t: Say): string {
  const [error] = problem.errors ?? [];
  if (problem.code === 'validation.failed' && error) return t(error.code, error.params);
  const sentence = t(problem.code, problem.params);
  return problem.subtasks?.length ? `${sentence} ${namedTasks(problem.subtasks)}` : sentence;
}
