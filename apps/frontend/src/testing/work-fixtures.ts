import type { ActiveWork, WorkEntryAnswer } from '@gos/contract';
import { me } from './task-fixtures';

/** An hour and a half of the reader's work on task 12, unless said otherwise. */
export function anEntry(given: Partial<WorkEntryAnswer> = {}): WorkEntryAnswer {
  return {
    id: 31,
    user: me,
    task: { id: 12, name: 'Migrace skladových karet' },
    project: null,
    contractId: null,
    from: '2026-11-20T08:00:00.000Z',
    to: '2026-11-20T09:30:00.000Z',
    minutes: 90,
    ip: null,
    note: null,
    flagged: false,
    added: false,
    corrected: false,
    byOther: null,
    cost: null,
    revision: 2,
    ...given,
  };
}

/** Work that began so many minutes ago. */
export function activeSince(minutes: number, given: Partial<WorkEntryAnswer> = {}, before = 0): ActiveWork {
  const from = new Date(Date.now() - minutes * 60_000).toISOString();
  const entry = anEntry({ from, to: null, minutes: 0, revision: 1, ...given });
  return { entry, currentMinutes: minutes, totalMinutes: before + minutes };
}
