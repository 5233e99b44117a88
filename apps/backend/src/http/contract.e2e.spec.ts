import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import * as contract from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person, type Reply } from '../testing/harness';

const problem = (reply: Reply<Json>, status: number, code: string) => {
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
  expect(reply.headers.get('content-type')).toContain('application/problem+json');
  expect(reply.body).toMatchObject({ status, title: expect.any(String), type: expect.any(String) });
  expect(reply.body.detail).toEqual(expect.stringMatching(/./));
};

interface Reading {
  readonly route: contract.Route;
  readonly query?: contract.Query;
}

const isReading = (one: unknown): one is Reading =>
  typeof one === 'object' && one !== null && 'route' in one && String(one.route).startsWith('GET ');

/** All operations of the contract that only read. */
const readings = Object.values(contract).flatMap((exported) =>
  [exported, ...Object.values(exported)].filter(isReading),
);

/** The names of the query parameters that an operation takes. */
function parametersOf({ query }: Reading): string[] {
  if (query === undefined) return [];
  const own = Object.keys(query.own ?? {});
  return 'filters' in query ? [...own, ...Object.keys(query.filters), 'page', 'pageSize', 'sort', 'q'] : own;
}

const form = (entries: readonly (readonly [string, string])[], fileField?: string) => {
  const data = new FormData();
  for (const [name, value] of entries) data.set(name, value);
  if (fileField) data.set(fileField, new Blob(['text'], { type: 'text/plain' }), 'a.txt');
  return data;
};

describe('the contract of HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let contractor: Person;
  let solver: Person;
  let auditor: Person;
  let id: number;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    auditor = await gos.person('Olga Revizorová');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    id = await contractor.task({ name: 'Migrace karet', solverId: solver.id });
  });
  afterAll(() => gos.stop());

  describe('answers every refusal as problem+json', () => {
    it.each([
      ['GET', '/api/nothing'],
      ['POST', '/api/nothing'],
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api?x=1'],
      ['PUT', '/api/tasks/1'],
      ['DELETE', '/api/tasks'],
      ['GET', '/api/tasks/1/nothing'],
      ['GET', '/api/tasks/%E0%A4%A'],
      ['GET', '/api/%zz'],
      ['POST', '/api/ops/verify'],
    ])('at an unknown address: %s %s', async (method, path) => {
      const reply = await contractor.call(method, path);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('content-type')).toContain('application/problem+json');
    });

    it.each([
      ['malformed JSON', '{"name":', 'application/json', 400, 'request.malformed'],
      ['JSON of nothing', ' ', 'application/json', 400, 'request.malformed'],
      [
        'nested JSON',
        `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
        'application/json',
        400,
        'request.malformed',
      ],
      ['a prototype', '{"name":"abc","__proto__":{"x":1}}', 'application/json', 400, 'request.malformed'],
      ['a form', 'name=abc', 'application/x-www-form-urlencoded', 415, 'request.media-type'],
      ['text', 'name', 'text/plain', 415, 'request.media-type'],
      ['XML', '<x/>', 'text/xml', 415, 'request.media-type'],
      ['too much', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 'application/json', 413, 'request.too-large'],
      ['an array', '[]', 'application/json', 422, 'validation.type'],
      ['a text of JSON', '"abc"', 'application/json', 422, 'validation.type'],
      ['a number', '5', 'application/json', 422, 'validation.type'],
      ['null', 'null', 'application/json', 422, 'validation.required'],
      ['nothing', '', 'application/json', 422, 'validation.required'],
      ['inherited names', '{"name":"abc","constructor":1}', 'application/json', 422, 'validation.unknown-field'],
      ['names of methods', '{"name":"abc","toString":1}', 'application/json', 422, 'validation.unknown-field'],
      [
        'inherited names within',
        '{"name":"abc","budget":{"constructor":1}}',
        'application/json',
        422,
        'validation.money',
      ],
      ['such in a list', '{"name":"abc","tags":[{"constructor":{"a":1}}]}', 'application/json', 422, 'validation.type'],
      ['such unknown', '{"name":"abc","x":{"constructor":null}}', 'application/json', 422, 'validation.unknown-field'],
    ] as const)('for a body that is %s', async (_, body, type, status, code) => {
      problem(await contractor.post('/api/tasks', body, { 'content-type': type }), status, code);
    });

    it.each([
      ['POST', '/api/tasks'],
      ['PATCH', '/api/tasks/TASK'],
      ['POST', '/api/tasks/TASK/undelete'],
      ['DELETE', '/api/tasks/TASK'],
      ['PUT', '/api/me/preferences/x'],
      ['POST', '/api/auth/login'],
    ])('for a form where none is taken: %s %s', async (method, address) => {
      const path = address.replace('TASK', String(id));
      problem(await contractor.call(method, path, form([], 'file')), 415, 'request.media-type');
    });

    it('for a body of 1 MiB says what is wrong in it, not that it is too large', async () => {
      const body = JSON.stringify({ name: '' });
      const filled = `${body.slice(0, -2)}${'x'.repeat(1024 * 1024 - body.length)}"}`;
      expect(Buffer.byteLength(filled)).toBe(1024 * 1024);
      problem(await contractor.post('/api/tasks', filled), 422, 'task.name.too-long');
    });

    it('for a body that is far too large, on a connection that stays until all of it was sent', async () => {
      const body = JSON.stringify({ name: 'abc', description: 'x'.repeat(8 * 1024 * 1024) });
      const reply = await contractor.post('/api/tasks', body, { 'content-type': 'application/json' });
      problem(reply, 413, 'request.too-large');
      expect(reply.headers.get('connection')).not.toBe('close');
    });

    it.each(['/api/files', '/api/tasks/TASK/files'])('for bad multipart at %s', async (address) => {
      const path = address.replace('TASK', String(id));
      const raw = (body: string, type: string) => contractor.post(path, body, { 'content-type': type });
      problem(await raw('{}', 'application/json'), 415, 'request.media-type');
      problem(await contractor.post(path), 415, 'request.media-type');
      problem(await raw('x', 'multipart/form-data'), 400, 'request.malformed');
      problem(await raw('nonsense', 'multipart/form-data; boundary=b'), 400, 'request.malformed');
      const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it';
      problem(await raw(cut, 'multipart/form-data; boundary=b'), 400, 'request.malformed');
      problem(await contractor.post(path, form([])), 422, 'file.missing');
      problem(await contractor.post(path, form([['file', 'text']])), 422, 'validation.unknown-field');
      problem(await contractor.post(path, form([], 'document')), 422, 'validation.unknown-field');
      problem(await contractor.post(path, form([['more', 'x']], 'file')), 422, 'validation.unknown-field');
      const endless = form([], 'file');
      for (let n = 0; n < 20; n++) endless.append(`more-${n}`, 'x');
      expect((await contractor.post(path, endless)).status).toBe(422);
      const files = new FormData();
      for (let n = 0; n < 5; n++) files.append('file', new Blob([`text ${n}`]), `${n}.txt`);
      expect((await contractor.post(path, files)).status).toBe(422);
    });
  });

  it('goes by the order: signed in, shape, there, rights, conflict, rules', async () => {
    const nobody = gos.stranger();
    problem(await nobody.post(`/api/tasks/${id}/return`, { reason: 1 }), 401, 'auth.required');
    problem(await nobody.post('/api/tasks/99999/return', {}), 401, 'auth.required');
    problem(await contractor.post('/api/tasks/99999/return', { reason: 1 }), 422, 'validation.type');
    problem(await contractor.post('/api/tasks/99999/return', { reason: 'x' }), 404, 'task.not-found');
    problem(await contractor.post('/api/tasks/abc/return', { reason: 1 }), 404, 'task.not-found');
    problem(await contractor.post('/api/tasks/99999/files', form([])), 422, 'file.missing');
    problem(await contractor.post('/api/tasks/99999/files', form([], 'file')), 404, 'task.not-found');
    problem(await auditor.post(`/api/tasks/${id}/files`, form([], 'file')), 403, 'task.auditor');
    problem(await solver.post(`/api/tasks/${id}/return`, { reason: 'x' }), 403, 'task.forbidden');
    problem(await contractor.post(`/api/tasks/${id}/return`, { reason: ' ' }), 409, 'task.not-fulfilled');
    await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    problem(await contractor.post(`/api/tasks/${id}/return`, { reason: ' ' }), 422, 'task.reason.required');
    const stale = { 'if-match': '"1"' };
    problem(await contractor.post(`/api/tasks/${id}/return`, { reason: ' ' }, stale), 409, 'conflict');
    problem(await solver.post(`/api/tasks/${id}/return`, { reason: 'x' }, stale), 403, 'task.forbidden');
    problem(await solver.patch(`/api/tasks/${id}`, { name: 'Jinak' }, stale), 403, 'task.forbidden');
    problem(await contractor.delete(`/api/tasks/${id}/comments/9`, stale), 404, 'task.comment.unknown');
    problem(await contractor.delete(`/api/tasks/${id}/comments/x`, stale), 404, 'task.comment.unknown');
    problem(await solver.delete(`/api/tasks/${id}/participants/9`), 404, 'task.participant.not-there');
    problem(await solver.delete(`/api/tasks/${id}/predecessors/9`, stale), 404, 'task.predecessor.not-there');
    problem(await contractor.delete(`/api/tasks/${id}/files/9`), 404, 'task.file.unknown');
    problem(await auditor.post('/api/tasks', { name: 'Nesmím', files: [9] }), 403, 'task.auditor');
    await contractor.post(`/api/tasks/${id}/return`, { reason: 'Znovu' });
  });

  it.each([
    [
      'headers without end',
      `GET /api/tasks HTTP/1.1\r\nhost: gos\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
      'request.too-large',
    ],
    ['what is no HTTP', 'GET /api/tasks\r\nnonsense\r\n\r\n', 400, 'request.malformed'],
  ] as const)('answers %s with a code too', async (_, sent, status, code) => {
    const { hostname, port } = new URL(gos.origin);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(sent));
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(heard));
    });
    const [head, body] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('content-type: application/problem+json');
    expect(JSON.parse(body!)).toMatchObject({ status, code });
  });

  it('sorts by a field once, however often it is named', async () => {
    const often = await contractor.get(`/api/tasks?sort=${'-id,name,'.repeat(1_500)}id`);
    expect(often.status).toBe(200);
    expect(often.body.items).toEqual((await contractor.get('/api/tasks?sort=-id')).body.items);
  });

  describe('refuses unknown and wrong query values', () => {
    it.each([
      '/api/tasks?colour=red',
      '/api/tasks?list=nonsense',
      '/api/tasks?list=all&list=given',
      '/api/tasks?page=0',
      '/api/tasks?page=-1',
      '/api/tasks?page=1.5',
      '/api/tasks?page=x',
      '/api/tasks?page=',
      '/api/tasks?page=1&page=2',
      '/api/tasks?pageSize=0',
      '/api/tasks?pageSize=101',
      '/api/tasks?sort=colour',
      '/api/tasks?sort=--name',
      '/api/tasks?sort=name,',
      '/api/tasks?sort=name&sort=id',
      '/api/tasks?state=open',
      '/api/tasks?solver=Jan',
      '/api/tasks?solver=0',
      '/api/tasks?waiting=1',
      '/api/tasks?deadline=tomorrow',
      '/api/tasks?shownDate=2026-02-30',
      '/api/tasks?budget=hodně',
      '/api/tasks/counts?list=all',
      '/api/tasks/ID?at=yesterday',
      '/api/tasks/ID?at=2026-01-01',
      '/api/tasks/ID?deleted=maybe',
      '/api/tasks/ID?foo=1',
      '/api/tasks/99999?at=yesterday',
      '/api/tasks/ID/activity?foo=1',
      '/api/tasks/ID/activity?sort=name',
      '/api/tasks/ID/comments?foo=1',
      '/api/tasks/ID/diff',
      '/api/tasks/ID/diff?from=2026-01-01T00:00:00Z',
      '/api/tasks/ID/diff?from=x&to=y',
      '/api/tasks/ID/files/1?foo=1',
      '/api/files/1?foo=1',
      '/api/search?q=x&sort=name',
      '/api/search?q=x&foo=1',
      '/api/search?q=x&state=done',
      '/api/calendar',
      '/api/calendar?from=2026-11-01&to=2026-10-31',
      '/api/calendar?from=2026-11-01&to=2026-11-30&part=mine',
      '/api/users?foo=1',
      '/api/users/1?foo=1',
      '/api/projects?foo=1',
      '/api/projects?active=maybe',
      '/api/projects?sort=can',
      '/api/projects?pageSize=101',
      '/api/projects/1?foo=1',
      '/api/projects/1/members?permission=all',
      '/api/projects/1/members?sort=email',
      '/api/projects/1/boards?section=doing',
      '/api/projects/1/boards?deleted=1',
      '/api/projects/1/boards?sort=taskCounts',
      '/api/boards/1?deleted=maybe',
      '/api/boards/1?at=2026-01-01',
      '/api/me?foo=1',
      '/api/me/sessions?foo=1',
      '/api/me/preferences/x?foo=1',
    ])('of %s', async (path) => {
      const reply = await contractor.get(path.replace('ID', String(id)));
      expect(reply).toMatchObject({ status: 422, body: { errors: expect.any(Array) } });
      expect(reply.headers.get('content-type')).toContain('application/problem+json');
    });

    it.each(readings.map((reading) => [reading.route, reading] as const))(
      'and takes what the contract says, nothing else: %s',
      async (route, reading) => {
        const given = [...parametersOf(reading), 'unknown'].map((name) => `${name}=1`).join('&');
        const reply = await admin.get(`/api${contract.pathOf(route, { id: 1, fileId: 1 } as never)}?${given}`);
        expect(reply.status).toBe(422);
        const unknown = reply.body.errors.filter(({ code }: Json) => code === 'validation.unknown-field');
        expect(unknown.map(({ path }: Json) => path)).toEqual(['unknown']);
      },
    );

    it('names them all', async () => {
      const { body } = await contractor.get('/api/tasks?page=0&pageSize=1000&list=x&foo=1&state=x&sort=y');
      expect(body.errors.map(({ path }: Json) => path).sort()).toEqual(
        ['foo', 'list', 'page', 'pageSize', 'sort', 'state'].sort(),
      );
      const diff = await contractor.get(`/api/tasks/${id}/diff?from=x&foo=1`);
      expect(diff.body.errors.map(({ path }: Json) => path).sort()).toEqual(['foo', 'from', 'to']);
    });

    it('of commands too, and bodies where none is taken', async () => {
      problem(await contractor.post('/api/tasks?draft=true', { name: 'Abc' }), 422, 'validation.unknown-field');
      problem(await contractor.delete(`/api/tasks/${id}?force=true`), 422, 'validation.unknown-field');
      problem(await contractor.post(`/api/tasks/${id}/undelete`, { x: 1 }), 422, 'validation.unknown-field');
      problem(await contractor.call('DELETE', `/api/tasks/${id}`, { x: 1 }), 422, 'validation.unknown-field');
      problem(await contractor.post(`/api/tasks/${id}/undelete`, {}), 409, 'task.not-deleted');
      problem(await contractor.post('/api/auth/logout?x=1', {}), 422, 'validation.unknown-field');
    });
  });

  it('names every wrong field of a body at once, each at its place', async () => {
    const { body } = await contractor.post('/api/tasks', {
      name: 'ab',
      tags: ['ok', 5, ''],
      predecessors: [1, -1, 'x'],
      budget: { amount: 12, currency: 'CZK' },
      deadline: '2026-13-01T00:00:00Z',
      shownDate: 'today',
      solverId: 0,
      foo: 1,
    });
    expect(body.errors.map(({ path }: Json) => path).sort()).toEqual(
      [
        'budget',
        'deadline',
        'foo',
        'name',
        'predecessors.1',
        'predecessors.2',
        'shownDate',
        'solverId',
        'tags.1',
      ].sort(),
    );
  });

  it('wants the header of our pages with every change, not with reads', async () => {
    const without = { 'x-requested-with': '' };
    problem(await contractor.post('/api/tasks', { name: 'Abc' }, without), 403, 'request.header-missing');
    problem(await contractor.delete(`/api/tasks/${id}`, without), 403, 'request.header-missing');
    expect((await contractor.get('/api/tasks', without)).status).toBe(200);
    expect((await gos.stranger().post('/api/tasks', {}, without)).status).toBe(401);
  });

  it('takes If-Match in its forms, and refuses nonsense and revisions that never were', async () => {
    const task = await contractor.task({ name: 'Podmíněná' });
    const edit = (ifMatch: string) => contractor.patch(`/api/tasks/${task}`, { priority: 7 }, { 'if-match': ifMatch });
    for (const form of ['"1"', 'W/"1"', '1', '*', '"1", "2"']) {
      const own = await contractor.task({ name: 'Podmíněná' });
      const reply = await contractor.patch(`/api/tasks/${own}`, { priority: 7 }, { 'if-match': form });
      expect([form, reply.status]).toEqual([form, form.includes('2') ? 409 : 200]);
    }
    for (const form of ['x', '"x"', '"-1"', '""', '"1', '1.5', '"1" "2"', 'W/1']) {
      problem(await edit(form), 422, 'validation.integer');
    }
    for (const form of ['"0"', '"99"']) problem(await edit(form), 409, 'conflict');
    problem(
      await contractor.post(`/api/tasks/${task}/plan`, { shownDate: null }, { 'if-match': '"9"' }),
      409,
      'conflict',
    );
    problem(
      await contractor.post(`/api/tasks/${task}/subtasks`, { name: 'Po' }, { 'if-match': '"9"' }),
      422,
      'task.name.too-short',
    );
    problem(
      await contractor.post(`/api/tasks/${task}/subtasks`, { name: 'Podúkol' }, { 'if-match': '"9"' }),
      409,
      'conflict',
    );
  });

  it('answers weak tags of what this reader got', async () => {
    for (const path of [
      `/api/tasks/${id}`,
      '/api/tasks',
      '/api/tasks/counts',
      `/api/tasks/${id}/activity`,
      '/api/me',
    ]) {
      const first = await contractor.get(path);
      const tag = first.headers.get('etag')!;
      expect(tag).toMatch(/^W\/"[\w-]+"$/);
      for (const known of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
        const again = await contractor.get(path, { 'if-none-match': known });
        expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag]);
      }
      expect((await contractor.get(path, { 'if-none-match': 'W/"x"' })).status).toBe(200);
    }
    const [mine, theirs] = [await contractor.get(`/api/tasks/${id}`), await solver.get(`/api/tasks/${id}`)];
    expect(mine.headers.get('etag')).not.toBe(theirs.headers.get('etag'));
  });

  it('sends the headers that keep browsers safe', async () => {
    for (const reply of [await contractor.get('/api/tasks'), await contractor.get('/api/nothing')]) {
      const policy = reply.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('referrer-policy')).toBe('same-origin');
      expect(reply.headers.get('x-frame-options')).toBe('DENY');
      expect(reply.headers.get('x-correlation-id')).toMatch(/./);
    }
    expect((await contractor.get('/api/tasks')).headers.get('cache-control')).toBe('private, no-cache');
    expect((await contractor.post('/api/tasks', {})).headers.get('cache-control')).toBe('no-store');
  });

  it('says whether it lives and is ready, to anybody', async () => {
    const nobody = gos.stranger();
    expect((await nobody.get('/api/health/live')).body).toEqual({ status: 'ok' });
    const ready = await nobody.get('/api/health/ready');
    expect(ready).toMatchObject({ status: 200, body: { status: 'ok', applied: expect.stringMatching(/^\d+$/) } });
  });

  it('survives a request that is broken off', async () => {
    await new Promise<void>((resolve) => {
      const broken = httpRequest(`${gos.origin}/api/tasks/${id}/files`, {
        method: 'POST',
        headers: {
          cookie: contractor.cookie,
          'x-requested-with': 'gos',
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '100000',
        },
      });
      broken.on('error', () => resolve());
      broken.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf');
      setTimeout(() => broken.destroy(), 50);
      broken.on('close', () => resolve());
    });
    expect((await contractor.get(`/api/tasks/${id}`)).body.files).toEqual([]);
  });
});
