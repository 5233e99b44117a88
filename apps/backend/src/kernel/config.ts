import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import {
  type AreaAddress,
  type AreaAddresses,
  isArea,
  isOwnArea,
  limits,
  type ProcessRole,
  processRoles,
  registrationModes,
  type Settings,
} from '@gos/domain';
import { type MailAddress, mailAddressOf } from './mail-address';
import { type OidcSettings, oidcSettingsOf } from './oidc-settings';
import { s3LocationOf } from './s3-url';
import { loadOrCreateSecret, secretFile, secretMin } from './secret-file';
import { smtpServerOf } from './smtp-url';
import { networksOf, usualProxies } from './trusted-proxies';

/**
 * Milliseconds in which a request without progress is answered, and in which a command's answer waits for the read models. Not a
 * setting: tests that check no limit use longer ones, so that a busy machine does not fail them.
 */
interface Patience {
  readonly answerMs: number;
  readonly appliedMs: number;
}

/** With the work around it, an answer takes less than 10 s. */
export const patience: Patience = { answerMs: 8_000, appliedMs: 2_000 };

/** The installation's settings, read once from the environment. An invalid value stops the start with one clear sentence. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly role: ProcessRole;
  readonly servers: Servers;
  readonly publicUrl: string | null;
  /** Address of the source code of the running version (AGPL, section 13). */
  readonly sourceUrl: string;
  /** The sender of mails; null where `SMTP_URL` decides. */
  readonly mailFrom: MailAddress | null;
  /** null where the settings of the installation decide */
  readonly registration: Settings['registration'] | null;
  readonly timeZone: string;
  readonly country: string;
  readonly currency: string;
  readonly cookieDomain: string | null;
  readonly secret: string;
  /** Addresses and networks of proxies that are believed when they say for whom they ask. */
  readonly trustedProxies: readonly string[];
  /** Webhooks may send to this machine and to private networks. */
  readonly webhookAllowPrivate: boolean;
  /** The providers of single sign-on. */
  readonly oidc: readonly OidcSettings[];
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Bytes. Not a setting: only tests choose a smaller one. */
  readonly fileMax: number;
  /** bytes that one person may keep uploaded which no task holds */
  readonly uploadQuota: number;
  /** How slowly a request's body may come: what it has to begin with, and what each further second costs. Not a setting. */
  readonly bodyPace: { readonly firstMs: number; readonly bytesPerSecond: number; readonly mostMs: number };
  /** Whether jobs and repeats run here at all, where the role allows it. Not a setting: an operation on a stopped installation does without. */
  readonly background: boolean;
  /** Whether it starts with lost accounts: for giving people new ones. */
  readonly hasLostAccounts: boolean;
  /** How often the worker looks for what the clock has made due, in milliseconds. Not a setting: tests that set the clock look themselves (null). */
  readonly tickMs: number | null;
  /** The cost of a password with argon2id: KiB of memory, passes, threads. */
  readonly passwordCost: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
  readonly patience: Patience;
  readonly mode: 'production' | 'test' | 'development';
  /** Addresses that the links to the other areas lead to. */
  readonly areas: AreaAddresses;
  readonly errorReporting: ErrorReportingConfig;
  /** OTLP over HTTP endpoint for traces; null sends none. */
  readonly tracesEndpoint: string | null;
}

/** Addresses of external servers, as URLs with credentials; null means the embedded store in the data folder. */
export interface Servers {
  readonly eventStoreDb: string | null;
  /** Begins the names of all streams, so that installations can share an EventStoreDB; empty for none. */
  readonly eventStoreDbPrefix: string;
  readonly mongoDb: string | null;
  readonly redis: string | null;
  readonly s3: string | null;
  readonly smtp: string | null;
}

/** Where browsers report errors; without an endpoint they report none. */
export interface ErrorReportingConfig {
  readonly endpoint: string | null;
  readonly environment: string;
  /** From 0 to 1. */
  readonly tracesSampleRate: number;
  readonly replaysSessionSampleRate: number;
  readonly replaysOnErrorSampleRate: number;
  readonly sendDefaultPii: boolean;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const CONFIG = Symbol('Config');

type Environment = Readonly<Record<string, string | undefined>>;

function oneOf<T extends string>(env: Environment, name: string, values: readonly T[], fallback: T): T {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (!values.includes(value as T))
    throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${value}".`);
  return value as T;
}

function matching(env: Environment, name: string, pattern: RegExp, what: string, fallback: string): string {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (!pattern.test(value)) throw new ConfigError(`${name} must be ${what}, not "${value}".`);
  return value;
}

function zone(env: Environment): string {
  const value = env.GOS_TIME_ZONE || 'Europe/Prague';
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    throw new ConfigError(`GOS_TIME_ZONE must be an IANA time zone such as Europe/Prague, not "${value}".`);
  }
  return value;
}

const holidayData = dirname(createRequire(import.meta.url).resolve('date-holidays/package.json'));

/** Looks for the country's file, because loading the library takes a tenth of a second. */
function countryOf(env: Environment): string {
  const country = matching(env, 'GOS_COUNTRY', /^[A-Z]{2}$/, 'a country code of two capital letters', 'CZ');
  if (!existsSync(join(holidayData, 'data', 'countries', `${country}.yaml`))) {
    throw new ConfigError(`GOS_COUNTRY must be a country whose holidays are known, not "${country}".`);
  }
  return country;
}

function url(env: Environment, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new ConfigError(`${name} must be an address beginning with http:// or https://, not "${value}".`);
  }
  return value.replace(/\/+$/, '');
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

function areaAddress(key: string, value: unknown): AreaAddress {
  const { url: address, frame = false, ...rest } = typeof value === 'string' ? { url: value } : Object(value);
  if (isOwnArea(key)) {
    throw new ConfigError(`GOS_AREAS gives "${key}" an address, but it leads to a screen of Gos itself: leave it out.`);
  }
  if (!isArea(key)) throw new ConfigError(`GOS_AREAS names "${key}", which is no entry of the sidebar.`);
  if (!isAddress(address)) {
    throw new ConfigError(`GOS_AREAS must give "${key}" an address beginning with http:// or https://.`);
  }
  if (typeof frame !== 'boolean' || Object.keys(rest).length > 0) {
    throw new ConfigError(`GOS_AREAS must give "${key}" an address, or url and frame (true or false).`);
  }
  return { url: address, frame };
}

function areasOf(env: Environment): AreaAddresses {
  if (!env.GOS_AREAS) return {};
  let given: unknown;
  try {
    given = JSON.parse(env.GOS_AREAS);
  } catch {
    given = null;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ConfigError('GOS_AREAS must be a JSON object of addresses, such as {"charts": "https://firma.example"}.');
  }
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, areaAddress(key, value)]));
}

/** Reads the URL of a server. The value may hold a password, so error messages never repeat it. */
function server(env: Environment, name: string, schemes: readonly string[]): string | null {
  const value = env[name];
  if (!value) return null;
  const scheme = /^([a-z0-9+]+):\/\/[^/]/.exec(value)?.[1];
  if (scheme === undefined || !schemes.includes(scheme)) {
    throw new ConfigError(
      `${name} must be an address beginning with ${schemes.map((one) => `${one}://`).join(' or ')}.`,
    );
  }
  return value;
}

function mailFrom(env: Environment): MailAddress | null {
  const value = env.GOS_MAIL_FROM;
  if (!value) return null;
  const sender = mailAddressOf(value);
  if (sender === null) {
    throw new ConfigError(`GOS_MAIL_FROM must be an address such as Gos <gos@firma.example>, not "${value}".`);
  }
  return { name: sender.name || 'Gos', address: sender.address };
}

function serversOf(env: Environment): Servers {
  return {
    eventStoreDb: server(env, 'EVENTSTOREDB_URL', ['esdb', 'esdb+discover']),
    eventStoreDbPrefix: matching(
      env,
      'EVENTSTOREDB_PREFIX',
      /^[a-z0-9-]{1,50}$/,
      'a name of small letters, digits and -',
      '',
    ),
    mongoDb: server(env, 'MONGODB_URL', ['mongodb', 'mongodb+srv']),
    redis: understood(assertUrl, server(env, 'REDIS_URL', ['redis', 'rediss'])),
    s3: understood(s3LocationOf, server(env, 'S3_URL', ['http', 'https'])),
    smtp: understood((value) => smtpServerOf(value, mailFrom(env)), server(env, 'SMTP_URL', ['smtp', 'smtps'])),
  };
}

/** Checks here, because the error message of a driver that fails on it later may repeat a password. */
function assertUrl(value: string): void {
  if (URL.canParse(value)) return;
  throw new RangeError(
    'REDIS_URL cannot be read: it must look like redis://:PASSWORD@host:6379, with percent-encoded characters.',
  );
}

/** @throws ConfigError */
function oidcOf(env: Environment): OidcSettings[] {
  try {
    return oidcSettingsOf(env);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function understood(read: (url: string) => unknown, url: string | null): string | null {
  try {
    if (url !== null) read(url);
    return url;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function roleOf(env: Environment, { eventStoreDb, mongoDb, redis }: Servers): ProcessRole {
  const role = oneOf(env, 'GOS_ROLE', processRoles, 'all');
  if (role === 'all') return role;
  if (eventStoreDb === null || mongoDb === null || redis === null) {
    throw new ConfigError(
      `GOS_ROLE ${role} needs EVENTSTOREDB_URL, MONGODB_URL and REDIS_URL: its processes share them.`,
    );
  }
  if (!env.GOS_SECRET) throw new ConfigError(`GOS_ROLE ${role} needs GOS_SECRET: all processes share it.`);
  return role;
}

function rate(env: Environment, name: string, fallback: '0'): number {
  return Number(matching(env, name, /^(0|1|1\.0{1,9}|0?\.\d{1,9})$/, 'a number from 0 to 1', fallback));
}

function errorReporting(env: Environment, mode: Config['mode']): ErrorReportingConfig {
  return {
    endpoint: url(env, 'SENTRY_DSN'),
    environment: matching(env, 'SENTRY_ENVIRONMENT', /^[\w.-]{1,64}$/, 'a name of letters, digits, . - and _', mode),
    tracesSampleRate: rate(env, 'SENTRY_TRACES_SAMPLE_RATE', '0'),
    replaysSessionSampleRate: rate(env, 'SENTRY_REPLAYS_SESSION_SAMPLE_RATE', '0'),
    replaysOnErrorSampleRate: rate(env, 'SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE', '0'),
    sendDefaultPii: oneOf(env, 'SENTRY_SEND_DEFAULT_PII', ['true', 'false'], 'false') === 'true',
  };
}

/** Installations that there are may keep a secret of these many characters. */
const formerSecretMin = 16;
export const shortSecret = `GOS_SECRET must have at least ${secretMin} characters.`;

function trustedProxies(env: Environment): readonly string[] {
  const value = env.GOS_TRUSTED_PROXIES;
  if (!value) return usualProxies;
  try {
    return networksOf(value);
  } catch (error) {
    throw new ConfigError(
      `GOS_TRUSTED_PROXIES must be addresses and networks such as 10.0.0.5,172.16.0.0/12, and "${(error as Error).message}" is neither.`,
    );
  }
}

/** Falls back to the key in the data folder, so that sessions survive a restart. */
function secretOf(env: Environment, dataDir: string): string {
  const given = env.GOS_SECRET;
  if (given) {
    if (given.length < formerSecretMin) throw new ConfigError(shortSecret);
    return given;
  }
  const kept = loadOrCreateSecret(dataDir);
  if (kept.length < secretMin) {
    throw new ConfigError(
      `The file "${secretFile(dataDir)}" is damaged: put it back, or delete it to end all sessions.`,
    );
  }
  return kept;
}

const oidc = ['GOOGLE', 'SSO'].flatMap((provider) =>
  ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'NAME'].map((part) => `GOS_OIDC_${provider}_${part}`),
);

const known: ReadonlySet<string> = new Set([
  'GOS_DATA_DIR',
  'GOS_ROLE',
  'GOS_PUBLIC_URL',
  'GOS_REGISTRATION',
  'GOS_TIME_ZONE',
  'GOS_COUNTRY',
  'GOS_CURRENCY',
  'GOS_COOKIE_DOMAIN',
  'GOS_SECRET',
  'GOS_TRUSTED_PROXIES',
  'GOS_LOG_LEVEL',
  'GOS_AREAS',
  'GOS_WEBHOOK_ALLOW_PRIVATE',
  'GOS_MAIL_FROM',
  'GOS_SOURCE_URL',
  'GOS_UPLOAD_QUOTA',
  ...oidc,
]);

export function readConfig(env: Environment): Config {
  for (const name of Object.keys(env)) {
    if (name.startsWith('GOS_') && !known.has(name)) throw new ConfigError(`${name} is no setting of Gos.`);
  }
  const port = Number(matching(env, 'PORT', /^\d{1,5}$/, 'a port number from 0 to 65535', '3000'));
  if (port > 65_535) throw new ConfigError(`PORT must be a port number from 0 to 65535, not "${port}".`);
  const servers = serversOf(env);
  const role = roleOf(env, servers);
  const mode = oneOf(env, 'NODE_ENV', ['production', 'test', 'development'], 'production');
  const dataDir = resolve(env.GOS_DATA_DIR || './data');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`GOS_DATA_DIR "${dataDir}" cannot be made or written: ${(error as Error).message}.`);
  }
  return {
    port,
    host: env.HOST || '0.0.0.0',
    dataDir,
    role,
    servers,
    publicUrl: url(env, 'GOS_PUBLIC_URL'),
    sourceUrl: url(env, 'GOS_SOURCE_URL') ?? 'https://github.com/gos-work/gos',
    mailFrom: mailFrom(env),
    registration: env.GOS_REGISTRATION ? oneOf(env, 'GOS_REGISTRATION', registrationModes, 'open') : null,
    timeZone: zone(env),
    country: countryOf(env),
    currency: matching(env, 'GOS_CURRENCY', /^[A-Z]{3}$/, 'a currency code of three capital letters', 'CZK'),
    cookieDomain: matching(env, 'GOS_COOKIE_DOMAIN', /^[a-z0-9.-]+$/i, 'a domain name', '') || null,
    secret: secretOf(env, dataDir),
    trustedProxies: trustedProxies(env),
    webhookAllowPrivate: oneOf(env, 'GOS_WEBHOOK_ALLOW_PRIVATE', ['true', 'false'], 'false') === 'true',
    oidc: oidcOf(env),
    logLevel: oneOf(env, 'GOS_LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    fileMax: limits.file.max,
    uploadQuota: Number(
      matching(env, 'GOS_UPLOAD_QUOTA', /^\d{1,15}$/, 'a number of bytes', String(1024 * 1024 * 1024)),
    ),
    bodyPace: { firstMs: 30_000, bytesPerSecond: 8 * 1024, mostMs: 60_000 },
    background: true,
    hasLostAccounts: false,
    tickMs: 10_000,
    // As recommended by OWASP.
    passwordCost: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
    patience,
    mode,
    areas: areasOf(env),
    errorReporting: errorReporting(env, mode),
    tracesEndpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
  };
}

/** The address where people open the application. */
export const originOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
