import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json } from '../testing/harness';
import { resolved } from '../testing/resolved';

/** The operations of api.md that are built. */
const operations = `
  post /api/auth/login · post /api/auth/register · post /api/auth/logout · post /api/auth/refresh
  post /api/files · get /api/files/{fileId}
  get /api/me · patch /api/me · get /api/me/sessions · get /api/me/changes · get /api/undo · post /api/undo · get /api/me/preferences/{key} · put /api/me/preferences/{key}
  get /api/users · get /api/users/{id} · patch /api/users/{id}
  get /api/tasks · post /api/tasks · get /api/tasks/counts · get /api/tasks/{id} · patch /api/tasks/{id} · delete /api/tasks/{id}
  post /api/tasks/{id}/undelete · post /api/tasks/{id}/assign · post /api/tasks/{id}/complete · post /api/tasks/{id}/accept
  post /api/tasks/{id}/return · post /api/tasks/{id}/end · post /api/tasks/{id}/restore · post /api/tasks/{id}/deadline
  post /api/tasks/{id}/move · get /api/presence · get /api/projects/{id}/statistics · get /api/projects/{id}/statistics/items · post /api/tasks/{id}/plan · post /api/tasks/{id}/estimate · post /api/tasks/{id}/budget · post /api/tasks/{id}/comments
  get /api/tasks/{id}/comments · patch /api/tasks/{id}/comments/{commentId} · delete /api/tasks/{id}/comments/{commentId}
  put /api/tasks/{id}/comments/{commentId}/reactions/{emoji} · delete /api/tasks/{id}/comments/{commentId}/reactions/{emoji} · post /api/tasks/{id}/comments/{commentId}/undelete
  post /api/tasks/{id}/participants · delete /api/tasks/{id}/participants/{userId} · post /api/tasks/{id}/subtasks
  post /api/tasks/{id}/predecessors · delete /api/tasks/{id}/predecessors/{taskId} · post /api/tasks/{id}/files
  get /api/tasks/{id}/files/{fileId} · delete /api/tasks/{id}/files/{fileId} · post /api/tasks/{id}/files/{fileId}/undelete
  get /api/projects · post /api/projects · get /api/projects/{id} · patch /api/projects/{id}
  get /api/projects/{id}/members · post /api/projects/{id}/members · patch /api/projects/{id}/members/{userId}
  delete /api/projects/{id}/members/{userId} · get /api/projects/{id}/boards · post /api/projects/{id}/boards
  get /api/boards/{id} · patch /api/boards/{id} · delete /api/boards/{id} · post /api/boards/{id}/undelete
  post /api/boards/{id}/move · post /api/boards/{id}/accept
  get /api/tasks/{id}/activity · get /api/tasks/{id}/diff · get /api/search
  get /api/calendar · get /api/calendar/{token}.ics · post /api/calendar/subscription · delete /api/calendar/subscription
  get /metrics · get /admin/queues · get /api/health/live · get /api/health/ready · get /api/admin/overview · post /api/admin/rebuild
  get /api/admin/queues/{queue}/jobs · post /api/admin/queues/{queue}/retry · post /api/admin/queues/{queue}/remove
  post /api/admin/queues/{queue}/jobs/{job}/retry · delete /api/admin/queues/{queue}/jobs/{job}
  get /api/admin/queues/{queue}/schedules · post /api/admin/queues/{queue}/pause · post /api/admin/queues/{queue}/resume`
  .split(/[·\n]/)
  .map((line) => line.trim())
  .filter((line) => line !== '');

const withoutBody =
  /verify$|admin\/(self-check|undo\/stop)$|log\/verification$|undelete$|plans\/\{id\}\/(approve|withdraw)$|^delete|mute$|reactions\/\{emoji\}$|unsubscribe|invitations\/\{id\}\/link$|activate$|boards\/\{id\}\/accept$|work\/stop$|admin\/queues\/\{queue\}\/(pause|resume|jobs\/.*retry)$|(auth\/(logout|sso\/logout|refresh|second-step\/options)|calendar\/subscription)$|webhooks\/\{id\}\/.*(rotate-secret|test|redeliver)$/;

/** Everything is JSON but uploads, and the form that OpenID Connect prescribes for a provider's logout. */
function contentTypeOf(path: string): string {
  if (/\/(files|avatar)$/.test(path)) return 'multipart/form-data';
  return /\/sso\/\{provider\}\/logout$/.test(path) ? 'application/x-www-form-urlencoded' : 'application/json';
}

describe('the OpenAPI document', () => {
  let gos: Harness;
  let document: Json;
  /** Every operation, with its parameters and responses in place of references to them. */
  const found: [string, string, Json][] = [];
  const shapeOf = (schema: Json) => resolved(document, schema);

  beforeAll(async () => {
    gos = await Harness.start();
    document = (await gos.stranger().get('/api/openapi.json')).body;
    for (const [path, item] of Object.entries<Json>(document.paths)) {
      for (const [method, operation] of Object.entries<Json>(item)) {
        const responses = Object.entries<Json>(operation.responses).map(([status, one]) => [status, shapeOf(one)]);
        found.push([
          method,
          path,
          {
            security: document.security,
            ...operation,
            parameters: operation.parameters.map(shapeOf),
            responses: Object.fromEntries(responses),
          },
        ]);
      }
    }
  });
  afterAll(() => gos.stop());

  it('lists every operation, and none that is the machine room’s', () => {
    expect(found.map(([method, path]) => `${method} ${path}`).sort()).toEqual(expect.arrayContaining(operations));
    expect(found.filter(([, path]) => path.includes('/ops'))).toEqual([]);
  });

  it('is whole: every reference leads somewhere, every name in an address is a parameter', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Gos', version: expect.any(String) });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of new Set(references)) {
      expect([reference, shapeOf({ $ref: `#/${reference}` })]).toEqual([reference, expect.any(Object)]);
    }
    for (const [method, path, operation] of found) {
      expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
      const parameters = operation.parameters as Json[];
      expect([
        path,
        parameters
          .filter((one) => one.in === 'path')
          .map(({ name }) => name)
          .sort(),
      ]).toEqual([path, named]);
      for (const one of parameters) {
        expect(one).toMatchObject({
          name: expect.any(String),
          in: expect.stringMatching(/^(path|query|header|cookie)$/),
        });
        expect(one.schema ?? one.content).toEqual(expect.any(Object));
        if (one.in === 'path') expect(one.required).toBe(true);
      }
      const keys = parameters.map((one) => `${one.in} ${one.name.toLowerCase()}`);
      expect([path, keys.length]).toEqual([path, new Set(keys).size]);
    }
    const ids = found.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says of every operation what it answers and how it refuses', () => {
    const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
    for (const [method, path, { responses, security, parameters }] of found) {
      const name = `${method} ${path}`;
      // One leads elsewhere instead of answering.
      expect([name, Object.keys(responses).some((status) => /^(2\d\d|302)$/.test(status))]).toEqual([name, true]);
      expect([name, responses.default.content]).toEqual([name, problem]);
      expect([name, responses['422'].content]).toEqual([name, problem]);
      for (const [status, { description }] of Object.entries<Json>(responses)) {
        expect([name, status, typeof description]).toEqual([name, status, 'string']);
        if (status === '403') expect([name, responses[status].content]).toEqual([name, problem]);
      }
      const open = /auth|health|api\/hooks\/|unsubscribe|\.ics$/.test(path);
      const closed =
        /^\w+ \/api\/(admin|attendance\/(months|team-month)\/|me\/(avatar|tokens|sessions|password|totp|passkeys|recovery-codes|identities|email)|users\/\{id\}\/(second-step|email|names|holdings|export)|users\/invitations|calendar\/subscription)/.test(
          name,
        );
      const changed = /^(post|patch|put|delete) \/api\/(users|positions|settings|me$)/.test(name);
      const byToken = path.startsWith('/api/') && !closed && !changed ? [{ bearer: [] }] : [];
      expect([name, security]).toEqual([name, open ? [] : [{ cookie: [] }, ...byToken]]);
      expect([name, '401' in responses || open]).toEqual([name, true]);
      const headers = (parameters as Json[]).filter((one) => one.in === 'header').map((one) => one.name);
      const isFromAnywhere = /^\/api\/(hooks\/|unsubscribe\/|auth\/sso\/\{provider\}\/logout$)/.test(path);
      if (method !== 'get') expect([name, headers.includes('X-Requested-With')]).toEqual([name, !isFromAnywhere]);
      if (method !== 'get' && /^\/api\/(tasks|projects|boards)/.test(path)) {
        expect([name, headers]).toEqual([name, expect.arrayContaining(['Idempotency-Key', 'If-Match'])]);
      }
    }
    expect(document.components.schemas.Problem.required).toEqual(['type', 'title', 'status', 'code', 'detail']);
  });

  it('says of every body what it holds', () => {
    for (const [method, path, { requestBody }] of found) {
      const name = `${method} ${path}`;
      if (method === 'get' || withoutBody.test(name) || path.startsWith('/api/hooks/')) continue;
      const content = requestBody?.content as Json;
      expect([name, Object.keys(content ?? {})]).toEqual([name, [contentTypeOf(path)]]);
      const schema = Object.values<Json>(content)[0].schema;
      const { properties } = shapeOf(schema);
      expect([name, Object.keys(properties).length > 0]).toEqual([name, true]);
      for (const [field, one] of Object.entries<Json>(properties)) {
        const said = one.type ?? one.$ref ?? one.allOf ?? one.oneOf ?? one.enum ?? one.description;
        expect([name, field, said === undefined]).toEqual([name, field, false]);
      }
    }
    const task = document.components.schemas.CreateTaskDto;
    expect(task.required).toEqual(['name']);
    expect(task.properties).toMatchObject({
      solverId: { type: ['integer', 'null'] },
      tags: { type: ['array', 'null'], items: { type: 'string' } },
      type: { oneOf: [{ $ref: '#/components/schemas/TaskType' }, { type: 'null' }] },
      budget: { oneOf: [{ $ref: '#/components/schemas/MoneyDto' }, { type: 'null' }] },
      deadline: { type: ['string', 'null'], format: 'date-time' },
    });
  });

  it('says of every read in which shape it answers', () => {
    for (const [method, path, { responses }] of found) {
      if (method !== 'get' || '302' in responses) continue;
      const [content] = Object.values<Json>(responses['200'].content ?? {});
      const { type, oneOf } = shapeOf(content?.schema ?? {});
      expect([path, type ?? oneOf]).toEqual([path, expect.anything()]);
      if (Object.hasOwn(responses['200'].content, 'application/json')) {
        expect([path, JSON.stringify(content?.schema)]).toEqual([path, expect.stringContaining('"$ref"')]);
      }
      if (path.startsWith('/api/')) expect([path, '304' in responses]).toEqual([path, true]);
    }
    for (const path of ['/api/files/{fileId}', '/api/tasks/{id}/files/{fileId}']) {
      const { responses, parameters } = document.paths[path].get;
      expect(Object.keys(responses['200'].content)).toEqual(['*/*']);
      expect(Object.keys(responses['206'].content)).toEqual(['*/*']);
      expect(parameters.map((one: Json) => shapeOf(one).name)).toEqual(
        expect.arrayContaining(['Range', 'If-None-Match']),
      );
    }
  });

  it('names of a list of tasks every query value that it takes, and the shapes as they are', async () => {
    const person = await gos.person('Karla Svobodová');
    const id = await person.task({ name: 'Migrace karet' });
    const operation = (path: string) => document.paths[path].get;
    const named = (operation('/api/tasks').parameters as Json[]).map(shapeOf).filter((one) => one.in === 'query');
    expect(named.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'list',
        'page',
        'pageSize',
        'sort',
        'q',
        'state',
        'solver',
        'project',
        'tags',
        'waiting',
      ]),
    );
    for (const { name, schema } of named) {
      const value = shapeOf(schema.items ?? schema).enum?.[0] ?? 'true';
      const { status, body } = await person.get(`/api/tasks?${name}=${value}`);
      const codes = status === 200 ? [] : body.errors.map((one: Json) => one.code);
      expect([name, codes]).toEqual([name, expect.not.arrayContaining(['validation.unknown-field'])]);
    }
    const fieldsOf = (schema: Json) => Object.keys(shapeOf(schema).properties).sort();
    const answers = (path: string) => shapeOf(operation(path).responses['200'].content['application/json'].schema);
    const itemOf = (path: string) => shapeOf(answers(path).properties.items.items);
    const [row] = (await person.get('/api/tasks')).body.items;
    expect(fieldsOf(itemOf('/api/tasks'))).toEqual(Object.keys(row).sort());
    const task = (await person.get(`/api/tasks/${id}`)).body;
    // Only a deleted task has it.
    expect(fieldsOf(answers('/api/tasks/{id}'))).toEqual([...Object.keys(task), 'deleted'].sort());
    expect(fieldsOf(answers('/api/tasks/{id}').properties.can)).toEqual(Object.keys(task.can).sort());
    const { items } = (await person.get(`/api/tasks/${id}/activity`)).body;
    expect(fieldsOf(itemOf('/api/tasks/{id}/activity'))).toEqual(Object.keys(items[0]).sort());
    await person.post(`/api/tasks/${id}/deadline`, { deadline: '2030-05-01T10:00:00Z' });
    const [due] = (await person.get('/api/calendar?from=2030-05-01&to=2030-05-01')).body.items;
    expect(fieldsOf(itemOf('/api/calendar'))).toEqual(Object.keys(due).sort());
    const counts = (await person.get('/api/tasks/counts')).body;
    expect(fieldsOf(answers('/api/tasks/counts'))).toEqual(Object.keys(counts).sort());
  });

  it('has a page of all codes, to which the type of a problem leads', async () => {
    const { type, code } = (await gos.stranger().get('/api/me')).body;
    const [address, place] = type.split('#');
    const { status, body, headers } = await gos.stranger().get(address);
    expect([status, place]).toEqual([200, code]);
    expect(headers.get('content-type')).toContain('text/html');
    for (const one of [code, 'task.name.too-short', 'board.no-tasks']) expect(body).toContain(`id="${one}"`);
  });

  it('has a page', async () => {
    const { status, body } = await gos.stranger().get('/api/docs');
    expect(status).toBe(200);
    expect(body).toContain('swagger');
  });
});
