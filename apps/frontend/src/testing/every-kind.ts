// A registry with a field of each kind, and commands that set fields: those that the product has not today are tested, too. Texts are borrowed from other fields.
vi.mock('@gos/domain/task/task.registry', async (original) => {
  const registry = await original<typeof import('@gos/domain/task/task.registry')>();
  const shown = { column: true, filter: true };
  return {
    ...registry,
    plainFields: {
      ...registry.plainFields,
      impact: { kind: 'choice', values: ['high', 'low'], initial: null, ...shown },
      risk: { kind: 'integer', min: 1, max: 5, initial: null, ...shown },
      review: { kind: 'day', ...shown },
      account: { kind: 'line', max: 10, filter: true },
      billable: { kind: 'flag', ...shown },
      travel: { kind: 'duration', max: 600, column: true },
      handover: { kind: 'instant', column: true },
      expenses: { kind: 'money', column: true },
      reviewer: { kind: 'person', ...shown },
    },
    commandFields: { ...registry.commandFields, marked: { kind: 'flag' }, note: { kind: 'line', max: 10 } },
    fieldCommands: {
      ...registry.fieldCommands,
      add: {
        summary: '',
        right: 'edit',
        event: 'TaskMarked',
        activity: 'edited',
        sets: { marked: true },
        menu: { key: 'Q' },
      },
      save: {
        summary: '',
        right: { who: ['contractor'] },
        event: 'TaskNoted',
        activity: 'edited',
        takes: { note: 'required' },
        menu: { key: 'Y' },
      },
    },
  };
});
vi.mock('../entities/task/field-value', async (original) => {
  const module = await original<typeof import('../entities/task/field-value')>();
  Object.assign(module.fieldMessages, {
    impact: 'task.field.rating',
    risk: 'task.field.minutes',
    review: 'task.field.from',
    account: 'task.field.id',
    billable: 'task.field.to',
    travel: 'task.field.reservation',
    handover: 'task.field.deleted',
    expenses: 'task.field.budget',
    reviewer: 'task.field.contractor',
    marked: 'task.field.parent',
    note: 'task.field.used-budget',
  });
  Object.assign(module.choiceMessages, { impact: { high: 'task.type.meeting', low: 'task.type.normal' } });
  return module;
});
