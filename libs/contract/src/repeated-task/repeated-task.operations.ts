import { createFors, dayOffMoves, endRepeats, periods, repeatedTaskBodies, repeats } from '@gos/domain';
import { commandDoneWith, plainCommand, plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import {
  describedAsList,
  describedAsTexts,
  explained,
  orNone,
  pagingOnly,
  param,
  sortedAndFiltered,
  textKey,
} from '../kernel/query';
import { repeatedTaskAnswers } from './repeated-task.answers';
import { repeatedTaskRoutes } from './repeated-task.routes';

const { id, integer, flag, instant, day, text, choice } = param;

/** A number, or the month and day of a year. */
const repeatDay = {
  ...text,
  read: (given: string) => integer.read(given) ?? (given.includes('-') ? given : undefined),
};

/** The stored fields of a row; the generated task and the next occurrence are looked up for each page. */
const fields = sortedAndFiltered({
  id: describedAsTexts(id),
  name: describedAsList(textKey),
  active: describedAsTexts(flag),
  contractor: describedAsTexts(id),
  solver: describedAsTexts(orNone(id)),
  position: describedAsTexts(orNone(id)),
  project: describedAsTexts(orNone(id)),
  repeat: describedAsList(choice(repeats)),
  period: describedAsList(choice(periods)),
  endRepeat: describedAsList(choice(endRepeats)),
  createFor: describedAsList(choice(createFors)),
  firstDeadline: describedAsTexts(instant),
  generateAhead: describedAsTexts(integer),
  revision: describedAsTexts(integer),
  showFrom: describedAsTexts(orNone(integer)),
  firstPlannedDeadline: describedAsTexts(orNone(instant)),
  repeatDay: describedAsTexts(orNone(repeatDay)),
  onDayOff: describedAsList(choice(dayOffMoves)),
  repeatCount: describedAsTexts(orNone(integer)),
  endDate: describedAsTexts(orNone(day)),
});

export const repeatedTaskOperations = operations('RepeatedTask', repeatedTaskRoutes, {
  list: {
    body: null,
    query: {
      own: { mine: explained(flag, 'only those that I gave or solve') },
      ...fields,
      words: 'words of the name, by their beginnings and without diacritics',
    },
    answer: repeatedTaskAnswers.list,
  },
  detail: { body: null, answer: repeatedTaskAnswers.detail },
  activity: { body: null, query: pagingOnly, answer: repeatedTaskAnswers.activity },
  preview: { body: repeatedTaskBodies.create, answer: repeatedTaskAnswers.preview },
  create: { ...plainCommandWith('Repeat a task', repeatedTaskBodies.create), status: 201 },
  edit: plainCommandWith('Change a definition, and what is not generated yet', repeatedTaskBodies.edit),
  activate: plainCommand('Generate occurrences again, from now on'),
  deactivate: plainCommand('Generate no more occurrences'),
  skip: {
    ...plainCommandWith('Skip one occurrence ahead; open tasks of it are deleted', repeatedTaskBodies.skip),
    id: 'skipOccurrence',
  },
  generateEarly: {
    ...plainCommandWith('Make one occurrence ahead a task now, to edit it alone', repeatedTaskBodies.generateEarly),
    id: 'generateOccurrence',
    answer: commandDoneWith('taskId'),
    status: 201,
  },
});
