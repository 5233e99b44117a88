import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Operation, Query, Route } from '@gos/contract';
import * as contract from '@gos/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app';
import { Passwords } from '../features/auth/common/passwords';
import { readConfig } from '../kernel/config';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../testing/harness';

const isOperation = (one: unknown): one is Operation =>
  typeof one === 'object' && one !== null && 'route' in one && 'answer' in one;

/** All operations of the contract. */
const operations = Object.values(contract).flatMap((exported) =>
  [exported, ...Object.values(exported)].filter(isOperation),
);
const named = operations.map((operation) => [operation.route, operation] as const);
const commands = named.filter(([route]) => !route.startsWith('GET '));
const readings = named.filter(([route]) => route.startsWith('GET '));

/** Requests of other systems carry a signature, and those systems define their form. */
const ofOthers: readonly Route[] = ['POST /hooks/{webhookId}'];
const withBody = commands.flatMap(([route, { body }]) =>
  body === null || body === 'file' || ofOthers.includes(route)
    ? []
    : [[route, body.schema.properties as Readonly<Record<string, Json>>] as const],
);

/**
 * Fields that take any object: stores read a preference only by its key, and authenticators' proofs are checked whole.
 */
const anyJson = ['value', 'attestation', 'assertion'];

/** A path with something in each of its places. */
const pathOf = (route: Route) =>
  `/api${contract.pathOf(route, new Proxy({}, { get: (_, name) => (name === 'emoji' ? '👍' : '1') }) as never)}`;

const filtersOf = (query: Query | undefined) =>
  query === undefined ? [] : 'filters' in query ? Object.keys(query.filters) : Object.keys(query.own ?? {});

/** Sends the text unchanged: clients normalize addresses before they send them. */
function sentRaw(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}
const asked = (origin: string, target: string) =>
  sentRaw(origin, `GET ${target} HTTP/1.1\r\nhost: gos.example\r\nconnection: close\r\n\r\n`);

describe('attacks', () => {
  let gos: Harness;
  let admin: Person;

  const send = ([route]: readonly [Route, ...unknown[]], body?: unknown, headers?: Record<string, string>) =>
    admin.call(route.split(' ')[0]!, pathOf(route), body, headers);
  const eventsSoFar = async () => (await gos.service<EventLog>(EVENT_LOG).readAll(null, 100_000)).length;

  beforeAll(async () => {
    gos = await Harness.start({}, { bodyPace: { firstMs: 1_500, bytesPerSecond: 100, mostMs: 4_000 } });
    admin = await gos.person('Alena Adminová');
  });
  afterAll(() => gos.stop());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(commands.filter(([route]) => !ofOthers.includes(route)))(
    'by a foreign page, which has the cookies and no header of ours: %s',
    async (...command) => {
      const before = await eventsSoFar();
      const foreign: Record<string, string> = { origin: 'https://evil.example', 'content-type': 'application/json' };
      for (const headers of [{}, foreign]) {
        const { status, body } = await send(command, undefined, { ...headers, 'x-requested-with': '' });
        expect([status, body.code]).toEqual([403, 'request.header-missing']);
      }
      expect(await eventsSoFar()).toBe(before);
    },
  );

  it.each(withBody)('by fields that nobody offers: %s', async (...command) => {
    const { status, body } = await send(command, { isAdmin: true, _id: 1, constructor: 1 });
    expect(status).toBe(422);
    const unknown = body.errors.flatMap(({ path, code }: Json) => (code === 'validation.unknown-field' ? path : []));
    expect(unknown).toEqual(expect.arrayContaining(['isAdmin', '_id', 'constructor']));
  });

  it.each(withBody)(
    'by operators of a store, or names that objects inherit, in place of values: %s',
    async (...command) => {
      const [, properties] = command;
      for (const value of [{ $gt: '' }, { $ne: null }, 'constructor', '__proto__']) {
        const taken = Object.keys(properties).filter(
          (name) => !anyJson.includes(name) && (typeof value === 'object' || properties[name].enum !== undefined),
        );
        if (taken.length === 0) continue;
        const { status, body } = await send(command, Object.fromEntries(taken.map((name) => [name, value])));
        expect(status).toBe(422);
        const refused = new Set(body.errors.map(({ path }: Json) => path.split(/[.[]/)[0]));
        expect([...refused]).toEqual(expect.arrayContaining(taken));
      }
    },
  );

  it.each(readings)('by operators and inherited names in addresses: %s', async (...reading) => {
    const [, { query }] = reading;
    const names = [
      '__proto__',
      'constructor',
      'toString',
      ...filtersOf(query).flatMap((one) => [`${one}[$ne]`, `${one}.$gt`]),
    ];
    const told = await admin.get(
      `${pathOf(reading[0])}?${names.map((one) => `${encodeURIComponent(one)}=1`).join('&')}`,
    );
    expect(told.status).toBe(422);
    const unknown = told.body.errors.flatMap(({ path, code }: Json) =>
      code === 'validation.unknown-field' ? path : [],
    );
    expect(unknown).toEqual(expect.arrayContaining(names));
    if (query === undefined || !('filters' in query)) return;
    for (const sort of ['constructor', '__proto__', '$where']) {
      const { status, body } = await admin.get(`${pathOf(reading[0])}?sort=${sort}`);
      expect([status, body.errors[0].path]).toEqual([422, 'sort']);
    }
  });

  it('by values of filters that a store could take for operators: none matches, nothing fails', async () => {
    await admin.task({ name: 'Jediný úkol', tags: ['štítek'] });
    for (const value of ['{"$ne":null}', '$ne', '[object Object]', '.*', "' OR 1=1 --", '%', '\u0000']) {
      const { status, body } = await admin.get(`/api/tasks?list=all&tags=${encodeURIComponent(value)}`);
      expect([value, status, status === 200 ? body.total : 0]).toEqual([value, status === 422 ? 422 : 200, 0]);
    }
    const found = await admin.get(`/api/search?q=${encodeURIComponent("' OR 1=1 --")}`);
    expect([found.status, found.body.items]).toEqual([200, []]);
  });

  it('by keys of preferences that objects inherit: they are keys as others', async () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const read = await admin.get(`/api/me/preferences/${key}`);
      if (read.status === 404) continue;
      expect(read.body).toEqual({ value: null });
      expect((await admin.call('PUT', `/api/me/preferences/${key}`, { value: { polluted: true } })).status).toBe(200);
      expect((await admin.get(`/api/me/preferences/${key}`)).body).toEqual({ value: { polluted: true } });
    }
    expect(({} as Json).polluted).toBeUndefined();
    const deep = '{"value":{"a":{"__proto__":{"polluted":true}}}}';
    expect((await admin.call('PUT', '/api/me/preferences/x', deep)).status).toBe(400);
    const nested = '{"value":{"constructor":{"prototype":{"polluted":true}}}}';
    expect((await admin.call('PUT', '/api/me/preferences/x', nested)).status).toBe(400);
  });

  it('by bodies that grow when they are unpacked: none is', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
      const { status, body } = await new Promise<Json>((resolve, reject) => {
        const sent = httpRequest(
          `${gos.origin}/api/auth/login`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'content-encoding': encoding, 'x-requested-with': 'gos' },
          },
          async (reply) =>
            resolve({ status: reply.statusCode, body: JSON.parse(Buffer.concat(await reply.toArray()).toString()) }),
        );
        sent.on('error', reject);
        sent.end(bomb);
      });
      expect([status, body.code]).toEqual([415, 'request.media-type']);
    }
  });

  it('by bodies that trickle: the connection is closed, with an answer', async () => {
    const head = 'host: gos\r\ncontent-type: application/json\r\nx-requested-with: gos\r\n';
    for (const length of ['content-length: 500', 'transfer-encoding: chunked']) {
      const answer = await sentRaw(gos.origin, `POST /api/auth/login HTTP/1.1\r\n${head}${length}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain('"code":"request.too-slow"');
    }
    // A request that is refused before its body has come does not keep the server waiting.
    const form = 'content-type: multipart/form-data; boundary=b\r\nx-requested-with: gos\r\n';
    const refused = await sentRaw(
      gos.origin,
      `POST /api/files HTTP/1.1\r\nhost: gos\r\n${form}content-length: 9000\r\n\r\n--b\r\n`,
    );
    expect(refused).toMatch(/^HTTP\/1.1 401 /);
  });

  it('not taken for one: an upload that comes', async () => {
    const form = new FormData();
    form.set('file', new Blob([randomBytes(3 * 1024 * 1024)]), 'velký.bin');
    expect((await admin.post('/api/files', form)).status).toBe(201);
  });

  it('by timing: who is known costs the same hashing as who is not', async () => {
    const passwords = gos.service<Passwords>(Passwords);
    const hash = jest.spyOn(passwords, 'hash');
    const verify = jest.spyOn(passwords, 'verify');
    /** The argon2 calls of a request. */
    const costOf = async (path: string, body: object) => {
      hash.mockClear();
      verify.mockClear();
      const { status, body: told } = await gos.stranger().post(path, body);
      return { status, told, hashed: hash.mock.calls.length, verified: verify.mock.calls.length };
    };
    const left = await gos.person('Odešlá');
    await admin.patch(`/api/users/${left.id}`, { active: false });
    const wrong = { password: 'certainly not this one' };
    const known = await costOf('/api/auth/login', { email: admin.email, ...wrong });
    expect(known).toMatchObject({ status: 401, hashed: 0, verified: 1 });
    expect(await costOf('/api/auth/login', { email: 'nobody@firma.example', ...wrong })).toEqual(known);
    expect(await costOf('/api/auth/login', { email: left.email, ...wrong })).toEqual(known);

    const forgotten = await costOf('/api/auth/forgotten', { email: admin.email });
    expect(forgotten).toMatchObject({ status: 204, hashed: 0, verified: 0 });
    expect(await costOf('/api/auth/forgotten', { email: 'nobody2@firma.example' })).toEqual(forgotten);

    const password = 'a long one of several words';
    const person = { name: 'Někdo', password, passwordRepeat: password };
    const taken = await costOf('/api/auth/register', { ...person, email: admin.email });
    expect(taken).toMatchObject({ status: 422, told: { code: 'auth.registration-refused' }, hashed: 1, verified: 0 });
    expect(await costOf('/api/auth/register', { ...person, email: 'new@firma.example' })).toMatchObject({
      status: 201,
      hashed: 1,
      verified: 0,
    });
  });
});

describe('attacks by addresses and headers', () => {
  const pages = mkdtempSync(join(tmpdir(), 'gos-pages-'));
  const data = join(pages, '../', `gos-data-${process.pid}`);
  let app: NestFastifyApplication;
  let origin: string;

  beforeAll(async () => {
    writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Gos</title>');
    app = await createApp(readConfig({ GOS_DATA_DIR: data, NODE_ENV: 'test' }), { logger: false, pages });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    for (const folder of [pages, data]) rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    '/../secret',
    '/..%2fsecret',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5csecret',
    '/assets/../../secret',
    '/assets/..%2f..%2fsecret',
    '//etc/passwd',
    '/%00/secret',
    '/index.html%00.js',
    '/api/files/..%2f..%2fsecret',
    '/api/calendar/..%2f..%2fsecret.ics',
    '/api/users/..%2f..%2fsecret/avatar',
    '/api/docs/..%2f..%2fsecret',
    '/admin/queues/static/..%2f..%2f..%2fpackage.json',
  ])('read no file outside of the pages: %s', async (target) => {
    const answer = await asked(origin, target);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 (200|4\d\d) /);
    if (/^HTTP\/1.1 200/.test(head)) expect(body).toContain('<!doctype html><title>Gos</title>');
    else expect(head).toContain('application/problem+json');
  });

  it.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/tasks//evil.example/..',
    '/login?redirectTo=//evil.example',
    '/oidc-callback?redirectTo=https://evil.example',
    '/api/auth/sso/google?redirectTo=//evil.example',
    '/admin/queues?redirectTo=//evil.example',
    '/api/docs?redirectTo=//evil.example',
  ])('are led to no foreign place: %s', async (target) => {
    const location = /^location: (.*)$/im.exec(await asked(origin, target))?.[1]?.trim();
    if (location !== undefined) expect(new URL(location, 'http://gos.example').host).toBe('gos.example');
  });

  it.each([
    '/',
    '/login',
    '/index.html',
    '/config.js',
    '/metrics',
    '/api/docs/problems',
    '/api/openapi.json',
    '/api/docs',
    '/admin/queues',
    '/api/tasks',
    '/api/nothing',
    '/assets/nothing.js',
    '/api/calendar/nothing.ics',
    '/api/auth/sso/nobody',
    '/%zz',
  ])('find no answer that may be framed, sniffed or mixed into a foreign page: %s', async (target) => {
    const { headers } = await fetch(`${origin}${target}`, { redirect: 'manual' });
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-(inline|eval)/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each(['/api/%3Cscript%3Ealert(1)%3C/script%3E', '/api/tasks?%3Cscript%3E=1', '/api/auth/sso/%3Cscript%3E'])(
    'come back in no page: %s',
    async (target) => {
      const reply = await fetch(`${origin}${target}`, { redirect: 'manual' });
      expect(reply.headers.get('content-type') ?? '').not.toContain('html');
    },
  );

  it.each(['TRACE', 'CONNECT', 'OPTIONS', 'PROPFIND'])('by the method %s: it does nothing', async (method) => {
    const answer = await sentRaw(
      origin,
      `${method} /api/tasks HTTP/1.1\r\nhost: gos\r\nx-secret: kept\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).not.toMatch(/^HTTP\/1.1 2/);
    expect(answer).not.toContain('kept');
  });

  it.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n'],
    ['length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked\r\n'],
    ['chunks spelled otherwise', 'transfer-encoding: xchunked\r\n'],
    ['a folded header', 'x: a\r\n content-length: 5\r\n'],
  ])('that hide a second request behind %s', async (_, headers) => {
    const answer = await sentRaw(
      origin,
      `POST /api/auth/logout HTTP/1.1\r\nhost: gos\r\nx-requested-with: gos\r\n${headers}connection: close\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nhost: gos\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer.match(/^HTTP\//gm)).toHaveLength(1);
  });
});

describe('attacks by a host of one’s own', () => {
  it('lead no mail to it', async () => {
    const gos = await Harness.start({ GOS_PUBLIC_URL: '' });
    try {
      const { email } = await gos.person('Alena Adminová');
      const body = JSON.stringify({ email });
      const evil = ['host', 'x-forwarded-host', 'origin', 'referer'].map((name) => `${name}: https://evil.example`);
      const answer = await sentRaw(
        gos.origin,
        `POST /api/auth/forgotten HTTP/1.1\r\n${evil.join('\r\n').replace('host: https://', 'host: ')}\r\nx-requested-with: gos\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 204 /);
      const folder = join(gos.folder, 'mail');
      let letters: string[] = [];
      while (letters.length === 0) {
        letters = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
        await setTimeout(20);
      }
      const letter = readFileSync(join(folder, letters[0]!), 'utf8');
      expect(letter).toContain('http://localhost:');
      expect(letter).not.toContain('evil.example');
    } finally {
      await gos.stop();
    }
  });
});
