import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app';
import { readConfig } from '../kernel/config';
import { InstallationSettings } from '../shared/installation/settings';

describe('the pages', () => {
  let folder: string;
  let app: NestFastifyApplication | undefined;

  async function start(env: Record<string, string>): Promise<string> {
    await app?.close();
    app = await createApp(readConfig({ GOS_DATA_DIR: folder, NODE_ENV: 'test', ...env }), {
      logger: false,
      pages: folder,
    });
    await app.listen(0, '127.0.0.1');
    return app.getUrl();
  }

  async function settingsOf(origin: string): Promise<unknown> {
    const text = await (await fetch(`${origin}/config.js`)).text();
    expect(text).not.toContain('<');
    const settings: { __GOS_CONFIG__?: unknown } = {};
    new Function('window', text)(settings);
    return settings.__GOS_CONFIG__;
  }

  async function signedIn(origin: string): Promise<string> {
    const password = 'correct horse';
    const { headers } = await fetch(`${origin}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'gos' },
      body: JSON.stringify({ name: 'Jan', email: 'jan@example.com', password, passwordRepeat: password }),
    });
    return headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gos-pages-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  });
  afterAll(async () => {
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('tell the browser the settings, and frame and report nowhere by default', async () => {
    const origin = await start({});
    expect(await settingsOf(origin)).toMatchObject({
      mode: 'test',
      registration: 'open',
      brandName: 'Gos',
      sourceUrl: 'https://github.com/gos-work/gos',
      errorReporting: { endpoint: null, environment: 'test', tracesSampleRate: 0, sendDefaultPii: false },
    });
    const policy = (await fetch(`${origin}/tasks`)).headers.get('content-security-policy')!;
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-src 'self';");
    expect(policy).toContain("worker-src 'self';");
  });

  it('serve their files, compressed where the browser can, and the page for every other path', async () => {
    mkdirSync(join(folder, 'assets'));
    mkdirSync(join(folder, '.vite'));
    writeFileSync(join(folder, 'assets/a $b.js'), 'plain');
    writeFileSync(join(folder, 'assets/a $b.js.gz'), 'compressed');
    writeFileSync(join(folder, '.vite/manifest.json'), '{}');
    const origin = await start({});
    const asset = (encoding: string) =>
      app!.inject({ url: '/assets/a%20$b.js?v=1', headers: { 'accept-encoding': encoding } });
    const [plain, compressed] = [await asset('identity'), await asset('gzip')];
    expect([plain.statusCode, plain.body, compressed.body]).toEqual([200, 'plain', 'compressed']);
    expect([plain, compressed].map(({ headers }) => headers['content-type'])).toEqual(
      Array(2).fill('application/javascript; charset=utf-8'),
    );
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(compressed.headers['content-encoding']).toBe('gzip');
    const head = await fetch(`${origin}/assets/a%20$b.js`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const path of ['/', '/index.html', '/.vite/manifest.json', '/tasks/7']) {
      expect([path, await (await fetch(origin + path)).text()]).toEqual([path, '<!doctype html>']);
    }
    for (const path of ['/assets', '/assets/b.js']) {
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 404]);
    }
  });

  it('tell who comes from elsewhere that the first person needs a code, until somebody has registered', async () => {
    const origin = await start({});
    const asked = async (headers: Record<string, string>) =>
      /"setup":"(\w+)"/.exec(await (await fetch(`${origin}/config.js`, { headers })).text())?.[1];
    expect([await asked({}), await asked({ 'x-forwarded-for': '192.0.2.7' })]).toEqual(['open', 'needed']);
    const settings = app!.get(InstallationSettings, { strict: false });
    settings.take({ adminId: 1, revision: 2, settings: settings.now });
    expect([await asked({}), await asked({ 'x-forwarded-for': '192.0.2.7' })]).toEqual([undefined, undefined]);
  });

  it('are told where a session goes over https alone', async () => {
    const told = async (env: Record<string, string>, host: string) => {
      await start(env);
      const { payload } = await app!.inject({ url: '/config.js', headers: { host } });
      return payload.includes('"needsHttps":true');
    };
    expect(await told({}, 'localhost:3000')).toBe(false);
    expect(await told({}, 'gos.firma.example')).toBe(true);
    expect(await told({ GOS_PUBLIC_URL: 'https://gos.firma.example' }, 'inner:3000')).toBe(true);
    expect(await told({ GOS_PUBLIC_URL: 'http://gos.firma.example' }, 'gos.firma.example')).toBe(false);
  });

  it('are told what the product is called here', async () => {
    const origin = await start({});
    const settings = app!.get(InstallationSettings, { strict: false });
    const set = { ...settings.now, brandName: '</script>', registration: 'off' } as const;
    settings.take({ adminId: 1, revision: 2, settings: set });
    expect(await settingsOf(origin)).toMatchObject({ brandName: '</script>', registration: 'off' });
  });

  it('are installed under the name of the product here, in the language of the browser', async () => {
    const origin = await start({});
    const settings = app!.get(InstallationSettings, { strict: false });
    settings.take({ adminId: 1, revision: 2, settings: { ...settings.now, brandName: 'Firma a syn' } });
    const manifestIn = async (language?: string) => {
      const headers = language === undefined ? {} : { 'accept-language': language };
      return (await app!.inject({ url: '/manifest.webmanifest', headers })).json();
    };
    expect(await manifestIn()).toMatchObject({
      name: 'Firma a syn',
      lang: 'cs',
      shortcuts: [{ name: 'Nový úkol' }, {}],
    });
    expect(await manifestIn('de, en-GB;q=0.8')).toMatchObject({ lang: 'en', shortcuts: [{ name: 'New task' }, {}] });
    const { headers } = await fetch(`${origin}/manifest.webmanifest`);
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    expect(headers.get('vary')).toMatch(/accept-language/i);
  });

  it('say in a new task that nothing came, where no service worker took what was shared', async () => {
    const origin = await start({});
    const body = new FormData();
    body.set('title', 'Nabídka');
    body.set('files', new Blob(['x'.repeat(100_000)]), 'x.png');
    const answer = await fetch(`${origin}/share`, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/tasks/new?shared=1']);
  });

  it('may report where they were built to, as long as the settings name no other place', async () => {
    const built = {
      endpoint: 'https://key@built.example/2',
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 0,
    };
    writeFileSync(join(folder, 'reporting.json'), JSON.stringify(built));
    const policyOf = async (origin: string) => (await fetch(`${origin}/`)).headers.get('content-security-policy')!;
    const policy = await policyOf(await start({}));
    expect(policy).toContain("connect-src 'self' https://built.example;");
    expect(policy).toContain("worker-src 'self' blob:;");
    const other = await policyOf(await start({ SENTRY_DSN: 'https://key@errors.example/1' }));
    expect(other).toContain("connect-src 'self' https://errors.example;");
    expect(other).toContain("worker-src 'self';");
    rmSync(join(folder, 'reporting.json'));
  });

  it('ask for https alone, in every answer, where the public address is one', async () => {
    const asked = async (origin: string) => {
      const replies = ['/', '/config.js', '/api/nothing', '/api/tasks', '/%zz'].map((path) =>
        fetch(`${origin}${path}`),
      );
      return new Set((await Promise.all(replies)).map(({ headers }) => headers.get('strict-transport-security')));
    };
    expect(await asked(await start({ GOS_PUBLIC_URL: 'https://work.firma.example' }))).toEqual(
      new Set(['max-age=31536000; includeSubDomains']),
    );
    expect(await asked(await start({ GOS_PUBLIC_URL: 'http://work.firma.example' }))).toEqual(new Set([null]));
  });

  it('open the policy for where errors are reported, and tell nobody of the other systems of the company', async () => {
    const areas = {
      charts: { url: 'https://bi.example/</script>?a=1', frame: true },
      invoices: { url: 'https://erp.example:8443/f', frame: true },
      telephone: 'https://tel.example',
    };
    const origin = await start({
      GOS_AREAS: JSON.stringify(areas),
      SENTRY_DSN: 'https://key@errors.example/1',
      SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: '1',
    });
    const settings = await settingsOf(origin);
    // Addresses inside the company are only for people who are signed in.
    expect(JSON.stringify(settings)).not.toMatch(/bi.example|erp.example|tel.example/);
    expect(settings).toMatchObject({
      errorReporting: { endpoint: 'https://key@errors.example/1', replaysOnErrorSampleRate: 1 },
    });
    const policy = (await fetch(`${origin}/`)).headers.get('content-security-policy')!;
    expect(policy).toContain("frame-src 'self';");
    expect(policy).toContain("connect-src 'self' https://errors.example;");
    expect(policy).toContain("worker-src 'self' blob:;");
    expect(policy).not.toMatch(/bi.example|erp.example|tel.example/);

    const of = (area: string) => app!.inject({ url: `/api/areas/${area}/frame`, headers: { cookie } });
    const cookie = await signedIn(origin);
    const framed = await of('charts');
    expect(framed.headers['content-security-policy']).toContain("frame-src https://bi.example; base-uri 'none'");
    expect(framed.headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/);
    expect(framed.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(framed.body).toContain('src="https://bi.example/&#60;/script&#62;?a=1"');
    // By the address of its group.
    expect((await of('invoices.cashflow')).body).toContain('src="https://erp.example:8443/f"');
    expect([(await of('telephone')).statusCode, (await of('emails')).statusCode]).toEqual([404, 404]);
  });
});
