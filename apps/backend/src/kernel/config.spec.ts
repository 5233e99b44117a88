import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config';

describe('the settings', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gos-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (env: Record<string, string> = {}) => readConfig({ GOS_DATA_DIR: folder, ...env });

  it('are all optional', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      dataDir: folder,
      role: 'all',
      servers: { eventStoreDb: null, mongoDb: null, redis: null, s3: null, smtp: null },
      publicUrl: null,
      sourceUrl: 'https://github.com/gos-work/gos',
      registration: null,
      timeZone: 'Europe/Prague',
      country: 'CZ',
      currency: 'CZK',
      cookieDomain: null,
      logLevel: 'info',
      mode: 'production',
      fileMax: 100 * 1024 * 1024,
      uploadQuota: 1024 * 1024 * 1024,
      trustedProxies: ['127.0.0.0/8', '::1'],
      areas: {},
      errorReporting: {
        endpoint: null,
        environment: 'production',
        tracesSampleRate: 0,
        replaysSessionSampleRate: 0,
        replaysOnErrorSampleRate: 0,
        sendDefaultPii: false,
      },
      tracesEndpoint: null,
    });
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['HOST', '127.0.0.1', { host: '127.0.0.1' }],
    ['GOS_ROLE', 'all', { role: 'all' }],
    ['MONGODB_URL', 'mongodb://db.example/gos', { servers: { mongoDb: 'mongodb://db.example/gos' } }],
    ['EVENTSTOREDB_URL', 'esdb://log.example:2113?tls=false', { servers: { mongoDb: null } }],
    ['REDIS_URL', 'rediss://:secret@redis.example/2', { servers: { redis: 'rediss://:secret@redis.example/2' } }],
    ['GOS_PUBLIC_URL', 'https://gos.example/', { publicUrl: 'https://gos.example' }],
    ['GOS_SOURCE_URL', 'https://code.example/gos', { sourceUrl: 'https://code.example/gos' }],
    ['GOS_REGISTRATION', 'invite', { registration: 'invite' }],
    ['GOS_REGISTRATION', 'off', { registration: 'off' }],
    ['GOS_TIME_ZONE', 'Asia/Tokyo', { timeZone: 'Asia/Tokyo' }],
    ['GOS_COUNTRY', 'SK', { country: 'SK' }],
    ['GOS_CURRENCY', 'EUR', { currency: 'EUR' }],
    ['GOS_UPLOAD_QUOTA', '1000', { uploadQuota: 1_000 }],
    ['GOS_COOKIE_DOMAIN', 'gos.example', { cookieDomain: 'gos.example' }],
    ['GOS_SECRET', 'sixteen letters!', { secret: 'sixteen letters!' }],
    ['GOS_TRUSTED_PROXIES', '10.0.0.5, fd00::/8', { trustedProxies: ['10.0.0.5', 'fd00::/8'] }],
    ['GOS_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['GOS_WEBHOOK_ALLOW_PRIVATE', 'true', { webhookAllowPrivate: true }],
    ['NODE_ENV', 'development', { mode: 'development' }],
    ['SENTRY_DSN', 'https://key@errors.example/1', { errorReporting: { endpoint: 'https://key@errors.example/1' } }],
    ['SENTRY_ENVIRONMENT', 'pilot', { errorReporting: { environment: 'pilot' } }],
    ['SENTRY_TRACES_SAMPLE_RATE', '0.25', { errorReporting: { tracesSampleRate: 0.25 } }],
    ['SENTRY_TRACES_SAMPLE_RATE', '1.0', { errorReporting: { tracesSampleRate: 1 } }],
    ['SENTRY_REPLAYS_SESSION_SAMPLE_RATE', '1', { errorReporting: { replaysSessionSampleRate: 1 } }],
    ['SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE', '.5', { errorReporting: { replaysOnErrorSampleRate: 0.5 } }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/', { tracesEndpoint: 'http://collector:4318' }],
    ['SENTRY_SEND_DEFAULT_PII', 'true', { errorReporting: { sendDefaultPii: true } }],
    ['SENTRY_AUTH_TOKEN', 'not ours', {}],
    [
      'GOS_AREAS',
      '{"charts":"https://bi.example"}',
      { areas: { charts: { url: 'https://bi.example', frame: false } } },
    ],
    [
      'GOS_AREAS',
      '{"contracts.current":{"url":"http://erp.example/a?b=c","frame":true}}',
      { areas: { 'contracts.current': { url: 'http://erp.example/a?b=c', frame: true } } },
    ],
  ])('%s takes %s', (name, value, expected) => {
    expect(read({ [name]: value })).toMatchObject(expected);
    expect(read({ [name]: '' })).toMatchObject({ dataDir: folder });
  });

  it('name the providers of single sign-on, each whole or not at all', () => {
    const google = { GOS_OIDC_GOOGLE_CLIENT_ID: 'a', GOS_OIDC_GOOGLE_CLIENT_SECRET: 'b' };
    const sso = {
      GOS_OIDC_SSO_ISSUER: 'http://localhost:8080/realm/',
      GOS_OIDC_SSO_CLIENT_ID: 'c',
      GOS_OIDC_SSO_CLIENT_SECRET: 'a secret',
    };
    expect(read().oidc).toEqual([]);
    expect(read({ ...google, ...sso }).oidc).toEqual([
      { id: 'google', name: 'Google', issuer: 'https://accounts.google.com', clientId: 'a', clientSecret: 'b' },
      { id: 'sso', name: 'localhost', issuer: 'http://localhost:8080/realm', clientId: 'c', clientSecret: 'a secret' },
    ]);
    for (const GOS_OIDC_SSO_ISSUER of ['', 'http://sso.example', 'https://sso.example?x', 'sso.example']) {
      expect(() => read({ ...sso, GOS_OIDC_SSO_ISSUER })).toThrow(/^GOS_OIDC_SSO_ISSUER (?!.*a secret)/);
    }
    expect(() => read({ ...sso, GOS_OIDC_SSO_NAME: 'x'.repeat(51) })).toThrow(/^GOS_OIDC_SSO_NAME /);
  });

  it('let a process take a part where all parts share servers and a secret', () => {
    const shared = {
      EVENTSTOREDB_URL: 'esdb://log.example:2113?tls=false',
      MONGODB_URL: 'mongodb://db.example',
      REDIS_URL: 'redis://redis.example',
      GOS_SECRET: 'sixteen letters!',
    };
    for (const role of ['api', 'projector', 'worker']) {
      expect(read({ ...shared, GOS_ROLE: role }).role).toBe(role);
      for (const name of Object.keys(shared)) {
        expect(() => read({ ...shared, GOS_ROLE: role, [name]: '' })).toThrow(name);
      }
    }
  });

  it.each([
    ['PORT', 'x'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['GOS_ROLE', 'api'],
    ['GOS_ROLE', 'boss'],
    ['EVENTSTOREDB_URL', 'http://log.example:2113'],
    ['MONGODB_URL', 'mongo.example:27017'],
    ['REDIS_URL', 'redis'],
    ['REDIS_URL', 'redis://:s3cret@@host:port'],
    ['S3_URL', 's3://bucket'],
    ['S3_URL', 'https://key:secret@files.example'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['SMTP_URL', 'mail.example'],
    ['GOS_MAIL_FROM', 'Gos'],
    ['GOS_MAIL_FROM', 'a@b.example, c@d.example'],
    ['GOS_PUBLIC_URL', 'gos.example'],
    ['GOS_PUBLIC_URL', 'ftp://gos.example'],
    ['GOS_SOURCE_URL', 'code.example/gos'],
    ['GOS_REGISTRATION', 'closed'],
    ['GOS_TIME_ZONE', 'Prague'],
    ['GOS_COUNTRY', 'cz'],
    ['GOS_COUNTRY', 'XX'],
    ['GOS_CURRENCY', 'Kč'],
    ['GOS_COOKIE_DOMAIN', 'gos example'],
    ['GOS_SECRET', 'short'],
    ['GOS_TRUSTED_PROXIES', 'loopback'],
    ['GOS_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['GOS_LOG_LEVEL', 'loud'],
    ['GOS_WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['NODE_ENV', 'prod'],
    ['GOS_AREAS', 'https://erp.example'],
    ['GOS_AREAS', '["https://erp.example"]'],
    ['GOS_AREAS', '{"contracts.none":"https://erp.example"}'],
    ['GOS_AREAS', '{"users.roles":"https://erp.example"}'],
    ['GOS_AREAS', '{"charts":"javascript:alert(1)"}'],
    ['GOS_AREAS', '{"charts":"/charts"}'],
    ['GOS_AREAS', '{"charts":null}'],
    ['GOS_AREAS', '{"charts":{"frame":true}}'],
    ['GOS_AREAS', '{"charts":{"url":"https://bi.example","frame":"yes"}}'],
    ['GOS_AREAS', '{"charts":{"url":"https://bi.example","tab":true}}'],
    ['SENTRY_DSN', 'errors.example'],
    ['SENTRY_ENVIRONMENT', 'our pilot'],
    ['SENTRY_TRACES_SAMPLE_RATE', '2'],
    ['SENTRY_REPLAYS_SESSION_SAMPLE_RATE', 'all'],
    ['SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE', '-1'],
    ['SENTRY_SEND_DEFAULT_PII', 'yes'],
    ['GOS_COLOUR', 'red'],
    ['GOS_OIDC_OTHER_NAME', 'x'],
    ['GOS_OIDC_GOOGLE_CLIENT_ID', 'x'],
    ['GOS_OIDC_SSO_NAME', 'x'],
    ['GOS_', ''],
  ])('%s refuses %s with one sentence that names it', (name, value) => {
    const message = (() => {
      try {
        read({ [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        return (error as Error).message;
      }
      return '';
    })();
    expect(message).toContain(name);
    expect(message).toMatch(/^[^\n]+\.$/);
  });

  it('want a data folder that can be made', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => read({ GOS_DATA_DIR: join(folder, 'file') })).toThrow(/GOS_DATA_DIR/);
    expect(read({ GOS_DATA_DIR: join(folder, 'a', 'b') }).dataDir).toBe(join(folder, 'a', 'b'));
  });

  it('keep a secret in the data folder, and notice when it is damaged', () => {
    const { secret } = read();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(read().secret).toBe(secret);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret);
    writeFileSync(join(folder, 'secret'), '');
    expect(() => read()).toThrow(/damaged/);
  });
});
