import type { FieldChange } from '@gos/contract';
import { isMoney } from '@gos/domain';

type Data = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Events that carry both values of one field. */
const fieldOfEvent: Readonly<Record<string, string>> = {
  PositionRenamed: 'name',
  PositionAttendanceChanged: 'attendance',
  UserAttendanceChanged: 'attendance',
  UserRoleChanged: 'role',
  HourlyRateChanged: 'hourlyRate',
  UserPositionsChanged: 'positionIds',
};

/** The kind of thing that the numbers in a field refer to. */
export type Reference = 'person' | 'position' | 'project' | 'board' | 'task' | 'repeatedTask';
const references: Readonly<Record<string, Reference>> = {
  userId: 'person',
  assignedUserId: 'person',
  adminId: 'person',
  autoContractorId: 'person',
  contractorId: 'person',
  solverId: 'person',
  invitedBy: 'person',
  heirs: 'person',
  acknowledged: 'person',
  passive: 'person',
  positionId: 'position',
  positionIds: 'position',
  projectId: 'project',
  boardId: 'board',
  taskId: 'task',
  taskIds: 'task',
  tasks: 'task',
  repeatedTaskId: 'repeatedTask',
};
export const referenceIn = (field: string): Reference | undefined =>
  Object.hasOwn(references, field) ? references[field] : undefined;

/** Keys of the number in a list of objects that refers to something; null: such lists have numbers only. */
const numberIn: Readonly<Record<Reference, string | null>> = {
  person: 'userId',
  position: null,
  project: null,
  board: null,
  task: 'taskId',
  repeatedTask: null,
};

const isMoneyValue = (value: Data) => 'amount' in value && 'currency' in value;

/** A value without objects: those of a reference are numbers, others their texts one after the other. */
function readable(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => readable(field, one));
  if (!isObject(value) || isMoneyValue(value)) return value ?? null;
  const reference = referenceIn(field);
  const key = reference ? numberIn[reference] : null;
  return (key === null ? undefined : value[key]) ?? textsOf(value).join(' ');
}

const textsOf = (value: Data): string[] =>
  Object.entries(value).flatMap(([name, one]) => {
    if (isObject(one)) return textsOf(one);
    if (typeof one === 'boolean') return one ? name : [];
    return one === null || one === undefined ? [] : String(one);
  });

/** The name of a field once its numbers have names. */
export const namedField = (field: string) => field.replace(/Id(s?)$/, '$1');

/** Without the numbers of the thing itself, which its place names, and without what has no name for people. */
const untold: readonly string[] = ['zone', 'files', 'rearranged', 'occurrences'];

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The changes between two values of an object, or the whole values where they are no objects. */
function between(field: string, from: unknown, to: unknown): FieldChange[] {
  if (!isObject(from) || !isObject(to)) return [{ field, from: from ?? null, to: to ?? null }];
  return Object.keys({ ...from, ...to })
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => ({ field: name, from: from[name] ?? null, to: to[name] ?? null }));
}

/** The values that an event brings, together with those of a template in it. */
const broughtBy = (data: Data): FieldChange[] =>
  Object.entries(data).flatMap(([field, to]) =>
    field === 'template' && isObject(to) ? broughtBy(to) : isEmpty(to) ? [] : [{ field, from: null, to }],
  );

function allChangesIn(type: string, data: Data): FieldChange[] {
  if (Array.isArray(data.changes)) {
    return data.changes.filter(isObject).map(({ field, name, from = null, to = null }) => ({
      field: String(field ?? name).replace(/^template\./, ''),
      from,
      to,
    }));
  }
  const field = fieldOfEvent[type];
  if (field !== undefined) return [{ field, from: data.from ?? null, to: data.to ?? null }];
  if ('from' in data && 'to' in data && isObject(data.to)) return between(type, data.from, data.to);
  if (isObject(data.filters)) {
    const filters = Object.entries(data.filters).map(([name, value]) => `${name}=${String(value)}`);
    return broughtBy({ filters: filters.join(' '), found: data.found });
  }
  return broughtBy(data);
}

/**
 * Returns the changes that an event outside the histories of tasks carries. References are numbers, and a previous value that the
 * event leaves out is null.
 * @param seesMoney false leaves out money
 */
export function changesIn(type: string, given: unknown, seesMoney: boolean): FieldChange[] {
  return allChangesIn(type, isObject(given) ? given : {})
    .filter(({ field }) => !untold.includes(field) && (seesMoney || !isMoney(field)))
    .map(({ field, from, to }) => ({ field, from: readable(field, from), to: readable(field, to) }));
}
