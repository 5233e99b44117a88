import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('tasks over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let contractor: Person;
  let solver: Person;
  let stranger: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    stranger = await gos.person('Cyril Cizí');
  });
  afterAll(() => gos.stop());

  const detail = async (id: number, who = contractor): Promise<Json> => (await who.get(`/api/tasks/${id}`)).body;
  const given = (more = {}) => contractor.task({ name: 'Migrace karet', solverId: solver.id, ...more });
  const listed = async (who: Person, list: string): Promise<number[]> =>
    (await who.get(`/api/tasks?list=${list}&pageSize=100`)).body.items.map(({ id }: Json) => id);

  it('needs only a name, and answers number, revision and position', async () => {
    const { status, body } = await contractor.post('/api/tasks', { name: '  Jen jméno  ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      revision: 1,
      position: expect.stringMatching(/^\d+$/),
      eventId: expect.any(String),
    });
    expect(await detail(body.id)).toMatchObject({
      name: 'Jen jméno',
      type: 'normal',
      state: 'created',
      priority: 5,
      deadline: null,
      solver: null,
      project: null,
      tags: [],
      contractor: { id: contractor.id, name: 'Karla Svobodová' },
      revision: 1,
      description: '',
      waiting: false,
      result: null,
    });
  });

  it('gives numbers one after the other, none lost to a refusal', async () => {
    const first = await given();
    expect(
      (await contractor.post('/api/tasks', { name: 'Do včerejška', deadline: '2020-01-01T00:00:00Z' })).status,
    ).toBe(422);
    expect((await contractor.post('/api/tasks', { name: 'xx' })).status).toBe(422);
    expect(await given()).toBe(first + 1);
  });

  it('goes from hand to hand: given, completed, returned, completed, accepted, restored', async () => {
    const id = await given({ deadline: tomorrow() });
    expect(await listed(solver, 'to-complete')).toContain(id);
    expect(await listed(contractor, 'given')).toContain(id);
    expect((await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' })).body).toMatchObject({
      id,
      revision: 2,
    });
    expect(await listed(contractor, 'to-accept')).toContain(id);
    expect(await listed(solver, 'to-complete')).not.toContain(id);
    expect((await contractor.post(`/api/tasks/${id}/return`, { reason: 'Chybí součet' })).status).toBe(200);
    expect(await listed(solver, 'to-complete')).toContain(id);
    await solver.post(`/api/tasks/${id}/complete`, { result: 'Doplněno' });
    for (const costReduction of ['10', 10, {}, { amount: 'x', currency: 'CZK' }, { amount: '', currency: 'CZK' }]) {
      expect((await contractor.post(`/api/tasks/${id}/accept`, { costReduction })).body).toMatchObject({
        status: 422,
        errors: [{ path: 'costReduction', code: 'task.cost-reduction.number', message: 'Insert number' }],
      });
    }
    const accepted = await contractor.post(`/api/tasks/${id}/accept`, {
      rating: 5,
      comment: 'Díky',
      costReduction: { amount: '10.5', currency: 'CZK' },
    });
    expect(accepted.body).toMatchObject({ id, revision: 5 });
    expect(await detail(id)).toMatchObject({ state: 'solved', outcome: 'accepted', rating: 5, result: 'Doplněno' });
    for (const [who, list] of [
      [solver, 'finished'],
      [solver, 'completed'],
      [contractor, 'accepted'],
      [contractor, 'archive'],
    ] as const) {
      expect(await listed(who, list)).toContain(id);
    }
    expect((await contractor.post(`/api/tasks/${id}/restore`, {})).status).toBe(200);
    expect(await detail(id)).toMatchObject({ state: 'assigned', outcome: null, rating: null });
  });

  it('accepts with reservation, and wants it said', async () => {
    const id = await given();
    await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    const refused = await contractor.post(`/api/tasks/${id}/accept`, { reservation: ' ' });
    expect(refused.body).toMatchObject({
      status: 422,
      code: 'task.reservation.required',
      errors: [{ path: 'reservation' }],
    });
    await contractor.post(`/api/tasks/${id}/accept`, { reservation: 'Bez příloh' });
    expect(await detail(id)).toMatchObject({ outcome: 'accepted-with-reservation', reservation: 'Bez příloh' });
  });

  it('refuses with problem+json, a code, a sentence and the field; everything wrong at once', async () => {
    const { status, body, headers } = await contractor.post('/api/tasks', {
      name: 'ab',
      priority: 11,
      colour: 'red',
      deadline: 'soon',
    });
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({
      code: 'validation.failed',
      status: 422,
      title: expect.any(String),
      type: expect.any(String),
    });
    expect(body.errors).toEqual(
      expect.arrayContaining([
        {
          path: 'name',
          code: 'task.name.too-short',
          message: 'The name needs at least 3 characters.',
          params: { min: 3 },
        },
        expect.objectContaining({ path: 'priority', code: 'task.priority.range' }),
        expect.objectContaining({ path: 'colour', code: 'validation.unknown-field' }),
        expect.objectContaining({ path: 'deadline', code: 'validation.instant' }),
      ]),
    );
    const single = await contractor.post('/api/tasks', { name: 'x'.repeat(101) });
    expect(single.body).toMatchObject({ code: 'task.name.too-long', errors: [{ path: 'name', params: { max: 100 } }] });
    expect((await contractor.post('/api/tasks', {})).body.errors).toMatchObject([
      { path: 'name', code: 'validation.required' },
    ]);
  });

  it('answers unknown and foreign things with the right status', async () => {
    for (const id of ['0', '-1', 'abc', '1.5', '99999', '1e3']) {
      expect(await contractor.get(`/api/tasks/${id}`)).toMatchObject({ status: 404, body: { code: 'task.not-found' } });
    }
    expect(await contractor.get('/api/nothing')).toMatchObject({ status: 404, body: { code: 'request.not-found' } });
    const id = await given();
    expect((await stranger.get(`/api/tasks/${id}`)).status).toBe(404);
    expect((await stranger.post(`/api/tasks/${id}/comments`, { text: 'hi' })).status).toBe(404);
    expect((await gos.stranger().get(`/api/tasks/${id}`)).body).toMatchObject({ status: 401, code: 'auth.required' });
    expect(await contractor.get('/api/tasks?list=nonsense&foo=1')).toMatchObject({ status: 422 });
    expect(await contractor.get('/api/tasks?sort=colour')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'sort' }] },
    });
  });

  it('tells in `can` exactly what it refuses', async () => {
    const id = await given();
    const { can } = await detail(id, solver);
    expect(can).toMatchObject({
      complete: true,
      accept: 'task.forbidden',
      edit: true,
      comments: true,
      files: true,
      estimate: true,
      end: 'task.forbidden',
    });
    expect(await solver.post(`/api/tasks/${id}/accept`, {})).toMatchObject({ status: 403, body: { code: can.accept } });
    const asContractor = (await detail(id)).can;
    expect(await contractor.post(`/api/tasks/${id}/accept`, {})).toMatchObject({
      status: 409,
      body: { code: asContractor.accept },
    });
    expect(await contractor.post(`/api/tasks/${id}/complete`, { result: 'x' })).toMatchObject({
      status: 403,
      body: { code: asContractor.complete },
    });
    expect(await solver.patch(`/api/tasks/${id}`, { name: 'Přejmenováno' })).toMatchObject({ status: 403 });
    expect(await solver.patch(`/api/tasks/${id}`, { tags: ['moje'] })).toMatchObject({ status: 200 });
  });

  it('lets two people change different fields, and shows both values of the same one', async () => {
    const id = await given();
    await contractor.patch(`/api/tasks/${id}`, { name: 'Nové jméno' });
    expect((await contractor.patch(`/api/tasks/${id}`, { priority: 9 }, { 'if-match': '"1"' })).status).toBe(200);
    const conflict = await contractor.patch(`/api/tasks/${id}`, { name: 'Jiné jméno' }, { 'if-match': '"1"' });
    expect(conflict.body).toMatchObject({
      status: 409,
      code: 'conflict',
      revision: 3,
      conflicts: [{ path: 'name', base: 'Migrace karet', theirs: 'Nové jméno', yours: 'Jiné jméno' }],
    });
    expect(await solver.post(`/api/tasks/${id}/complete`, { result: 'x' }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await contractor.patch(`/api/tasks/${id}`, { name: 'Poslední vyhrává' })).status).toBe(200);
  });

  it('keeps subtasks and predecessors, and no circle of them', async () => {
    const [a, b] = [await given({ name: 'Aaa' }), await given({ name: 'Bbb' })];
    expect((await contractor.post(`/api/tasks/${b}/predecessors`, { taskId: a })).body).toMatchObject({ id: b });
    expect(await contractor.post(`/api/tasks/${a}/predecessors`, { taskId: b })).toMatchObject({
      status: 409,
      body: { code: 'task.predecessors.circle' },
    });
    expect(await detail(b)).toMatchObject({ waiting: true, predecessors: [{ id: a, name: 'Aaa', state: 'assigned' }] });
    expect(await listed(solver, 'to-complete')).not.toContain(b);
    expect(await solver.post(`/api/tasks/${b}/complete`, { result: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'task.waiting' },
    });
    const sub = await contractor.post(`/api/tasks/${a}/subtasks`, { name: 'Podúkol', solverId: solver.id });
    expect(sub).toMatchObject({ status: 201, body: { id: a, subtaskId: expect.any(Number) } });
    const after = await detail(a);
    expect(after).toMatchObject({
      revision: sub.body.revision,
      subtasks: [{ id: sub.body.subtaskId, name: 'Podúkol', state: 'assigned' }],
    });
    expect(await contractor.post(`/api/tasks/${a}/end`, {})).toMatchObject({
      status: 409,
      body: { code: 'task.open-subtasks', subtasks: [{ id: sub.body.subtaskId, name: 'Podúkol' }] },
    });
    await contractor.post(`/api/tasks/${sub.body.subtaskId}/end`, { reason: 'Zbytečný' });
    await contractor.post(`/api/tasks/${a}/end`, {});
    expect(await detail(b)).toMatchObject({ waiting: false, predecessors: [{ state: 'solved' }] });
    expect((await contractor.delete(`/api/tasks/${b}/predecessors/${a}`)).status).toBe(200);
  });

  it('takes files, gives them back, and refuses those that lie or are empty', async () => {
    const id = await given();
    const form = (content: string, name: string, type: string) => {
      const data = new FormData();
      data.set('file', new Blob([content], { type }), name);
      return data;
    };
    const added = await solver.post(`/api/tasks/${id}/files`, form('a;b\n1;2\n', 'Tabulka č. 1.csv', 'text/csv'));
    expect(added).toMatchObject({ status: 201, body: { id, fileId: expect.any(Number) } });
    const file = await contractor.get(`/api/tasks/${id}/files/${added.body.fileId}`);
    expect(file.body).toBe('a;b\n1;2\n');
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''Tabulka%20%C4%8D.%201.csv");
    expect((await detail(id)).files).toMatchObject([{ name: 'Tabulka č. 1.csv', size: 8, addedBy: { id: solver.id } }]);
    expect((await stranger.get(`/api/tasks/${id}/files/${added.body.fileId}`)).status).toBe(404);
    expect(await solver.post(`/api/tasks/${id}/files`, form('<script>', 'obr.png', 'image/png'))).toMatchObject({
      status: 415,
      body: { code: 'file.type-lies' },
    });
    expect(await solver.post(`/api/tasks/${id}/files`, form('', 'nic.txt', 'text/plain'))).toMatchObject({
      status: 422,
      body: { code: 'file.empty' },
    });
    expect(await solver.post(`/api/tasks/${id}/files`, { file: 'x' })).toMatchObject({ status: 415 });
    expect((await contractor.delete(`/api/tasks/${id}/files/${added.body.fileId}`)).status).toBe(200);
    expect((await contractor.get(`/api/tasks/${id}/files/${added.body.fileId}`)).status).toBe(404);
    expect((await contractor.post(`/api/tasks/${id}/files/${added.body.fileId}/undelete`)).status).toBe(200);
    const upload = await contractor.post('/api/files', form('text', 'a.txt', 'text/plain'));
    expect((await solver.get(`/api/files/${upload.body.fileId}`)).status).toBe(404);
    const withFile = await given({ files: [upload.body.fileId] });
    expect((await detail(withFile)).files).toMatchObject([{ id: upload.body.fileId, name: 'a.txt' }]);
    expect((await solver.post('/api/tasks', { name: 'Cizí soubor', files: [upload.body.fileId] })).body).toMatchObject({
      code: 'task.file.unknown',
    });
  });

  it('shows the history, the task at a moment, and the difference of two', async () => {
    const id = await given();
    await new Promise((resolve) => setTimeout(resolve, 15));
    const before = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 15));
    await contractor.patch(`/api/tasks/${id}`, {
      name: 'Druhé jméno',
      description: '<p>Text</p><script>alert(1)</script>',
    });
    await contractor.post(`/api/tasks/${id}/assign`, { solverId: null });
    const { items, total } = (await contractor.get(`/api/tasks/${id}/activity`)).body;
    expect(total).toBe(3);
    expect(items.map((item: Json) => [item.event, item.class, item.revision])).toEqual([
      ['TaskCreated', 'task-created', 1],
      ['TaskEdited', 'edited', 2],
      ['TaskAssigned', 'edited', 3],
    ]);
    expect(items[1]).toMatchObject({
      by: { id: contractor.id, name: 'Karla Svobodová' },
      via: 'web',
      taskId: id,
      hash: expect.any(String),
    });
    expect(items[1].changes).toEqual([
      { field: 'name', from: 'Migrace karet', to: 'Druhé jméno' },
      { field: 'description', from: '', to: '<p>Text</p>' },
    ]);
    expect(items[2].changes).toContainEqual({ field: 'solver', from: { id: solver.id, name: 'Jan Novák' }, to: null });
    expect((await contractor.get(`/api/tasks/${id}?at=${before}`)).body).toMatchObject({
      name: 'Migrace karet',
      revision: 1,
    });
    expect((await contractor.get(`/api/tasks/${id}?at=2020-01-01T00:00:00Z`)).status).toBe(404);
    expect((await contractor.get(`/api/tasks/${id}?at=yesterday`)).status).toBe(422);
    const { body } = await contractor.get(`/api/tasks/${id}/diff?from=${before}&to=${new Date().toISOString()}`);
    expect(body.changes.map(({ field }: Json) => field)).toEqual(['name', 'description', 'state', 'solver']);
    expect((await solver.get(`/api/tasks/${id}/activity`)).status).toBe(404);
  });

  it('deletes nothing for good', async () => {
    const id = await given();
    const { commentId } = (await solver.post(`/api/tasks/${id}/comments`, { text: 'Omyl' })).body;
    expect((await contractor.delete(`/api/tasks/${id}/comments/${commentId}`)).status).toBe(403);
    expect((await solver.delete(`/api/tasks/${id}/comments/${commentId}`)).status).toBe(200);
    expect((await contractor.get(`/api/tasks/${id}/comments`)).body.items).toEqual([]);
    expect((await admin.post(`/api/tasks/${id}/comments/${commentId}/undelete`)).status).toBe(200);
    expect((await solver.delete(`/api/tasks/${id}`)).status).toBe(403);
    expect((await contractor.delete(`/api/tasks/${id}`)).status).toBe(200);
    expect((await contractor.get(`/api/tasks/${id}`)).status).toBe(404);
    expect(await listed(solver, 'to-complete')).not.toContain(id);
    expect((await solver.get(`/api/tasks/${id}?deleted=true`)).status).toBe(404);
    expect((await contractor.get(`/api/tasks/${id}?deleted=true`)).status).toBe(200);
    expect((await contractor.post(`/api/tasks/${id}/undelete`)).status).toBe(200);
    expect(await listed(solver, 'to-complete')).toContain(id);
  });

  it('hides budgets from those who may not see them, also in old data', async () => {
    const id = await given({ budget: { amount: '100', currency: 'CZK' } });
    await contractor.post(`/api/tasks/${id}/budget`, { budget: { amount: '250.5', currency: 'CZK' } });
    expect(await detail(id)).toMatchObject({ budget: { amount: '250.50', currency: 'CZK' } });
    expect(await detail(id, solver)).toMatchObject({ budget: null, usedBudget: null });
    const { items } = (await solver.get(`/api/tasks/${id}/activity`)).body;
    const told = items.flatMap(({ changes }: Json) => changes.map(({ field }: Json) => field));
    expect(told).toContain('name');
    expect(told).not.toContain('budget');
    expect(await solver.post(`/api/tasks/${id}/budget`, { budget: { amount: '1.00', currency: 'CZK' } })).toMatchObject(
      { status: 403 },
    );
    expect(
      await contractor.post(`/api/tasks/${id}/budget`, { budget: { amount: '1.00', currency: 'EUR' } }),
    ).toMatchObject({ status: 422 });
  });

  it('sorts, filters, pages and counts a list', async () => {
    const who = await gos.person('Řehoř Řadový');
    const names = ['Zebra', 'Čára', 'Cihla', 'Chata', 'Hora', 'Anna'];
    for (const [index, name] of names.entries()) {
      await contractor.task({
        name,
        solverId: who.id,
        priority: index + 1,
        deadline: index % 2 ? tomorrow() : null,
        tags: index ? ['řada'] : [],
      });
    }
    const list = async (query: string) => (await who.get(`/api/tasks?list=to-complete&${query}`)).body;
    const namesOf = ({ items }: Json) => items.map(({ name }: Json) => name);
    expect(namesOf(await list('sort=name'))).toEqual(['Anna', 'Cihla', 'Čára', 'Hora', 'Chata', 'Zebra']);
    expect(namesOf(await list('sort=-priority&pageSize=2&page=2'))).toEqual(['Chata', 'Cihla']);
    expect(namesOf(await list('')).slice(3)).toEqual(['Zebra', 'Cihla', 'Hora']);
    expect(namesOf(await list('priority=1&priority=2&sort=priority'))).toEqual(['Zebra', 'Čára']);
    expect(namesOf(await list(`q=${encodeURIComponent('cara')}`))).toEqual(['Čára']);
    expect(await list(`contractor=${contractor.id}&state=assigned&pageSize=1`)).toMatchObject({
      total: 6,
      page: 1,
      pageSize: 1,
    });
    expect((await who.get('/api/tasks/counts')).body).toMatchObject({ 'to-complete': 6, given: 0, 'to-accept': 0 });
  });

  it('finds text without diacritics, only in what one may see', async () => {
    const id = await given({ name: 'Příliš žluťoučký kůň', description: '<p>úpěl ďábelské ódy</p>' });
    await solver.post(`/api/tasks/${id}/comments`, { text: 'Nezapomeň na sedlo' });
    const found = async (who: Person, q: string) =>
      (await who.get(`/api/search?q=${encodeURIComponent(q)}`)).body.items;
    expect(await found(solver, 'prilis zlut')).toMatchObject([
      { model: 'task', id, field: 'name', name: 'Příliš žluťoučký kůň' },
    ]);
    expect(await found(solver, 'dabel')).toMatchObject([
      { id, field: 'description', snippet: 'úpěl \u0002ďábelské\u0003 ódy' },
    ]);
    expect(await found(contractor, 'sedlo')).toMatchObject([{ id, field: 'comment' }]);
    expect(await found(stranger, 'prilis')).toEqual([]);
    expect(await found(admin, 'prilis')).toMatchObject([{ id }]);
  });

  it('lets an auditor see everything and change nothing', async () => {
    const auditor = await gos.person('Olga Revizorová');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    const id = await given();
    expect((await auditor.get(`/api/tasks/${id}`)).body.can).toMatchObject({
      edit: 'task.auditor',
      comments: 'task.auditor',
    });
    expect(await auditor.post(`/api/tasks/${id}/comments`, { text: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'task.auditor' },
    });
    expect(await auditor.post('/api/tasks', { name: 'Nesmím' })).toMatchObject({ status: 403 });
    expect(await contractor.post('/api/tasks', { name: 'Revizor řeší', solverId: auditor.id })).toMatchObject({
      status: 422,
      body: { code: 'task.solver.unknown' },
    });
  });
});
