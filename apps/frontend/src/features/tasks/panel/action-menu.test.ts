import type { TaskAnswer } from '@gos/contract';
import { aTask } from '../../../testing/task-fixtures';
import { fittingActions } from './action-menu';

const action = { action: 'edit', label: 'task.action.end', does: 'end' } as const;

describe('fittingActions', () => {
  it('leaves out an action that makes no sense in the state of the task', () => {
    const actions = [
      { ...action, id: 'begin', isOffered: ({ state }: TaskAnswer) => state === 'created' },
      { ...action, id: 'end', isOffered: ({ state }: TaskAnswer) => state !== 'created' },
      { ...action, id: 'always' },
    ];
    const idsFor = (state: TaskAnswer['state']) => fittingActions(aTask({ state }), actions).map(({ id }) => id);
    expect(idsFor('created')).toEqual(['begin', 'always']);
    expect(idsFor('solved')).toEqual(['end', 'always']);
  });
});
