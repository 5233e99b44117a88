import type { Actor } from '../kernel/actor';
import { aggregate, type CommandTable } from '../kernel/aggregate';
import { refuse } from '../kernel/refusal';
import { normalizeText } from '../kernel/text';
import { evolvePosition, type Position, type PositionEvent } from './position';
import type { PositionBodies } from './position.bodies';

export interface PositionFacts {
  readonly actor: Actor;
  /** Number of people who hold the position, deactivated ones included. */
  readonly holders: number;
}

/** Positions are kept by admins. */
export const mayKeepPositions = ({ role }: Pick<Actor, 'role'>) => role === 'admin';
const rightRefusalOf = (actor: Actor) => (mayKeepPositions(actor) ? null : 'user.forbidden');

const fieldsOf = ({ name, attendance }: Position) => ({ name, attendance });
const granting = (from: boolean, to: boolean): readonly PositionEvent[] =>
  from === to ? [] : [{ type: 'PositionAttendanceChanged', data: { from, to } }];

const positionCommands: CommandTable<PositionBodies, Position, PositionEvent, PositionFacts, 'keep'> = {
  create: {
    rightRefusalOf: (_, { actor }) => rightRefusalOf(actor),
    begins: (positionId, { name, attendance = false }) => [
      { type: 'PositionCreated', data: { positionId, name: normalizeText(name) } },
      ...granting(false, attendance),
    ],
  },
  edit: {
    right: 'keep',
    edits: fieldsOf,
    decide(position, { name = position.name, attendance = position.attendance }) {
      const to = normalizeText(name);
      const renamed: readonly PositionEvent[] =
        to === position.name ? [] : [{ type: 'PositionRenamed', data: { from: position.name, to } }];
      return [...renamed, ...granting(position.attendance, attendance)];
    },
  },
  delete: {
    right: 'keep',
    decide: (_, __, { holders }) =>
      holders > 0 ? refuse('position.in-use', { params: { holders } }) : [{ type: 'PositionDeleted', data: {} }],
  },
};

export const positionAggregate = aggregate({
  name: 'position',
  initial: null,
  evolve: evolvePosition,
  commands: positionCommands,
  missing: 'position.not-found',
  rightRefusalOf: (_, { deleted }, { actor }) => (deleted ? 'position.not-found' : rightRefusalOf(actor)),
  revisionOf: ({ revision }) => revision,
  fields: fieldsOf,
});
