import { deletedKinds, planTypes, type TypeOf } from '@gos/domain';
import { choice, day, described, instant, integer, object, orNull, text } from '@gos/domain/kernel/shape';
import { answer, code, page, person, taskRef } from '../kernel/answer';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, explained, orNone, param } from '../kernel/query';
import { deletedRoutes } from './undo.routes';

const thing = answer('DeletedThing', {
  eventId: described(text(), { description: 'The event that deleted it, which restoring takes' }),
  kind: choice(deletedKinds),
  id: described(integer(), { description: 'Its number; that of a comment within its task' }),
  name: described(orNull(text()), {
    description: 'The name of a task, board or file, or the text of a comment; null where it has none',
  }),
  at: described(instant, { description: 'When it was deleted' }),
  by: described(orNull(person), { description: 'Who deleted it; null is the system' }),
  task: orNull(taskRef),
  project: orNull(taskRef),
  owner: described(orNull(person), { description: 'Whose plan or work it is' }),
  plan: orNull(answer('DeletedPlan', { type: choice(planTypes), date: day })),
  work: orNull(answer('DeletedWork', { from: instant, to: orNull(instant) })),
  refused: described(orNull(code), { description: 'Why it cannot be restored; null where it can' }),
});
export type DeletedThing = TypeOf<typeof thing>;

export const deletedOperations = operations('', deletedRoutes, {
  list: {
    id: 'listDeleted',
    body: null,
    query: {
      sort: [],
      filters: {
        kind: describedAsList(param.choice(deletedKinds)),
        by: explained(describedAsTexts(orNone(param.id)), 'who deleted it; none is the system'),
      },
      words: null,
      maxPageSize: 50,
    },
    answer: page(thing),
  },
  restore: { id: 'restoreDeleted', body: object({ eventId: text(undefined, 36) }), answer: commandDone },
});
