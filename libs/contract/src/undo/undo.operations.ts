import { type TypeOf, taskBodies } from '@gos/domain';
import { described, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, code } from '../kernel/answer';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { activityItem } from '../task/task.answers';
import { undoRoutes } from './undo.routes';

const action = answer('OwnAction', {
  task: answer('ActedTask', { id: integer(), name: text() }),
  action: described(activityItem, { description: 'The event that represents the action; its id is what undo takes' }),
  refused: described(orNull(code), { description: 'Why it cannot be undone; null where it can' }),
});
export type OwnAction = TypeOf<typeof action>;

export const undoOperations = operations('', undoRoutes, {
  list: { id: 'listOwnActions', body: null, answer: answer('OwnActions', { items: arrayOf(action) }) },
  undo: { id: 'undoAction', body: taskBodies.undo, answer: commandDone },
});
