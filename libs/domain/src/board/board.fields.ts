import { nameError } from '../project/project.fields';
import { taskFieldChecks } from '../task/task.fields';

/** Checks of a board's fields, shared by the browser's forms and the server, so that both report the same errors. */
export const boardFieldChecks = {
  name: (value: string, path = 'name') => nameError(value, path, 'board.name.too-long'),
  description: (value: string, path = 'description') => taskFieldChecks.text(value, path),
  deadline: (value: string, path = 'deadline') => taskFieldChecks.deadline(value, path),
};
