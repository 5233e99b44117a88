/** The deletion of a task, as the activity answers it. */
export const aDeletion = {
  id: 'edit-1',
  event: 'TaskDeleted',
  class: 'edited',
  at: '2026-11-18T11:00:00.000Z',
  by: { id: 2, name: 'Jan Novák' },
  byThen: null,
  via: 'web',
  taskId: 12,
  revision: 2,
  changes: [],
  text: null,
  hash: '',
  position: '7',
  thing: { kind: 'task', id: '12', name: 'Inventura' },
  task: { id: 12, name: 'Inventura' },
  project: null,
} as const;
