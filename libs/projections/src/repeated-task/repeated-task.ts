import { czechSortKey, evolveRepeatedTask, foldWords, type Instant, nextAtOf, type RepeatedTask } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

/** The definition of a repeated task. People who are named in it or hold its position see it, and its project does. */
export interface RepeatedTaskDocument extends Guarded {
  readonly id: string;
  readonly state: RepeatedTask;
  /** From when on another occurrence has to be generated; null: none. */
  readonly nextAt: Instant | null;
  readonly nameKey: string;
  readonly words: readonly string[];
  /** the pictures in its description */
  readonly fileIds: readonly number[];
  readonly changedAt: Instant;
}

export function guardOfRepeatedTask({ solverId, positionId, template }: RepeatedTask): Guarded {
  const { contractorId, projectId, acknowledged, passive } = template;
  const named = [contractorId, ...(solverId === null ? [] : [solverId]), ...acknowledged, ...passive];
  return { parties: [...new Set(named)], projectId, positionId };
}

export const repeatedTaskModel: ReadModel<RepeatedTaskDocument> = {
  name: 'repeated-task',
  version: versions['repeated-task'],
  indexes: [
    { fields: ['nextAt'] },
    { fields: ['nameKey', 'state.id'] },
    { fields: ['projectId', 'nameKey', 'state.id'] },
    { fields: ['state.solverId'] },
    { fields: ['positionId', 'nameKey', 'state.id'] },
    { fields: ['state.template.contractorId'] },
    { fields: ['parties', 'nameKey', 'state.id'], kind: 'many' },
    { fields: ['fileIds'], kind: 'many' },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: [
    'state.active',
    'state.repeat',
    'state.period',
    'state.createFor',
    'state.endRepeat',
    'state.firstDeadline',
    'state.generateAhead',
    'state.revision',
    'state.showFrom',
    'state.firstPlannedDeadline',
    'state.repeatDay',
    'state.onDayOff',
    'state.repeatCount',
    'state.endDate',
    'state.template.boardId',
  ],
  own: {
    stream: 'repeatedTask',
    otherwise(document, event) {
      const state = evolveRepeatedTask(document?.state ?? null, event);
      if (state === null) return undefined;
      const { id, name, template } = state;
      return {
        id: String(id),
        state,
        ...guardOfRepeatedTask(state),
        nextAt: nextAtOf(state),
        nameKey: czechSortKey(name),
        words: [...new Set([String(id), ...foldWords(name)])],
        fileIds: template.files.map(({ fileId }) => fileId),
        changedAt: event.metadata.at,
      };
    },
  },
};
