import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { appliedChannel } from '../../engine/projections/applied';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Sessions } from '../session/sessions';
import { VisiblePeople } from './visible-people';

describe('whom a collaborator sees', () => {
  let gos: Harness;
  let admin: Person;
  let giver: Person;
  let guest: Person;
  let first: Person;
  let second: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    giver = await gos.person('Karla Svobodová');
    guest = await gos.person('Hana Hostová');
    first = await gos.person('Jan Novák');
    second = await gos.person('Petr Dvořák');
    await admin.patch(`/api/users/${guest.id}`, { role: 'collaborator' });
    expect(await seen()).toEqual([]);
  });
  afterAll(() => gos.stop());

  const readerNow = async () => (await gos.service<Sessions>(Sessions).actorOf(guest.id))!;
  const kept = () => gos.service<Json>(VisiblePeople).kept.get(guest.id);
  /** The people that the reader sees, except themselves; a second reading gives the same. */
  async function seen(): Promise<Person[]> {
    const reader = await readerNow();
    const ids = await gos.service<VisiblePeople>(VisiblePeople).of(reader);
    const anew = new VisiblePeople(gos.service(ActiveReadModels), gos.service<Broadcast>(BROADCAST));
    expect(sorted(ids)).toEqual(sorted(await anew.of(reader)));
    return [admin, giver, first, second].filter(({ id }) => ids.has(id));
  }
  const sorted = (ids: ReadonlySet<number>) => [...ids].sort((a, b) => a - b);
  const leave = (task: number, who: Person) => giver.delete(`/api/tasks/${task}/participants/${who.id}`);

  it('follows tasks that come, change their people, are deleted and come back, without reading them again', async () => {
    const { circle } = kept();
    const task = await giver.task({ name: 'Migrace karet', passive: [guest.id, first.id] });
    const other = await giver.task({ name: 'Nová čtečka', solverId: first.id, passive: [guest.id] });
    expect(await seen()).toEqual([giver, first]);
    await leave(task, first);
    expect(await seen()).toEqual([giver, first]);
    await giver.post(`/api/tasks/${other}/assign`, { solverId: second.id });
    expect(await seen()).toEqual([giver, second]);
    await giver.delete(`/api/tasks/${other}`);
    expect(await seen()).toEqual([giver]);
    await giver.post(`/api/tasks/${other}/undelete`);
    expect(await seen()).toEqual([giver, second]);
    for (const id of [task, other]) await leave(id, guest);
    expect(await seen()).toEqual([]);
    const foreign = await giver.task({ name: 'Cizí věc', solverId: second.id });
    await giver.post(`/api/tasks/${foreign}/comments`, { text: 'Ahoj' });
    expect(await seen()).toEqual([]);
    expect(kept().circle).toBe(circle);
  });

  it('follows projects: its members and the people of its tasks, for as long as they are in it', async () => {
    const { id: project } = (await giver.post('/api/projects', { name: 'Orlice' })).body;
    const join = (who: Person) =>
      giver.post(`/api/projects/${project}/members`, { userId: who.id, permission: 'view', notification: 'none' });
    await join(guest);
    expect(await seen()).toEqual([giver]);
    const { circle } = kept();
    await join(second);
    expect(await seen()).toEqual([giver, second]);
    const board = (await giver.post(`/api/projects/${project}/boards`, { name: 'Evidence', section: 'todo' })).body.id;
    const task = await giver.task({ name: 'Úkol v projektu', boardId: board, passive: [first.id] });
    expect(await seen()).toEqual([giver, first, second]);
    await giver.delete(`/api/projects/${project}/members/${second.id}`);
    expect(await seen()).toEqual([giver, first]);
    await leave(task, first);
    expect(await seen()).toEqual([giver]);
    expect(kept().circle).toBe(circle);
    await giver.delete(`/api/projects/${project}/members/${guest.id}`);
    expect(await seen()).toEqual([]);
  });

  it('is read again where a change was missed, or told without its documents', async () => {
    await giver.task({ name: 'Společná věc', passive: [guest.id] });
    expect(await seen()).toEqual([giver]);
    const { position } = kept();
    const later = (by: bigint) => String(BigInt(position) + by);
    for (const batch of [
      { applied: [], after: later(5n), position: later(6n) },
      { applied: null, after: position, position: later(1n) },
    ]) {
      expect(await seen()).toEqual([giver]);
      await gos.service<Broadcast>(BROADCAST).publish(appliedChannel, { ...batch, versions: {} });
      // Heard a moment later where servers carry it.
      while (kept() !== undefined) await sleep(5);
    }
  });
});
