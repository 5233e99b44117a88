import { closingFieldChecks, worklogBodies } from '@gos/domain';
import { plainCommand, plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { explained, orNone, param } from '../kernel/query';
import { workAnswers } from './work.answers';
import { workRoutes } from './work.routes';

/** A moment, or a whole day of the installation's zone. */
const dayOrInstant = {
  ...param.instant,
  schema: { type: 'string' },
  read: (text: string) => param.day.read(text) ?? param.instant.read(text),
  errorOf: (text: string, path: string) =>
    text.length === 10 ? param.day.errorOf!(text, path) : param.instant.errorOf(text, path),
} as const;

const reason = explained(
  {
    ...param.text,
    read: (given: string) => (closingFieldChecks.reason(given) === null ? given : undefined),
    errorOf: closingFieldChecks.reason,
  },
  'required for an entry in a closed month',
);

export const workOperations = operations('WorkEntry', workRoutes, {
  active: { id: 'getActiveWork', body: null, answer: workAnswers.active },
  list: {
    body: null,
    query: {
      own: {
        taskId: param.id,
        projectId: param.id,
        userId: param.id,
        contractId: explained(orNone(param.text), 'a contract, or none'),
        from: explained(dayOrInstant, 'a moment or a day: entries that end after it'),
        to: explained(dayOrInstant, 'a moment or a day: entries that begin before it, or before the end of that day'),
        flagged: explained(param.flag, 'those that look forgotten, or those that do not'),
        deleted: explained(
          param.flag,
          'with deleted ones that I may restore; for auditors and admins with all deleted ones',
        ),
      },
      sort: ['from', 'minutes'],
      filters: {},
      words: null,
      descriptions: { sort: '-from unless said otherwise' },
    },
    answer: workAnswers.list,
  },
  detail: { body: null, query: { own: { deleted: param.flag } }, answer: workAnswers.entry },
  start: {
    id: 'startWork',
    ...plainCommandWith('Start working on a task; what runs ends at the same instant', worklogBodies.start),
    status: 201,
  },
  stop: { id: 'stopWork', ...plainCommand('Stop what runs') },
  add: { ...plainCommandWith('Add time by hand', worklogBodies.add), status: 201 },
  change: plainCommandWith('Correct an entry; with `to` alone, say when forgotten work ended', worklogBodies.change),
  remove: { ...plainCommand('Delete an entry'), query: { own: { reason } } },
  restore: { ...plainCommand('Bring a deleted entry back'), query: { own: { reason } } },
  closeMonth: plainCommandWith("Close a person's month: then only admins correct it", worklogBodies.closeMonth),
  reopenMonth: plainCommandWith("Open a person's closed month again", worklogBodies.reopenMonth),
});
