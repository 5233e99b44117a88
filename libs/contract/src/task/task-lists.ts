import { type Day, type Outcome, type TaskState, toDoStates, unsolvedStates } from '@gos/domain';

export const taskLists = [
  'to-complete',
  'given',
  'to-accept',
  'notified',
  'planned',
  'finished',
  'completed',
  'accepted',
  'archive',
  'all',
] as const;
export type TaskList = (typeof taskLists)[number];
/** The lists whose names are shown with a count of their tasks. */
export const countedLists = [
  'to-complete',
  'given',
  'to-accept',
  'notified',
  'planned',
] as const satisfies readonly TaskList[];
export const isTaskList = (name: string): name is TaskList => taskLists.some((list) => list === name);

/** The fields of a task that decide which lists it is in. */
export interface ListedTask {
  readonly contractorId: number;
  readonly solverId: number | null;
  readonly participants: readonly number[];
  readonly parties: readonly number[];
  readonly completedBy: number | null;
  readonly acceptedBy: number | null;
  readonly state: TaskState;
  readonly outcome: Outcome | null;
  readonly shownDate: Day | null;
  readonly waiting: boolean;
}

type ElementOf<Value> = Value extends readonly (infer Element)[] ? Element : NonNullable<Value>;

/** A condition on a field; for an array field, at least one element has to meet it. `upTo` (inclusive) is met by null too. */
export type FieldCondition<Value> =
  | { readonly is: Value }
  | { readonly in: readonly Value[] }
  | { readonly upTo: Extract<Value, string | number> }
  | { readonly after: Extract<Value, string | number> };

/** A task is a member when it meets all conditions, is not deleted and is visible to the reader. */
export type ListCondition = { readonly [Field in keyof ListedTask]?: FieldCondition<ElementOf<ListedTask[Field]>> };

const unsolved = { in: unsolvedStates };
const toDo = { in: toDoStates };
const accepted = { in: ['accepted', 'accepted-with-reservation'] } as const;

/** The membership of each list for a person on a day (product.md section 2, Lists). */
export const conditionOf: Readonly<Record<TaskList, (me: number, today: Day) => ListCondition>> = {
  'to-complete': (me, today) => ({
    solverId: { is: me },
    state: toDo,
    waiting: { is: false },
    shownDate: { upTo: today },
  }),
  given: (me) => ({ contractorId: { is: me }, state: unsolved }),
  'to-accept': (me) => ({ contractorId: { is: me }, state: { is: 'fulfilled' } }),
  notified: (me) => ({ participants: { is: me }, state: unsolved }),
  planned: (me, today) => ({ solverId: { is: me }, state: toDo, shownDate: { after: today } }),
  finished: (me) => ({ completedBy: { is: me }, state: { in: ['fulfilled', 'solved'] } }),
  completed: (me) => ({ completedBy: { is: me }, outcome: accepted }),
  accepted: (me) => ({ acceptedBy: { is: me }, contractorId: { is: me }, outcome: accepted }),
  archive: (me) => ({ parties: { is: me }, state: { is: 'solved' } }),
  all: () => ({}),
};

type Scalar = string | number | boolean;

function met(condition: FieldCondition<Scalar>, value: Scalar | null | readonly Scalar[]): boolean {
  if (typeof value === 'object' && value !== null) return value.some((element) => met(condition, element));
  if ('upTo' in condition) return value === null || value <= condition.upTo;
  if (value === null) return false;
  if ('after' in condition) return value > condition.after;
  return 'is' in condition ? value === condition.is : condition.in.includes(value);
}

/** Whether a visible task is a member; undefined when the known fields do not decide it. */
export function isInList(membership: ListCondition, known: Partial<ListedTask>): boolean | undefined {
  let answer: boolean | undefined = true;
  for (const field of Object.keys(membership) as (keyof ListedTask)[]) {
    const value = known[field];
    if (value === undefined) answer = undefined;
    else if (!met(membership[field]!, value)) return false;
  }
  return answer;
}
