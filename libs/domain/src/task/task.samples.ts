import type { Samples } from '../kernel/events';
import type { EntryOf, FieldEntry, FieldKind } from '../kernel/fields';
import type { Money } from '../kernel/message';
import { mapTable, pick, tableOf } from '../kernel/tables';
import type { TaskEvent } from './task.events';
import { byFieldEvent, type FieldCommandEvent, fieldsTakenBy } from './task.field-commands';
import {
  editedFieldNames,
  moneyFields,
  type PlainValues,
  plainEntryOf,
  plainFieldNames,
  plainInitials,
} from './task.fields';

const sampleOf: { readonly [K in FieldKind]: (entry: EntryOf<K>) => string | number | boolean | Money } = {
  line: ({ url }) => (url ? 'https://example.org/12' : 'Vzorek'),
  integer: ({ max }) => max,
  choice: ({ values }) => values[0]!,
  day: () => '2026-11-20',
  flag: () => true,
  duration: () => 90,
  instant: () => '2026-11-20T12:00:00.000Z',
  money: () => ({ amount: '1500.00', currency: 'CZK' }),
  person: () => 3,
};

/** A value of each plain field, so that samples show a new one at once. */
const plainSample = tableOf(plainFieldNames, (field) => {
  const entry = plainEntryOf(field);
  return (sampleOf[entry.kind] as (entry: FieldEntry) => unknown)(entry);
}) as PlainValues;
const editedSample = pick(plainSample, editedFieldNames);

const fieldCommandSamples = mapTable(
  byFieldEvent((name) => pick(plainSample, fieldsTakenBy(name))),
  (type, data) => ({ type, data }),
) as unknown as Samples<FieldCommandEvent>;

/**
 * One realistic event of each type; an event type without a sample does not compile. People: 1 contractor, 2 solver, 3 and 4
 * participants.
 */
export const taskSamples = {
  TaskCreated: {
    type: 'TaskCreated',
    data: {
      taskId: 12,
      name: 'Připravit nabídku pro Novákovy závody',
      description: '<p>Podklady jsou v <strong>příloze</strong>, rozpočet podle loňska.</p>',
      ...editedSample,
      type: 'normal',
      priority: 7,
      deadline: '2026-11-21T12:00:00.000Z',
      shownDate: '2026-11-16',
      contractorId: 1,
      solverId: 2,
      projectId: 5,
      boardId: 8,
      parentId: 10,
      predecessors: [11],
      acknowledged: [3],
      passive: [4],
      tags: ['nabídka', 'spěchá'],
      estimateMinutes: 240,
      budget: { amount: '12000.00', currency: 'CZK' },
      gitBranch: 'feature/12-nabidka',
      externalUrl: 'https://git.example.org/gos/issues/12',
      files: [
        {
          fileId: 31,
          name: 'podklady.pdf',
          size: 48_213,
          mime: 'application/pdf',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      ],
    },
  },
  TaskCreatedForContractor: {
    type: 'TaskCreatedForContractor',
    data: {
      taskId: 12,
      name: 'Objednat nové židle do zasedačky',
      description: '',
      ...plainInitials,
      deadline: null,
      shownDate: null,
      contractorId: 1,
      solverId: null,
      projectId: null,
      boardId: null,
      parentId: null,
      predecessors: [],
      acknowledged: [],
      passive: [],
      tags: [],
      estimateMinutes: null,
      budget: null,
      files: [],
    },
  },
  TaskEdited: {
    type: 'TaskEdited',
    data: {
      changes: [
        { field: 'name', from: 'Připravit nabídku pro Novákovy závody', to: 'Připravit nabídku pro Nováka a syny' },
        { field: 'description', to: '<p>Podklady jsou v příloze, rozpočet podle letoška.</p>' },
        { field: 'tags', from: ['nabídka', 'spěchá'], to: ['nabídka'] },
        { field: 'priority', from: 7, to: 9 },
        { field: 'gitBranch', from: 'feature/12-nabidka', to: null },
      ],
    },
  },
  TaskMoneyEdited: {
    type: 'TaskMoneyEdited',
    data: { changes: moneyFields.map((field) => ({ field, from: null, to: plainSample[field] })) },
  },
  TaskLinked: {
    type: 'TaskLinked',
    data: {
      webhookId: 7,
      host: 'github',
      kind: 'issue',
      repositoryId: '186853002',
      number: 12,
      url: 'https://git.example.org/gos/issues/12',
    },
  },
  DeadlineMoved: {
    type: 'DeadlineMoved',
    data: { from: '2026-11-21T12:00:00.000Z', to: '2026-11-28T12:00:00.000Z' },
  },
  TaskPlanned: { type: 'TaskPlanned', data: { from: '2026-11-16', to: '2026-11-23' } },
  TaskAssigned: { type: 'TaskAssigned', data: { from: null, to: 2 } },
  ContractorChanged: { type: 'ContractorChanged', data: { from: 1, to: 3 } },
  SubtaskAdded: { type: 'SubtaskAdded', data: { taskId: 13 } },
  ParticipantAdded: { type: 'ParticipantAdded', data: { userId: 4, kind: 'acknowledged' } },
  ParticipantRemoved: { type: 'ParticipantRemoved', data: { userId: 4, kind: 'acknowledged' } },
  DocumentAdded: {
    type: 'DocumentAdded',
    data: {
      fileId: 32,
      name: 'nabídka v2.docx',
      size: 102_400,
      mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      sha256: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
    },
  },
  DocumentRemoved: { type: 'DocumentRemoved', data: { fileId: 32 } },
  DocumentRestored: { type: 'DocumentRestored', data: { fileId: 32 } },
  CommentAdded: {
    type: 'CommentAdded',
    data: { commentId: 1, text: 'Stihneme to do pátku, @[3]?', mentions: [3] },
  },
  CommentEdited: {
    type: 'CommentEdited',
    data: { commentId: 1, text: 'Stihneme to do čtvrtka, @[3] a @[4]?', mentions: [4] },
  },
  ReactionAdded: { type: 'ReactionAdded', data: { commentId: 1, emoji: '👍' } },
  ReactionRemoved: { type: 'ReactionRemoved', data: { commentId: 1, emoji: '👍' } },
  CommentRemoved: { type: 'CommentRemoved', data: { commentId: 1 } },
  CommentRestored: { type: 'CommentRestored', data: { commentId: 1 } },
  TaskCompleted: { type: 'TaskCompleted', data: { result: 'Nabídka je odeslaná, odpověď čekáme v pondělí.' } },
  TaskAccepted: {
    type: 'TaskAccepted',
    data: {
      reservation: 'Příště prosím i s anglickou verzí.',
      rating: 4,
      comment: { commentId: 2, text: 'Díky, @[2]!', mentions: [2] },
      costReduction: { amount: '250.50', currency: 'CZK' },
    },
  },
  TaskReturned: { type: 'TaskReturned', data: { reason: 'V tabulce chybí doprava.' } },
  TaskEndedByContractor: { type: 'TaskEndedByContractor', data: { reason: 'Zákazník si to rozmyslel.' } },
  TaskEndedAutomatically: { type: 'TaskEndedAutomatically', data: { cause: 'meeting-over' } },
  TaskRestored: { type: 'TaskRestored', data: {} },
  EstimateIncreased: { type: 'EstimateIncreased', data: { from: 240, to: 300 } },
  EstimateReduced: { type: 'EstimateReduced', data: { from: 300, to: 180 } },
  BudgetAdded: {
    type: 'BudgetAdded',
    data: { from: { amount: '12000.00', currency: 'CZK' }, to: { amount: '15000.00', currency: 'CZK' } },
  },
  BudgetReduced: {
    type: 'BudgetReduced',
    data: { from: { amount: '15000.00', currency: 'CZK' }, to: { amount: '9999.99', currency: 'CZK' } },
  },
  TaskMoved: {
    type: 'TaskMoved',
    data: {
      from: { projectId: 5, boardId: 8 },
      to: { projectId: 5, boardId: 9 },
      order: 'V000011cV',
    },
  },
  TaskReordered: { type: 'TaskReordered', data: { from: 'V000011cV', to: 'V00000V1cV' } },
  ...fieldCommandSamples,
  TaskDeleted: { type: 'TaskDeleted', data: {} },
  TaskUndeleted: { type: 'TaskUndeleted', data: {} },
  UsersNotified: { type: 'UsersNotified', data: { kind: 'deadline-soon', userIds: [2] } },
  ActionUndone: {
    type: 'ActionUndone',
    data: {
      eventId: '5b0f8b0e-4f7e-4f0e-9a53-0d9a3c1a7a10',
      event: 'TaskAccepted',
      revisions: [7],
      restores: {
        state: 'fulfilled',
        outcome: null,
        solvedAt: null,
        acceptedBy: null,
        reservation: null,
        rating: null,
      },
    },
  },
} satisfies Samples<TaskEvent>;
