import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparePositions } from '@gos/domain';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AppOptions, createApp } from '../app';
import { ActiveReadModels } from '../engine/projections/active-read-models';
import { Clock } from '../kernel/clock';
import { type Config, patience, readConfig } from '../kernel/config';
import { Lifecycle } from '../operator/lifecycle';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import type { EveryServer } from './servers/every-server';

/** A clock that tests set; it stays at the set time, or runs from there. */
export class TestClock extends Clock {
  private fixed: number | null = null;

  set(instant: string | null): void {
    this.fixed = instant === null ? null : Date.parse(instant);
  }

  override now(): number {
    return this.fixed ?? Date.now();
  }
}

export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

export type Json = any;

/** A person at a browser of their own: cookies are kept, the header of our pages is sent. */
export class Person {
  readonly cookies = new Map<string, string>();
  id = 0;

  constructor(
    public origin: string,
    readonly email = '',
  ) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply<Json>> {
    const form = body instanceof FormData;
    const response = await fetch(`${this.origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-requested-with': 'gos',
        ...(this.cookies.size > 0 && { cookie: this.cookie }),
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: form ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair, ...attributes] = cookie.split('; ');
      const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)];
      const gone = value === '' || attributes.some((one) => one.toLowerCase() === 'max-age=0');
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    const json = text !== '' && response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers };
  }

  get(path: string, headers?: Record<string, string>) {
    return this.call('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: Record<string, string>) {
    return this.call('POST', path, body, headers);
  }

  patch(path: string, body?: unknown, headers?: Record<string, string>) {
    return this.call('PATCH', path, body, headers);
  }

  delete(path: string, headers?: Record<string, string>) {
    return this.call('DELETE', path, undefined, headers);
  }

  /** Creates a task and gives back its number. */
  async task(body: object): Promise<number> {
    const { status, body: answer } = await this.post('/api/tasks', body);
    if (status !== 201) throw new Error(`not created: ${JSON.stringify(answer)}`);
    return answer.id;
  }
}

const password = 'correct horse';
/** The least that argon2 takes: what a real one costs is the tests' of passwords. */
const passwordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Loads the drivers of all servers only where they are needed. */
async function startServers(): Promise<EveryServer> {
  return (await import('./servers/every-server')).EveryServer.start();
}

/** A busy machine must not fail a test that checks no limit. */
const longPatience = { answerMs: 120_000, appliedMs: 10_000 };

/**
 * The real application on temporary stores: embedded ones, or every server where TEST_SHAPE is `servers`. Nothing that we own is
 * mocked; only the clock can be set.
 */
export class Harness {
  readonly clock = new TestClock();
  private app: NestFastifyApplication | undefined;
  private people = 0;
  origin = '';

  private constructor(
    readonly folder: string,
    /** The settings; changed ones count from the next `up` on. */
    readonly env: Record<string, string>,
    private readonly more: Partial<Config>,
    private readonly servers: EveryServer | null,
    private readonly options: Pick<AppOptions, 'pages'> = {},
  ) {}

  /** @param more what no setting can change, such as the size of a file */
  static async start(
    env: Record<string, string> = {},
    more: Partial<Config> = {},
    options: Pick<AppOptions, 'pages'> = {},
  ): Promise<Harness> {
    return Harness.startOn(process.env.TEST_SHAPE === 'servers' ? await startServers() : null, env, more, options);
  }

  /** For what holds of the embedded stores alone. */
  static startEmbedded(env: Record<string, string> = {}): Promise<Harness> {
    return Harness.startOn(null, env, {});
  }

  /** For servers that the caller starts, disturbs and stops: with the product's own limits. */
  static startOnServers(env: Record<string, string>): Promise<Harness> {
    return Harness.startOn(null, env, { patience });
  }

  private static async startOn(
    servers: EveryServer | null,
    env: Record<string, string>,
    more: Partial<Config>,
    options: Pick<AppOptions, 'pages'> = {},
  ): Promise<Harness> {
    const folder = mkdtempSync(join(tmpdir(), 'gos-app-'));
    const harness = new Harness(folder, { ...servers?.env, ...env }, more, servers, options);
    await harness.up();
    return harness;
  }

  async up(): Promise<void> {
    const settings = { GOS_DATA_DIR: this.folder, GOS_PUBLIC_URL: 'http://localhost', NODE_ENV: 'test', ...this.env };
    const config = { ...readConfig(settings), passwordCost, patience: longPatience, tickMs: null, ...this.more };
    this.app = await createApp(config, { clock: this.clock, logger: false, ...this.options });
    await this.app.listen(0, '127.0.0.1');
    this.origin = await this.app.getUrl();
    const { opened } = this.service<ActiveReadModels>(ActiveReadModels);
    await Promise.race([
      opened,
      this.service<Lifecycle>(Lifecycle)
        .started()
        .then(() => opened),
    ]);
  }

  async down(): Promise<void> {
    await this.app?.close();
    this.app = undefined;
  }

  async restart(): Promise<void> {
    await this.down();
    await this.up();
  }

  async stop(): Promise<void> {
    await this.down();
    await this.servers?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
  service<T>(token: any): T {
    return this.app!.get<T>(token, { strict: false });
  }

  /** Resolves once everything that is in the log now can be read: after what no request did, which waits for it. */
  async applied(): Promise<void> {
    const end = await this.service<EventLog>(EVENT_LOG).end();
    const readModels = this.service<ActiveReadModels>(ActiveReadModels);
    while (end !== null && (readModels.applied === null || comparePositions(readModels.applied, end) < 0)) {
      await readModels.waitUntilApplied(end);
    }
  }

  /** Somebody who is not signed in. */
  stranger(): Person {
    return new Person(this.origin);
  }

  /** Somebody who is there already signs in. */
  async signIn(email: string): Promise<Person> {
    const person = new Person(this.origin, email);
    const { status, body } = await person.post('/api/auth/login', { email, password });
    if (status !== 200) throw new Error(`not signed in: ${JSON.stringify(body)}`);
    person.id = body.id;
    return person;
  }

  /** Somebody new, signed in; the first is the admin. */
  async person(name = `Person ${this.people + 1}`): Promise<Person> {
    const number = ++this.people;
    const email = `person${number}@example.com`;
    const person = new Person(this.origin, email);
    const body = { name, email, password, passwordRepeat: password };
    // The first from the machine itself; the others each from an address of their own, as registrations from one are limited.
    const from: Record<string, string> =
      number === 1 ? {} : { 'x-forwarded-for': `198.18.${number >> 8}.${number & 255}` };
    const { status, body: answer } = await person.post('/api/auth/register', body, from);
    if (status !== 201) throw new Error(`not registered: ${JSON.stringify(answer)}`);
    person.id = answer.id;
    return person;
  }
}
