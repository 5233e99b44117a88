import { isTemplateMoney } from '@gos/domain';
import { type Recorded, streamIdIn } from '../kernel/event';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/** An entry of the index of a repeated task's history. Its contents are read from the log. */
export interface RepeatedTaskActivityDocument {
  readonly id: string;
  readonly repeatedTaskId: number;
  /** in the stream */
  readonly revision: number;
  /** Occurrences raise no revision of the definition. */
  readonly isOccurrence: boolean;
  /** It changes nothing but the template's money, so only those who see budgets see it. */
  readonly isMoneyOnly: boolean;
}

const isMoneyOnly = (event: Recorded) =>
  event.type === 'RepeatedTaskEdited' && event.data.changes.every(({ field }) => isTemplateMoney(field));

export const repeatedTaskActivityModel: ReadModel<RepeatedTaskActivityDocument> = {
  name: 'repeated-task-activity',
  version: versions['repeated-task-activity'],
  indexes: [{ fields: ['repeatedTaskId', 'revision'] }, { fields: ['repeatedTaskId', 'isOccurrence', 'revision'] }],
  unindexedFields: ['isMoneyOnly'],
  others: {
    ids: (event) => (streamIdIn('repeatedTask', event) === null ? [] : [event.id]),
    otherwise(_document, event, id) {
      const repeatedTaskId = streamIdIn('repeatedTask', event);
      if (repeatedTaskId === null) return undefined;
      return {
        id,
        repeatedTaskId: Number(repeatedTaskId),
        revision: event.revision,
        isOccurrence: event.type === 'OccurrenceGenerated' || event.type === 'OccurrenceSkipped',
        isMoneyOnly: isMoneyOnly(event),
      };
    },
  },
};
