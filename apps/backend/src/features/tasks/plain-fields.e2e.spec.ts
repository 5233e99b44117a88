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
  expenses: { kind: 'money' },
  reviewer: { kind: 'person', solver: true },
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

  const crowns = (amount: string) => ({ amount, currency: 'CZK' });

  it('hides money and its changes from people who may not see the budget', async () => {
    const id = await contractor.task({ name: 'Nákup', solverId: solver.id, expenses: crowns('900') });
    const { body: changed } = await edit(contractor, id, { expenses: crowns('1000.5'), impact: 'low' });
    expect(changed.revision).toBe(3);
    const read = async (who: Person) => {
      const [detail, list, history] = await Promise.all(
        [`/api/tasks/${id}`, '/api/tasks?q=Nákup', `/api/tasks/${id}/activity`].map((path) => who.get(path)),
      );
      return { detail: detail!.body, row: list!.body.items[0], history: history!.body.items };
    };
    const mine = await read(contractor);
    expect(mine.detail.expenses).toEqual(crowns('1000.50'));
    expect(mine.row.expenses).toEqual(crowns('1000.50'));
    const theirs = await read(solver);
    expect([theirs.detail.expenses, theirs.row.expenses]).toEqual([null, null]);
    expect(JSON.stringify(theirs.history)).not.toContain('expenses');
    expect(theirs.history.map(({ event }: Json) => event)).not.toContain('TaskMoneyEdited');
    expect(mine.history.map(({ event }: Json) => event)).toContain('TaskMoneyEdited');
    expect((await edit(solver, id, { expenses: crowns('1') })).status).toBe(403);
    const wrong = await edit(contractor, id, { expenses: { amount: '1', currency: 'EUR' } });
    expect(wrong.body.errors).toMatchObject([{ path: 'expenses', code: 'validation.money' }]);
  });

  it('sorts and filters by money as the reader sees it', async () => {
    await contractor.task({ name: 'Peníze 90', expenses: crowns('90') });
    await contractor.task({ name: 'Peníze 1000', expenses: crowns('1000') });
    expect(await names('q=Peníze&sort=-expenses')).toEqual(['Peníze 1000', 'Peníze 90']);
    expect(await names('q=Peníze&expenses=90')).toEqual(['Peníze 90']);
    const hidden = await contractor.task({ name: 'Skryté', solverId: solver.id, expenses: crowns('7') });
    const { body } = await solver.get('/api/tasks?expenses=7');
    expect(body.items.map(({ id }: Json) => id)).not.toContain(hidden);
  });

  it('names a person, sorts and filters by them, and tells them in the history', async () => {
    const id = await contractor.task({ name: 'Kontrola', solverId: solver.id, reviewer: contractor.id });
    const other = await contractor.task({ name: 'Kontrola druhá', reviewer: solver.id });
    const { body } = await contractor.get(`/api/tasks/${id}`);
    expect(body.reviewer).toEqual({ id: contractor.id, name: 'Karla Svobodová' });
    expect(await names('q=Kontrola&sort=reviewer')).toEqual(['Kontrola druhá', 'Kontrola']);
    expect(await names(`reviewer=${contractor.id}`)).toEqual(['Kontrola']);
    const wrong = await edit(contractor, id, { reviewer: 999 });
    expect(wrong.body.errors).toEqual([{ path: 'reviewer', code: 'task.person.unknown' }].map(expect.objectContaining));
    expect((await edit(solver, id, { reviewer: solver.id })).status).toBe(200);
    const { body: history } = await contractor.get(`/api/tasks/${id}/activity?sort=-at`);
    expect(history.items[0].changes).toMatchObject([
      { field: 'reviewer', from: { name: 'Karla Svobodová' }, to: { name: 'Čeněk Řešitel' } },
    ]);
    expect((await edit(contractor, other, { reviewer: null })).status).toBe(200);
  });

  it('comes with the tasks of a repeated one', async () => {
    const values = { impact: 'low', risk: 3, billable: true, travel: 45, handover: '2030-05-02T08:00:00.000Z' };
    const template = { ...values, expenses: { amount: '10.00', currency: 'CZK' } };
    const created = await contractor.post('/api/repeated-tasks', {
      name: 'Uzávěrka',
      firstDeadline: '2030-05-06T10:00:00.000Z',
      repeat: 'weekly',
      solverId: solver.id,
      template: { ...template, reviewer: contractor.id },
    });
    const { body } = await contractor.get(`/api/repeated-tasks/${created.body.id}`);
    expect(body.template).toMatchObject({
      ...template,
      review: null,
      account: null,
      reviewer: { id: contractor.id, name: 'Karla Svobodová' },
    });
    const { body: seen } = await solver.get(`/api/tasks/${body.generated[0]?.taskId}`);
    if (body.generated.length > 0) expect(seen).toMatchObject({ expenses: null, reviewer: { id: contractor.id } });
  });
});
