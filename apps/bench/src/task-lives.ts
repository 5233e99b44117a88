import { plainInitials, type TaskCreatedData, type TaskEvent } from '@gos/domain';
import { type Chance, sentence } from '../../backend/src/testing/chance';

/** A person's action on a task. */
export interface Step {
  readonly event: TaskEvent;
  readonly actor: number;
}

export interface Life {
  readonly taskId: number;
  readonly contractorId: number;
  readonly solverId: number;
  readonly steps: readonly Step[];
  /** Whether the task is with its solver at the end, so that it can be commented, edited and completed. */
  readonly open: boolean;
}

const dayMs = 24 * 60 * 60 * 1_000;
const tags = ['nabídka', 'spěchá', 'stavba', 'web', 'faktura', 'servis', 'sklad', 'porada'];

/** Some people have many times more tasks than others. */
const somebody = (chance: Chance, people: number) => 1 + Math.floor(people * chance.next() ** 1.6);

function other(chance: Chance, people: number, than: number): number {
  const one = somebody(chance, people);
  return one === than ? (one % people) + 1 : one;
}

export interface LifeSetting {
  readonly people: number;
  /** Approximate time of its begin, milliseconds since 1970. */
  readonly at: number;
  /** A task in progress at that time, for a parent or a predecessor. */
  readonly someTask: () => number | null;
  readonly projectId: number | null;
}

/** Returns all actions on one task, in an order that the rules allow. */
export function lifeOf(taskId: number, chance: Chance, { people, at, someTask, projectId }: LifeSetting): Life {
  const contractorId = somebody(chance, people);
  const solverId = chance.happens(0.25) ? contractorId : other(chance, people, contractorId);
  const assignedLater = chance.happens(0.08);
  const data = creation(taskId, chance, {
    contractorId,
    solverId: assignedLater ? null : solverId,
    at,
    people,
    someTask,
    projectId,
  });
  const steps: Step[] = [];
  const does = (actor: number, event: TaskEvent) => void steps.push({ event, actor });
  does(contractorId, { type: 'TaskCreated', data });
  if (assignedLater) does(contractorId, { type: 'TaskAssigned', data: { from: null, to: solverId } });
  let comments = 0;
  const talk = (share: number) => {
    while (chance.happens(share)) {
      const text = sentence(chance, 4, 40);
      const by = chance.happens(0.5) ? contractorId : solverId;
      does(by, { type: 'CommentAdded', data: { commentId: ++comments, text, mentions: [] } });
    }
  };
  if (chance.happens(0.1)) {
    const userId = other(chance, people, contractorId);
    does(contractorId, { type: 'ParticipantAdded', data: { userId, kind: 'passive' } });
  }
  if (chance.happens(0.2)) does(contractorId, edited(data, chance));
  talk(0.5);
  if (chance.happens(0.15)) does(contractorId, moved(data, chance, at));
  if (chance.happens(0.1)) does(solverId, estimated(data, chance));
  const ended = chance.happens(0.05);
  const completed = !ended && chance.happens(0.76);
  if (ended) does(contractorId, { type: 'TaskEndedByContractor', data: { reason: sentence(chance, 3, 8) } });
  if (completed) {
    const complete = () => does(solverId, { type: 'TaskCompleted', data: { result: sentence(chance, 3, 25) } });
    complete();
    if (chance.happens(0.1)) {
      does(contractorId, { type: 'TaskReturned', data: { reason: sentence(chance, 4, 15) } });
      talk(0.3);
      complete();
    }
    if (chance.happens(0.93)) does(contractorId, accepted(chance, ++comments));
  }
  return { taskId, contractorId, solverId, steps, open: !ended && !completed };
}

function creation(
  taskId: number,
  chance: Chance,
  about: Pick<TaskCreatedData, 'contractorId' | 'solverId'> & LifeSetting,
): TaskCreatedData {
  const { contractorId, solverId, at, people, someTask, projectId } = about;
  const related = chance.happens(0.06) ? someTask() : null;
  const isSubtask = related !== null && chance.happens(0.8);
  return {
    taskId,
    name: sentence(chance, 2, 6),
    description: chance.happens(0.5) ? `<p>${sentence(chance, 8, 60)}</p>` : '',
    ...plainInitials,
    type: chance.happens(0.05) ? 'continuous' : 'normal',
    priority: 1 + chance.below(10),
    deadline: chance.happens(0.8) ? new Date(at + chance.below(60) * dayMs).toISOString() : null,
    shownDate: chance.happens(0.1) ? new Date(at + chance.below(20) * dayMs).toISOString().slice(0, 10) : null,
    contractorId,
    solverId,
    projectId,
    boardId: null,
    parentId: isSubtask ? related : null,
    predecessors: related !== null && !isSubtask ? [related] : [],
    acknowledged: chance.happens(0.1) ? [other(chance, people, contractorId)] : [],
    passive: [],
    tags: chance.happens(0.4) ? [chance.of(tags)] : [],
    estimateMinutes: chance.happens(0.5) ? 30 * (1 + chance.below(16)) : null,
    budget: null,
    files: [],
  };
}

function edited(data: TaskCreatedData, chance: Chance): TaskEvent {
  return chance.happens(0.5)
    ? {
        type: 'TaskEdited',
        data: { changes: [{ field: 'priority', from: data.priority, to: (data.priority % 10) + 1 }] },
      }
    : {
        type: 'TaskEdited',
        data: { changes: [{ field: 'name', from: data.name, to: `${data.name} ${sentence(chance, 1, 2)}` }] },
      };
}

function moved({ deadline }: TaskCreatedData, chance: Chance, at: number): TaskEvent {
  const to = new Date((deadline === null ? at : Date.parse(deadline)) + (1 + chance.below(14)) * dayMs).toISOString();
  return { type: 'DeadlineMoved', data: { from: deadline, to } };
}

function estimated({ estimateMinutes }: TaskCreatedData, chance: Chance): TaskEvent {
  const to = (estimateMinutes ?? 0) + 30 * (1 + chance.below(4));
  return { type: 'EstimateIncreased', data: { from: estimateMinutes, to } };
}

function accepted(chance: Chance, commentId: number): TaskEvent {
  const comment = chance.happens(0.2) ? { commentId, text: sentence(chance, 2, 12), mentions: [] } : null;
  const reservation = chance.happens(0.08) ? sentence(chance, 3, 10) : null;
  return {
    type: 'TaskAccepted',
    data: { reservation, rating: chance.happens(0.3) ? 3 + chance.below(3) : null, comment, costReduction: null },
  };
}
