import { type TypeOf, taskBodies } from '@gos/domain';
import { described, orNull } from '@gos/domain/kernel/shape';
import { happening } from '../activity/activity.answers';
import { answer, arrayOf, code } from '../kernel/answer';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { undoRoutes } from './undo.routes';

const action = answer('OwnAction', {
  action: described(happening, { description: 'The event that represents the action; its id is what undo takes' }),
  refused: described(orNull(code), { description: 'Why it cannot be undone; null where it can' }),
});
export type OwnAction = TypeOf<typeof action>;

export const undoOperations = operations('', undoRoutes, {
  list: { id: 'listOwnActions', body: null, answer: answer('OwnActions', { items: arrayOf(action) }) },
  undo: { id: 'undoAction', body: taskBodies.undo, answer: commandDone },
});
