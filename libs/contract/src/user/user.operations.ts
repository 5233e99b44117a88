import { globalRoles, normalizeText, userBodies } from '@gos/domain';
import { plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import {
  amount,
  describedAsList,
  describedAsTexts,
  explained,
  orNone,
  type Parameter,
  pagingOnly,
  param,
  sortedAndFiltered,
  textKey,
} from '../kernel/query';
import { type UserAnswer, userAnswers } from './user.answers';
import { userRoutes } from './user.routes';

const line = { ...param.text, read: normalizeText };
const whoSees = 'only for who sees it of everybody';

/** The fields of a row. */
const fields = sortedAndFiltered({
  name: describedAsList(textKey),
  id: describedAsTexts(param.id),
  role: describedAsList(param.choice(globalRoles)),
  active: param.flag,
  positions: describedAsTexts(orNone(param.id)),
  attendance: param.flag,
  avatarUrl: describedAsList(orNone(param.text)),
  revision: describedAsTexts(param.integer),
  erased: param.flag,
  email: explained(describedAsList(line), whoSees),
  phone: explained(describedAsList(orNone(line)), whoSees),
  hourlyRate: explained(describedAsList(orNone(amount)), whoSees),
} satisfies Readonly<Record<keyof UserAnswer, Parameter>>);

export const userOperations = operations('User', userRoutes, {
  list: {
    body: null,
    query: {
      sort: fields.sort,
      filters: { ...fields.filters, position: explained(orNone(param.id), 'as positions') },
      words: 'words of the name, without regard to case and diacritics',
      descriptions: {
        sort: 'name, id, role, active, positions, attendance, avatarUrl, revision, erased; email, phone, hourlyRate for those who see them',
      },
    },
    answer: userAnswers.list,
  },
  alike: { id: 'listAlikeUsers', body: null, answer: userAnswers.alike },
  detail: { body: null, answer: userAnswers.detail },
  names: { body: null, query: pagingOnly, answer: userAnswers.names },
  holdings: { body: null, answer: userAnswers.holdings },
  endSessions: { id: 'endUserSessions', body: null, answer: null },
  change: {
    summary: 'Change the role, activity, hourly rate, positions or rights of a person (admins)',
    body: userBodies.change,
    answer: userAnswers.changed,
  },
  setVacation: plainCommandWith(
    'Set how much vacation a person may take in a year (people who keep attendance)',
    userBodies.setVacation,
  ),
  setOvertime: plainCommandWith(
    "Set the beginning of a person's balance of overtime (people who keep attendance)",
    userBodies.setOvertime,
  ),
  export: { body: null, answer: userAnswers.exported },
  erase: {
    summary: 'Empty all personal data of a deactivated person, for good (admins)',
    body: userBodies.erase,
    answer: userAnswers.changed,
  },
});
