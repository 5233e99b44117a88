import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('what a task holds', () => {
  let gos: Harness;
  let contractor: Person;
  let solver: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
  });
  afterAll(() => gos.stop());

  const detail = async (id: number): Promise<Json> => (await contractor.get(`/api/tasks/${id}`)).body;
  const create = (body: object) => contractor.post('/api/tasks', { name: 'Migrace karet', ...body });
  const created = async (body: object): Promise<Json> => {
    const { status, body: answer } = await create(body);
    if (status !== 201) throw new Error(JSON.stringify(answer));
    return detail(answer.id);
  };

  it('is everything that was given, by the contract’s names', async () => {
    const predecessor = await contractor.task({ name: 'Předchůdce' });
    const parent = await contractor.task({ name: 'Nadřazený' });
    const task = await created({
      description: '<p>Popis</p>',
      type: 'graph',
      priority: 10,
      deadline: tomorrow(),
      shownDate: '2030-01-31',
      solverId: solver.id,
      parentId: parent,
      predecessors: [predecessor],
      acknowledged: [solver.id],
      tags: ['a', 'b'],
      estimateMinutes: 90,
      budget: { amount: '12.5', currency: 'CZK' },
      gitBranch: 'fix/1',
      externalUrl: 'https://a.example/1',
    });
    expect(Object.keys(task).sort()).toEqual(
      `board budget can contractor costReduction createdAt deadline description estimateMinutes externalUrl files gitBranch id
      name openSubtasks order outcome parent participants predecessors priority project rating repeatedTask reservation result revision shownDate solver
      spentMinutes state subtasks tags type usedBudget waiting`
        .split(/\s+/)
        .sort(),
    );
    expect(task).toMatchObject({
      parent: { id: parent, name: 'Nadřazený' },
      predecessors: [{ id: predecessor, name: 'Předchůdce', state: 'created' }],
      waiting: true,
      budget: { amount: '12.50', currency: 'CZK' },
      spentMinutes: 0,
      project: null,
      board: null,
    });
  });

  it('counts names in code points, trimmed and composed', async () => {
    expect((await created({ name: ' \u00a0Pr\u030ci\u0301lis\u030c\n ' })).name).toBe('Příliš');
    expect((await created({ name: '😀😀😀' })).name).toBe('😀😀😀');
    expect((await created({ name: 'e\u0301'.repeat(100) })).name).toBe('é'.repeat(100));
    for (const name of ['  ab  ', 'e\u0301e\u0301', '', '   ']) {
      expect(await create({ name })).toMatchObject({ status: 422, body: { code: 'task.name.too-short' } });
    }
    expect((await create({ name: '😀'.repeat(100) })).status).toBe(201);
    expect(await create({ name: '😀'.repeat(101) })).toMatchObject({
      status: 422,
      body: { code: 'task.name.too-long' },
    });
  });

  it.each([
    ['2030-01-31T13:00:00+01:00', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00.123456Z', '2030-01-31T12:00:00.123Z'],
  ])('keeps the moment %s in UTC', async (deadline, kept) => {
    expect((await created({ deadline })).deadline).toBe(kept);
    const id = await contractor.task({ name: 'Migrace karet' });
    await contractor.post(`/api/tasks/${id}/deadline`, { deadline });
    expect((await detail(id)).deadline).toBe(kept);
  });

  it.each(['2030-01-31', '2030-01-31T12:00:00', '31.1.2030', 1_900_000_000, '', '+12030-01-01T00:00:00Z'])(
    'takes no %j for a moment',
    async (deadline) => {
      expect(await create({ deadline })).toMatchObject({ status: 422, body: { errors: [{ path: 'deadline' }] } });
    },
  );

  it('judges a deadline by its local day', async () => {
    gos.clock.set('2026-11-20T22:30:00.000Z');
    try {
      await contractor.post('/api/auth/login', { email: contractor.email, password: 'correct horse' });
      expect((await create({ deadline: '2026-11-19T23:00:00Z' })).status).toBe(201);
      expect(await create({ deadline: '2026-11-19T22:59:59Z' })).toMatchObject({
        body: { code: 'task.deadline.past' },
      });
    } finally {
      gos.clock.set(null);
      await contractor.post('/api/auth/login', { email: contractor.email, password: 'correct horse' });
    }
  });

  it.each([
    ['5', '5.00'],
    ['12.5', '12.50'],
    ['007.10', '7.10'],
    ['0', '0.00'],
    ['999999999999.99', '999999999999.99'],
  ])('keeps %s of money as %s', async (amount, kept) => {
    expect((await created({ budget: { amount, currency: 'CZK' } })).budget).toEqual({ amount: kept, currency: 'CZK' });
  });

  it.each([
    { amount: '-1', currency: 'CZK' },
    { amount: '1.234', currency: 'CZK' },
    { amount: '1,5', currency: 'CZK' },
    { amount: '1e3', currency: 'CZK' },
    { amount: 5, currency: 'CZK' },
    { amount: '5', currency: 'EUR' },
    { amount: '5' },
    { amount: '5', currency: 'CZK', more: 1 },
    '5 CZK',
    5,
  ])('takes no %j for money', async (budget) => {
    const { status, body } = await create({ budget });
    expect([status, body.code]).toEqual([422, 'validation.money']);
    expect(body.detail).toMatch(/^An amount such as 12\.50( CZK)? is needed\.$/);
  });

  it.each([
    ['<script>alert(1)</script>a', 'a'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<img src="https://evil.example/x.png">a', 'a'],
    ['<img src="/api/tasks/1/files/2" onload="alert(1)">', '<img src="/api/tasks/1/files/2" />'],
    ['<img src="/api/auth/logout">', ''],
    ['<img src="/api/files/../../x">', ''],
    [
      '<p><img src=x><a href="https://a.example">a</a> b</p>',
      '<p><a href="https://a.example" rel="noopener noreferrer" target="_blank">a</a> b</p>',
    ],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer" target="_blank">x</a>'],
    ['<a href=" &#106;avascript:alert(1)">x</a>', '<a rel="noopener noreferrer" target="_blank">x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>', '<a rel="noopener noreferrer" target="_blank">x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a rel="noopener noreferrer" target="_blank">x</a>'],
    ['<a href="//evil.example">x</a>', '<a rel="noopener noreferrer" target="_blank">x</a>'],
    [
      '<a href="https://a.example" onclick="x()">x</a>',
      '<a href="https://a.example" rel="noopener noreferrer" target="_blank">x</a>',
    ],
    ['<svg><script>alert(1)</script></svg>a', 'a'],
    ['<math><mi//xlink:href="data:x,<script>alert(1)</script>">', ''],
    ['<iframe src="https://evil.example"></iframe>a', 'a'],
    ['<object data="x"></object><embed src="x">a', 'a'],
    ['<style>*{background:url(//evil)}</style>a', 'a'],
    ['<p style="position:fixed">a</p>', '<p>a</p>'],
    ['<form action="/x"><input name="y"><button>z</button></form>', 'z'],
    ['<meta http-equiv="refresh" content="0;url=//x"><base href="//x">a', 'a'],
    ['<b>a', '<b>a</b>'],
    ['a <!-- b --> c', 'a  c'],
    ['1 < 2 && "x"', '1 &lt; 2 &amp;&amp; "x"'],
    ['<textarea><script>alert(1)</script></textarea>a', 'a'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">a</p>', /^(?!.*(onerror|<img)).*$/],
    ['<table><tr><td onclick="x" colspan="2">a</td></tr></table>', '<table><tr><td colspan="2">a</td></tr></table>'],
  ])('lets nothing into a description that a browser would run: %s', async (given, kept) => {
    const { description } = await created({ description: given });
    if (kept instanceof RegExp) expect(description).toMatch(kept);
    else expect(description).toBe(kept);
    const id = await contractor.task({ name: 'Migrace karet' });
    await contractor.patch(`/api/tasks/${id}`, { description: given });
    expect((await detail(id)).description).toBe(description);
  });

  it('keeps what an editor makes, and adds nothing when it comes again', async () => {
    const rich =
      '<h1>A</h1><p><strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <code>f</code></p><ul><li>g</li></ul><ol start="2"><li>h</li></ol><blockquote>i</blockquote><pre>j</pre><hr />';
    const { id, description } = await created({ description: rich });
    expect(description).toBe(rich);
    expect((await contractor.patch(`/api/tasks/${id}`, { description: rich })).body).toMatchObject({ id, revision: 1 });
  });

  it('refuses a description that is nested or marked up as no text is, without reading it for minutes', async () => {
    for (const begun of ['<b>', '<ul><li>', '<li><td>', '<svg><p>', '<b></i>', '<', '&', '<a href=x></a>']) {
      const description = begun.repeat(Math.floor(1_000_000 / begun.length));
      expect(await create({ description })).toMatchObject({
        status: 422,
        body: { code: 'task.description.too-long', errors: [{ path: 'description' }] },
      });
    }
    const deep = `${'<b>'.repeat(500)}x${'</b>'.repeat(500)}`;
    expect((await created({ description: deep })).description).toBe(deep);
    const long = '<p>a</p><ul><li>b</li><li>c<br></li></ul>'.repeat(1_000);
    expect((await create({ description: long.replaceAll('</li>', '').replaceAll('</p>', '') })).status).toBe(201);
  });

  it('shows a deleted predecessor to who may bring it back, and to nobody else', async () => {
    const other = await contractor.task({ name: 'Zrušená příprava' });
    const id = await contractor.task({ name: 'Čekající', solverId: solver.id, predecessors: [other] });
    await contractor.delete(`/api/tasks/${other}`);
    expect((await contractor.get(`/api/tasks/${id}`)).body).toMatchObject({
      waiting: false,
      predecessors: [{ id: other, name: 'Zrušená příprava', state: 'created', deleted: true }],
    });
    expect((await solver.get(`/api/tasks/${id}`)).body.predecessors).toEqual([{ id: other, name: null, state: null }]);
    await contractor.post(`/api/tasks/${other}/undelete`);
    expect((await contractor.get(`/api/tasks/${id}`)).body).toMatchObject({
      waiting: true,
      predecessors: [{ id: other, name: 'Zrušená příprava', state: 'created' }],
    });
  });

  it('has limits of size, of what is kept', async () => {
    expect((await create({ description: 'x'.repeat(100_000) })).status).toBe(201);
    expect((await create({ description: `${'x'.repeat(99_000)}<script>${'y'.repeat(300_000)}</script>` })).status).toBe(
      201,
    );
    expect(await create({ description: 'x'.repeat(100_001) })).toMatchObject({
      status: 422,
      body: { code: 'task.description.too-long', errors: [{ path: 'description' }] },
    });
    expect((await create({ description: '€'.repeat(87_381) })).status).toBe(201);
    expect(await create({ description: '€'.repeat(87_382) })).toMatchObject({
      status: 422,
      body: { code: 'task.description.too-large', errors: [{ path: 'description' }] },
    });
    expect((await create({ tags: Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(50, 'ž')) })).status).toBe(201);
    expect(await create({ tags: Array.from({ length: 51 }, (_, n) => `${n}`) })).toMatchObject({
      body: { code: 'task.tags.too-many' },
    });
    expect(await create({ tags: ['a'.repeat(51)] })).toMatchObject({ body: { errors: [{ path: 'tags.0' }] } });
    expect((await created({ tags: [' a ', 'a', 'b'] })).tags).toEqual(['a', 'b']);
    const id = await contractor.task({ name: 'Migrace karet', solverId: solver.id });
    const long = '😀'.repeat(20_000);
    expect((await contractor.post(`/api/tasks/${id}/comments`, { text: long })).status).toBe(201);
    expect((await contractor.get(`/api/tasks/${id}/comments`)).body.items[0].text).toBe(long);
    for (const [action, field] of [
      ['comments', 'text'],
      ['complete', 'result'],
      ['return', 'reason'],
      ['end', 'reason'],
      ['accept', 'reservation'],
      ['accept', 'comment'],
    ]) {
      expect(await solver.post(`/api/tasks/${id}/${action}`, { [field!]: `${long}x` })).toMatchObject({
        status: 422,
        body: { code: 'validation.too-long', errors: [{ path: field, params: { max: 20_000 } }] },
      });
    }
    expect((await solver.post(`/api/tasks/${id}/complete`, { result: long })).status).toBe(200);
    expect((await detail(id)).result).toBe(long);
  });

  it('is at most 500 files, and the largest description beside them', async () => {
    const files: number[] = [];
    while (files.length < 501) {
      const more = Array.from({ length: 3 }, async (_, at) => {
        const data = new FormData();
        data.set('file', new Blob([`${files.length + at}`], { type: 'text/plain' }), `${'😀'.repeat(250)}.txt`);
        return (await contractor.post('/api/files', data)).body.fileId as number;
      });
      files.push(...(await Promise.all(more)));
    }
    const before = (await contractor.get('/api/tasks')).body.total;
    const description = '€'.repeat(87_000);
    const tooMany = { path: 'files', code: 'validation.too-many', params: { max: 500, what: 'files' } };
    expect(await create({ files, description })).toMatchObject({ status: 422, body: { errors: [tooMany] } });
    expect((await contractor.get('/api/tasks')).body.total).toBe(before);
    const { status, body } = await create({ files: files.slice(0, 500), description });
    expect(status).toBe(201);
    const data = new FormData();
    data.set('file', new Blob(['one more']), 'one-more.txt');
    expect(await contractor.post(`/api/tasks/${body.id}/files`, data)).toMatchObject({
      status: 422,
      body: { code: 'validation.too-many', detail: expect.stringContaining('at most 500 files') },
    });
    // 501 files through the server that stands in for S3 take a while where a browser keeps the processors busy.
  });
});
