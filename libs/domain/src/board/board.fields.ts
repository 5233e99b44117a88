import { nameError } from '../project/project.fields';
import { taskFieldChecks } from '../task/task.fields';

/** The limits of a board's fields, said while typing in the browser and enforced by the server with the same words. */
export const boardFieldChecks = {
  name: (value: string, path = 'name') => nameError(value, path, 'board.name.too-long'),
  description: (value: string, path = 'description') => taskFieldChecks.text(value, path),
  deadline: (value: string, path = 'deadline') => taskFieldChecks.deadline(value, path),
};
