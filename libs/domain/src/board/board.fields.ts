import { instantError } from '../kernel/calendar';
import { nameError, textError } from '../kernel/field-checks';

/** Checks of a board's fields, shared by the browser's forms and the server, so that both report the same errors. */
export const boardFieldChecks = {
  name: (value: string, path = 'name') => nameError(value, path, 'board.name.too-long'),
  description: (value: string, path = 'description') => textError(value, path),
  deadline: (value: string, path = 'deadline') => instantError(value, path),
};
