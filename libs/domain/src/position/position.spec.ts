import { describe, expect, test } from '@jest/globals';
import { positionDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { people } from '../testing/task-scene';
import type { Position, PositionEvent } from './position';
import { positionSamples } from './position.samples';

const {
  PositionCreated: created,
  PositionRenamed: renamed,
  PositionAttendanceChanged: granted,
  PositionDeleted: deleted,
} = positionSamples;
const byAdmin = { actor: people.admin, holders: 0 };
const others = [people.contractor, people.auditor, people.stranger];

describe('a position', () => {
  const create = { type: 'create', positionId: 4, position: { name: ' Vývojář ' } } as const;

  test('is created once, by an admin, under a tidy name', () => {
    given(positionDecider, []).when(create, byAdmin).thenEvents(created);
    given(positionDecider, [created]).when(create, byAdmin).thenNothing();
    for (const actor of others) {
      given(positionDecider, [])
        .when(create, { ...byAdmin, actor })
        .thenRefused('user.forbidden');
    }
  });

  test.each([
    ['  ', 'validation.required'],
    ['x'.repeat(101), 'position.name.too-long'],
  ] as const)('is never called %j', (name, code) => {
    given(positionDecider, [])
      .when({ ...create, position: { name } }, byAdmin)
      .thenRefused(code);
    given(positionDecider, [created]).when({ type: 'edit', fields: { name } }, byAdmin).thenRefused(code);
  });

  test('is renamed by an admin; to what it is called changes nothing', () => {
    const edit = { type: 'edit', fields: { name: 'Programátorka ' } } as const;
    given(positionDecider, [created]).when(edit, byAdmin).thenEvents(renamed);
    given(positionDecider, [created, renamed]).when(edit, byAdmin).thenNothing();
    given(positionDecider, [created]).when({ type: 'edit', fields: {} }, byAdmin).thenNothing();
    for (const actor of others) {
      given(positionDecider, [created])
        .when(edit, { ...byAdmin, actor })
        .thenRefused('user.forbidden');
    }
  });

  test('grants its holders the attendance of others if an admin says so', () => {
    const grant = (attendance: boolean) => ({ type: 'edit', fields: { attendance } }) as const;
    given(positionDecider, [])
      .when({ ...create, position: { name: 'Vývojář', attendance: true } }, byAdmin)
      .thenEvents(created, granted);
    given(positionDecider, [created]).when(grant(true), byAdmin).thenEvents(granted);
    given(positionDecider, [created]).when(grant(false), byAdmin).thenNothing();
    given(positionDecider, [created, granted])
      .when(grant(false), byAdmin)
      .thenEvents({ type: 'PositionAttendanceChanged', data: { from: true, to: false } });
    for (const actor of [...others, { ...people.stranger, attendance: true }]) {
      given(positionDecider, [created])
        .when(grant(true), { ...byAdmin, actor })
        .thenRefused('user.forbidden');
    }
  });

  test('is deleted by an admin, once nobody holds it', () => {
    const one = given(positionDecider, [created]);
    one.when({ type: 'delete' }, byAdmin).thenEvents(deleted);
    one.when({ type: 'delete' }, { ...byAdmin, holders: 2 }).thenRefused('position.in-use', { params: { holders: 2 } });
    for (const actor of others) one.when({ type: 'delete' }, { actor, holders: 0 }).thenRefused('user.forbidden');
  });

  test('that is not there, or not any more, is neither renamed nor deleted', () => {
    for (const history of [[], [created, deleted]]) {
      given(positionDecider, history).when({ type: 'delete' }, byAdmin).thenRefused('position.not-found');
      given(positionDecider, history)
        .when({ type: 'edit', fields: { name: 'Účetní' } }, byAdmin)
        .thenRefused('position.not-found');
    }
  });

  test('folds every event, and counts it', () => {
    const all = Object.values(positionSamples) as PositionEvent[];
    const position = all.reduce<Position | null>(positionDecider.evolve, null);
    expect(position).toEqual({ id: 4, revision: 4, name: 'Programátorka', attendance: true, deleted: true });
    for (const event of all) expect(positionDecider.evolve(null, event) === null).toBe(event !== created);
  });
});
