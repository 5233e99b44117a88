import { approvals, planBodies, planTypes } from '@gos/domain';
import { plainCommand, plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, explained, orNone, param, sortedAndFiltered } from '../kernel/query';
import { planAnswers } from './plan.answers';
import { planRoutes } from './plan.routes';

const { id, integer, day, flag, choice, text } = param;

/** The fields of a row; `from` and `to` are days here, and sort by the time. */
const fields = sortedAndFiltered({
  date: describedAsTexts(day),
  from: null,
  to: null,
  repeatUntil: describedAsTexts(orNone(day)),
  type: describedAsList(choice(planTypes)),
  location: describedAsTexts(text),
  excludeWeekends: describedAsTexts(flag),
  user: describedAsTexts(id),
  position: describedAsTexts(orNone(id)),
  id: describedAsTexts(id),
  approval: describedAsList(orNone(choice(approvals))),
  breakMinutes: describedAsTexts(integer),
  revision: describedAsTexts(integer),
});

export const planOperations = operations('Plan', planRoutes, {
  list: {
    body: null,
    query: {
      ...fields,
      own: {
        from: explained(day, 'those that hold on this day or later'),
        to: explained(day, 'those that hold on this day or earlier'),
        deleted: explained(flag, 'with deleted ones that I may restore; for auditors and admins with all deleted ones'),
      },
      words: null,
    },
    answer: planAnswers.list,
  },
  detail: { body: null, query: { own: { deleted: flag } }, answer: planAnswers.detail },
  add: { ...plainCommandWith('Plan days of mine; an admin those of anybody', planBodies.add), status: 201 },
  change: plainCommandWith('Change a plan from today on, or one day of a repeat', planBodies.change),
  remove: {
    ...plainCommand('Remove a plan from today on, or one day of a repeat'),
    query: { own: { onlyDate: explained(day, 'only this day of a repeat') } },
  },
  approve: plainCommand('Approve a requested day off (people who keep attendance)'),
  decline: plainCommandWith(
    'Decline a requested day off with a reason (people who keep attendance)',
    planBodies.decline,
  ),
  withdraw: plainCommand('Withdraw a request for a day off'),
  undelete: plainCommandWith('Bring back what was removed, as far as it is still ahead', planBodies.undelete),
});
