import { globalRoles, tidy, userBodies } from '@gos/domain';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, explained, orNone, param, textKey } from '../kernel/query';
import { userAnswers } from './user.answers';
import { userRoutes } from './user.routes';

const line = { ...param.text, read: tidy };
/** As the log holds money. */
const amount = {
  ...param.text,
  read(given: string) {
    const [, whole, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(given) ?? [];
    return whole === undefined ? undefined : `${BigInt(whole)}.${cents.padEnd(2, '0')}`;
  },
};
const whoSees = 'only for who sees it of everybody';

export const userOperations = operations(userRoutes, {
  list: {
    body: null,
    query: {
      sort: ['name', 'id', 'role', 'active', 'email'],
      filters: {
        id: describedAsTexts(param.id),
        name: describedAsList(textKey),
        role: describedAsList(param.choice(globalRoles)),
        active: param.flag,
        position: orNone(param.id),
        email: explained(describedAsList(line), whoSees),
        phone: explained(describedAsList(orNone(line)), whoSees),
        hourlyRate: explained(describedAsList(orNone(amount)), whoSees),
      },
      words: 'words of the name, without regard to case and diacritics',
      descriptions: { sort: 'name, id, role, active; email for those who see it' },
    },
    answer: userAnswers.list,
  },
  detail: { body: null, answer: userAnswers.detail },
  holdings: { body: null, answer: userAnswers.holdings },
  change: { body: userBodies.change, answer: userAnswers.changed },
  export: { body: null, answer: userAnswers.exported },
  erase: { body: userBodies.erase, answer: userAnswers.changed },
});
