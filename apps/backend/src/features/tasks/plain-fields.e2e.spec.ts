import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Harness, Json, Person } from '../../testing/harness';

/**
 * A registry with a field of each kind: kinds that no field has today are tested, too. Nothing else of the product may be imported
 * before.
 */
const { plainFields } = await import('@gos/domain/task/task.registry');
Object.assign(plainFields, {
  impact: { kind: 'choice', values: ['high', 'medium', 'low'], initial: null },
  risk: { kind: 'integer', min: 1, max: 5, initial: null },
  review: { kind: 'day' },
  billable: { kind: 'flag', solver: true },
  account: { kind: 'line', max: 10, solver: true },
  travel: { kind: 'duration', max: 600 },
  handover: { kind: 'instant' },
});

describe('a field of each kind', () => {
  let gos: Harness;
  let contractor: Person;
  let solver: Person;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const { Harness } = await import('../../testing/harness');
    gos = await Harness.start();
    await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Čeněk Řešitel');
    const late = { travel: 90, handover: '2030-05-02T10:00:00+02:00' };
    const early = { travel: 30, handover: '2030-05-02T07:59:00.000Z' };
    const make = async (name: string, more: object) => {
      ids[name] = await contractor.task({ name, solverId: solver.id, ...more });
    };
    await make('Cihla', { impact: 'low', risk: 2, review: '2030-05-02', billable: true, account: '  čtyři ', ...late });
    await make('Hora', { impact: 'high', risk: 5, account: 'cesta', ...early });
    await make('Chata', { impact: 'medium', review: '2030-05-01' });
    await make('Anna', { impact: null });
  });
  afterAll(() => gos.stop());

  const names = async (query: string): Promise<string[]> => {
    const { status, body } = await contractor.get(`/api/tasks?${query}`);
    if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
    return body.items.map(({ name }: Json) => name);
  };
  const edit = (who: Person, id: number, body: object) => who.patch(`/api/tasks/${id}`, body);

  it('is answered as it was given, or as nobody gave it', async () => {
    const { body } = await contractor.get(`/api/tasks/${ids.Cihla}`);
    expect(body).toMatchObject({ impact: 'low', risk: 2, review: '2030-05-02', billable: true, account: 'čtyři' });
    expect(body).toMatchObject({ travel: 90, handover: '2030-05-02T08:00:00.000Z' });
    const { body: empty } = await contractor.get(`/api/tasks/${ids.Anna}`);
    expect(empty).toMatchObject({ impact: null, risk: null, review: null, billable: false, account: null });
    expect(empty).toMatchObject({ travel: null, handover: null });
  });

  it('sorts: choices in the order of their values, lines as Czech does, nothing last', async () => {
    expect(await names('sort=impact')).toEqual(['Hora', 'Chata', 'Cihla', 'Anna']);
    expect(await names('sort=-risk,name')).toEqual(['Hora', 'Cihla', 'Anna', 'Chata']);
    expect(await names('sort=review,name')).toEqual(['Chata', 'Cihla', 'Anna', 'Hora']);
    expect(await names('sort=travel,name')).toEqual(['Hora', 'Cihla', 'Anna', 'Chata']);
    expect(await names('sort=-handover,name')).toEqual(['Cihla', 'Hora', 'Anna', 'Chata']);
    expect(await names('sort=account,name')).toEqual(['Hora', 'Cihla', 'Anna', 'Chata']);
  });

  it('filters by values and by none', async () => {
    expect(await names('impact=low&impact=none&sort=name')).toEqual(['Anna', 'Cihla']);
    expect(await names('risk=5')).toEqual(['Hora']);
    expect(await names('review=2030-05-01')).toEqual(['Chata']);
    expect(await names('billable=true')).toEqual(['Cihla']);
    expect(await names('travel=30&travel=none&sort=name')).toEqual(['Anna', 'Hora', 'Chata']);
    expect(await names('handover=2030-05-02T08:00:00.000Z')).toEqual(['Cihla']);
    expect(await names('account=cesta')).toEqual(['Hora']);
    expect((await contractor.get('/api/tasks?impact=huge')).status).toBe(422);
  });

  it('refuses what its entry does not allow, each at its field', async () => {
    const times = { travel: 601, handover: 'soon' };
    const wrong = { impact: 'huge', risk: 6, review: '2030-02-30', billable: 'yes', account: 'x'.repeat(11), ...times };
    const { status, body } = await edit(contractor, ids.Hora!, wrong);
    expect(status).toBe(422);
    expect(body.errors.map(({ path, code }: Json) => `${path} ${code}`)).toEqual([
      'impact validation.choice',
      'risk validation.too-large',
      'review validation.day',
      'billable validation.type',
      'account validation.too-long',
      'travel validation.too-large',
      'handover validation.instant',
    ]);
  });

  it('is edited by the solver where its entry says so', async () => {
    expect((await edit(solver, ids.Hora!, { billable: true })).status).toBe(200);
    expect((await edit(solver, ids.Hora!, { impact: 'low' })).status).toBe(403);
  });

  it('tells its changes in the history', async () => {
    await edit(contractor, ids.Chata!, { impact: 'high', review: null });
    const { body } = await contractor.get(`/api/tasks/${ids.Chata}/activity?sort=-at`);
    expect(body.items[0].changes).toEqual([
      { field: 'impact', from: 'medium', to: 'high' },
      { field: 'review', from: '2030-05-01', to: null },
    ]);
  });

  it('comes with the tasks of a repeated one', async () => {
    const template = { impact: 'low', risk: 3, billable: true, travel: 45, handover: '2030-05-02T08:00:00.000Z' };
    const created = await contractor.post('/api/repeated-tasks', {
      name: 'Uzávěrka',
      firstDeadline: '2030-05-06T10:00:00.000Z',
      repeat: 'weekly',
      solverId: solver.id,
      template,
    });
    const { body } = await contractor.get(`/api/repeated-tasks/${created.body.id}`);
    expect(body.template).toMatchObject({ ...template, review: null, account: null });
  });
});
