import { describe, expect, it } from '@jest/globals';
import { aggregate, type CommandTable, type EmptyBody, targetOf } from './aggregate';
import { type EventTable, revisionedEvolveOf, type Samples } from './events';
import type { Message } from './message';
import { refuse } from './refusal';

/** A door that its owner opens, with a key that hangs there. */
interface Door {
  readonly revision: number;
  readonly open: boolean;
  readonly keys: readonly number[];
  readonly colour: string;
}
type DoorEvent =
  | Message<'DoorHung', { readonly doorId: number }>
  | Message<'DoorOpened', { readonly key: number }>
  | Message<'DoorPainted', { readonly to: string }>
  | Message<'DoorSeen', Record<string, never>>;
interface Bodies {
  readonly hang: EmptyBody;
  readonly open: { readonly key: number; readonly mine?: boolean };
  readonly paint: { readonly colour: string };
}
type Facts = { readonly owner: boolean; readonly auditor?: boolean };

const events: EventTable<Door, DoorEvent> = {
  DoorHung: { begins: () => ({ revision: 1, open: false, keys: [7], colour: 'white' }) },
  DoorOpened: { fold: (door) => ({ ...door, open: true }) },
  DoorPainted: { fold: (door, { data }) => ({ ...door, colour: data.to }) },
  DoorSeen: { fold: (door) => door },
};
const commands: CommandTable<Bodies, Door, DoorEvent, Facts, 'use' | 'change'> = {
  hang: {
    rightRefusalOf: (_, { owner }) => (owner ? null : 'task.forbidden'),
    begins: (doorId) => [{ type: 'DoorHung', data: { doorId } }],
  },
  open: {
    right: 'use',
    notFound: ({ keys }, { key }) => (keys.includes(key) ? null : 'task.file.unknown'),
    lifts: { refusals: ['task.forbidden'], when: (_, { mine }) => mine === true },
    narrows: (_, { key }, { owner }) => (key === 9 && !owner ? 'task.not-solver' : null),
    decide: (_, { key }) => [{ type: 'DoorOpened', data: { key } }],
  },
  paint: {
    right: 'change',
    edits: ({ colour }) => ({ colour }),
    decide: ({ colour }, { colour: to }) => (colour === to ? [] : [{ type: 'DoorPainted', data: { to } }]),
  },
};
const door = aggregate({
  name: 'door',
  initial: null,
  evolve: revisionedEvolveOf(events, (type) => type !== 'DoorSeen'),
  commands,
  missing: 'board.not-found',
  rightRefusalOf: (_, __, { owner, auditor }) => (auditor ? 'task.auditor' : owner ? null : 'task.forbidden'),
  stateRefusal: (right, { open }) => (right === 'use' && open ? refuse('task.already-solved') : null),
  revisionOf: ({ revision }) => revision,
  fields: ({ open, colour }) => ({ open, colour }),
});

const { decider, stream } = targetOf(door, 4);
const history: DoorEvent[] = [{ type: 'DoorHung', data: { doorId: 4 } }];
const hung = history.reduce(decider.evolve, null)!;
const opened: Door = { ...hung, open: true };
const owner = { owner: true };
const stranger = { owner: false };

describe('an aggregate of tables', () => {
  it('begins once, with the number that it is given', () => {
    expect([stream, decider.decide(null, { type: 'hang', body: {} }, owner)]).toEqual(['door-4', history]);
    expect(decider.decide(hung, { type: 'hang', body: {} }, owner)).toEqual([]);
    expect(decider.decide(null, { type: 'hang', body: {} }, stranger)).toMatchObject({ refused: 'task.forbidden' });
    expect([door.isCreation('hang'), door.isCreation('paint')]).toEqual([true, false]);
  });

  it('refuses what is not there, then what is named and is not, then the right, then the state', () => {
    const open = (key: number, mine?: boolean) => ({ type: 'open', body: { key, mine } }) as const;
    expect(decider.decide(null, open(7), owner)).toMatchObject({ refused: 'board.not-found' });
    expect(decider.decide(opened, open(8), stranger)).toMatchObject({ refused: 'task.file.unknown' });
    expect(decider.decide(opened, open(7), stranger)).toMatchObject({ refused: 'task.forbidden' });
    expect(decider.decide(opened, open(7), owner)).toMatchObject({ refused: 'task.already-solved' });
    expect(decider.decide(hung, open(7, true), stranger)).toEqual([{ type: 'DoorOpened', data: { key: 7 } }]);
  });

  it('lets a command lift the refusals that it names, never another one of the table, and narrow the rest', () => {
    const open = (key: number, mine?: boolean) => ({ type: 'open', body: { key, mine } }) as const;
    const twoKeys: Door = { ...hung, keys: [7, 9] };
    expect(door.rightRefusalOf(twoKeys, open(7, true), stranger)).toBeNull();
    expect(door.rightRefusalOf(twoKeys, open(7, true), { ...owner, auditor: true })).toBe('task.auditor');
    expect(door.rightRefusalOf(twoKeys, open(9, true), stranger)).toBe('task.not-solver');
    expect(door.rightRefusalOf(twoKeys, open(9), stranger)).toBe('task.forbidden');
    expect(door.rightRefusalOf(twoKeys, open(9), owner)).toBeNull();
  });

  it('says ahead of a conflict only what a person may not, or what is not there', () => {
    const paint = { type: 'paint', body: { colour: 'red' } } as const;
    expect(door.rightRefusalOf(opened, { type: 'open', body: { key: 7 } }, owner)).toBeNull();
    expect(door.rightRefusalOf(opened, { type: 'open', body: { key: 8 } }, owner)).toBe('task.file.unknown');
    expect(door.rightRefusalOf(hung, paint, stranger)).toBe('task.forbidden');
    expect(door.rightRefusalOf(null, paint, owner)).toBe('board.not-found');
    expect(door.rightRefusalOf(null, { type: 'hang', body: {} }, stranger)).toBe('task.forbidden');
    const edit = door.conflictBasisOf(paint);
    expect([edit.fields(hung), edit.yours]).toEqual([{ colour: 'white' }, { colour: 'red' }]);
    const action = door.conflictBasisOf({ type: 'open', body: { key: 7 } });
    expect([action.fields(hung), action.yours]).toEqual([{ open: false, colour: 'white' }, null]);
  });

  it('folds what it knows; what it does not know changes nothing but the revision', () => {
    const fold = (...more: readonly { type: string; data: unknown }[]) =>
      [...history, ...(more as DoorEvent[])].reduce(decider.evolve, null);
    expect(fold({ type: 'DoorPainted', data: { to: 'red' } })).toEqual({ ...hung, colour: 'red', revision: 2 });
    expect(fold({ type: 'DoorSeen', data: {} })).toEqual(hung);
    expect(fold({ type: 'DoorHung', data: { doorId: 4 } })).toEqual({ ...hung, revision: 2 });
    expect(fold({ type: 'constructor', data: {} })).toEqual({ ...hung, revision: 2 });
    expect(decider.evolve(null, { type: 'DoorSeen', data: {} })).toBeNull();
  });
});

it('a table with a hole does not compile', () => {
  const { DoorSeen, ...fewerEvents } = events;
  const { paint, ...fewerCommands } = commands;
  // @ts-expect-error an event without a fold
  const holedEvents: EventTable<Door, DoorEvent> = fewerEvents;
  // @ts-expect-error an event without a class
  const classless: EventTable<Door, DoorEvent, { readonly activity: string }> = events;
  // @ts-expect-error an event without a sample
  const samples: Samples<DoorEvent> = { DoorHung: history[0] };
  // @ts-expect-error a command without an entry
  const holedCommands: typeof commands = fewerCommands;
  // @ts-expect-error a right that is in no table
  const rightless: typeof commands = { ...commands, paint: { right: 'paint', decide: () => [] } };
  expect([holedEvents, classless, samples, holedCommands, rightless]).toHaveLength(5);
});
