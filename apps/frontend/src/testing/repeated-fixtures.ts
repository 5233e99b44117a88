import type { PlainAnswers, RepeatedTaskAnswer } from '@gos/contract';
import { plainInitials } from '@gos/domain';
import { karla, me } from './project-fixtures';

/** A definition that the reader gave and may do everything with. */
export const aRepeatedTask = (given: Partial<RepeatedTaskAnswer> = {}): RepeatedTaskAnswer => ({
  id: 7,
  name: 'Kontrola zásob',
  active: true,
  contractor: me,
  solver: karla,
  position: null,
  project: null,
  showFrom: null,
  firstDeadline: '2030-03-04T08:00:00.000Z',
  firstPlannedDeadline: null,
  repeat: 'weekly',
  repeatDay: 1,
  period: 'week',
  endRepeat: 'never',
  repeatCount: null,
  endDate: null,
  generateAhead: 1,
  createFor: 'user',
  template: {
    name: 'Kontrola zásob',
    description: '<p>Projít regály</p>',
    ...(plainInitials as unknown as PlainAnswers),
    contractor: me,
    project: null,
    board: null,
    tags: [],
    estimateMinutes: null,
    budget: null,
    acknowledged: [],
    passive: [],
  },
  generated: [{ taskId: 31, deadline: '2030-03-04T08:00:00.000Z', number: 1, name: 'Kontrola zásob', solver: karla }],
  upcoming: ['2030-03-11T08:00:00.000Z', '2030-03-18T08:00:00.000Z'],
  next: '2030-03-04T08:00:00.000Z',
  revision: 3,
  can: { edit: true, activate: true, deactivate: true, skip: true, generateEarly: true },
  ...given,
});
