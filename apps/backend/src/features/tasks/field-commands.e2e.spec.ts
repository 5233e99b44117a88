import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Harness, Json, Person } from '../../testing/harness';

/** Commands that set fields. No command of the product is one today. Nothing else of the product may be imported before. */
const { commandFields, fieldCommands } = await import('@gos/domain/task/task.registry');
Object.assign(commandFields, {
  pinned: { kind: 'flag' },
  holdReason: { kind: 'line', max: 20 },
  heldFor: { kind: 'person' },
});
Object.assign(fieldCommands, {
  pin: { summary: 'Pin it', right: 'edit', event: 'TaskPinned', activity: 'edited', sets: { pinned: true }, menu: {} },
  unpin: {
    summary: 'Unpin it',
    right: 'edit',
    event: 'TaskUnpinned',
    activity: 'edited',
    sets: { pinned: false },
    menu: {},
  },
  putOnHold: {
    summary: 'Hold it',
    right: { who: ['contractor'] },
    event: 'TaskHeld',
    activity: 'edited',
    takes: { holdReason: 'required', heldFor: 'optional' },
    menu: {},
  },
});

describe('a command that sets fields', () => {
  let gos: Harness;
  let contractor: Person;
  let solver: Person;
  let id: number;

  beforeAll(async () => {
    const { Harness } = await import('../../testing/harness');
    gos = await Harness.start({}, { background: false });
    await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Čeněk Řešitel');
    id = await contractor.task({ name: 'Cihla', solverId: solver.id });
  });
  afterAll(() => gos.stop());

  const run = (who: Person, command: string, body: object = {}) => who.post(`/api/tasks/${id}/${command}`, body);
  const detail = async () => (await contractor.get(`/api/tasks/${id}`)).body;
  const history = async () => (await contractor.get(`/api/tasks/${id}/activity?sort=-at`)).body.items as Json[];

  it('sets its values once, and tells it in the history', async () => {
    expect(await detail()).toMatchObject({ pinned: false, holdReason: null });
    expect((await run(solver, 'pin')).body.revision).toBe(2);
    expect((await run(contractor, 'pin')).body.revision).toBe(2);
    expect(await detail()).toMatchObject({ pinned: true });
    expect((await history())[0]).toMatchObject({
      event: 'TaskPinned',
      changes: [{ field: 'pinned', from: false, to: true }],
    });
    const { body } = await contractor.get('/api/tasks?pinned=true');
    expect(body.items.map(({ name }: Json) => name)).toEqual(['Cihla']);
  });

  it('takes values by its body, and refuses wrong ones at their fields', async () => {
    const wrong = await run(contractor, 'put-on-hold', { holdReason: 'x'.repeat(21) });
    expect(wrong.body.errors).toMatchObject([{ path: 'holdReason', code: 'validation.too-long' }]);
    const blank = await run(contractor, 'put-on-hold', { holdReason: '  ', heldFor: 999 });
    expect(blank.body.errors).toMatchObject([
      { path: 'holdReason', code: 'validation.required' },
      { path: 'heldFor', code: 'task.person.unknown' },
    ]);
    expect((await run(contractor, 'put-on-hold', { holdReason: ' čeká ', heldFor: solver.id })).status).toBe(200);
    expect(await detail()).toMatchObject({ holdReason: 'čeká', heldFor: { name: 'Čeněk Řešitel' } });
  });

  it('has the right of its entry, which is in `can`', async () => {
    expect((await run(solver, 'put-on-hold', { holdReason: 'ne' })).body.code).toBe('task.forbidden');
    expect((await solver.get(`/api/tasks/${id}`)).body.can.putOnHold).toBe('task.forbidden');
    expect((await detail()).can.putOnHold).toBe(true);
  });

  it('is undone', async () => {
    const [held] = await history();
    expect((await contractor.post('/api/undo', { eventId: held!.id })).status).toBe(200);
    expect(await detail()).toMatchObject({ pinned: true, holdReason: null, heldFor: null });
  });

  it('changes nothing by `edit`', async () => {
    expect((await contractor.patch(`/api/tasks/${id}`, { pinned: false })).status).toBe(422);
  });
});
