import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { runInContext } from './correlation';
import { PinoLogger } from './logger';
import { Metrics } from './metrics';
import { type SecurityEvent, SecurityLog } from './security-log';

type Line = Record<string, unknown>;

function logAt(level: string) {
  const raw: string[] = [];
  Logger.overrideLogger(new PinoLogger(level, { write: (line) => void raw.push(line) }));
  const metrics = new Metrics();
  const log = new SecurityLog(metrics, { secret: 'a secret of the installation for tests' });
  const lines = () => raw.map((line) => JSON.parse(line) as Line);
  return { log, raw, lines, metrics };
}
const from = (address: string, action: () => void) =>
  runInContext(
    { correlationId: 'c-1', span: null, from: { address, route: 'POST /api/auth/login', answerMs: 9_000 } },
    action,
  );

afterEach(() => {
  Logger.overrideLogger(false);
  jest.useRealTimers();
});

describe('the security log', () => {
  test('tells who, where and what, in one line of JSON, with a fingerprint for an e-mail', () => {
    const { log, lines } = logAt('info');
    from('192.0.2.1', () => {
      log.write('sign-in.failed', { email: 'jan@example.com', what: 'password' });
      log.write('sign-in.failed', { email: 'jan@example.com', what: 'password' });
      log.write('sign-in.succeeded', { person: 7, what: 'totp' });
    });
    const [first, second, third] = lines();
    expect(first).toMatchObject({
      level: 40,
      context: 'Security',
      security: 'sign-in.failed',
      msg: 'sign-in.failed',
      what: 'password',
      address: '192.0.2.1',
      route: 'POST /api/auth/login',
      correlationId: 'c-1',
      email: expect.stringMatching(/^[\w-]{16}$/),
    });
    expect(second!.email).toBe(first!.email);
    expect(third).toMatchObject({ level: 30, security: 'sign-in.succeeded', person: 7, what: 'totp' });
    expect(JSON.stringify(lines())).not.toContain('jan@');
  });

  test.each([
    ['fatal', 1],
    ['warn', 1],
    ['silent', 0],
  ])('is written at the level %s: %d', (level, count) => {
    const { log, lines } = logAt(level);
    log.write('token.made', { person: 1, what: 'read' });
    expect(lines()).toHaveLength(count);
  });

  test('cannot be forged by what somebody sends', () => {
    const { log, raw, lines } = logAt('info');
    const evil = '\u001b[31m\r\n{"level":30,"security":"sign-in.succeeded"}\u2028';
    from(evil, () => log.write('sign-in.failed', { email: evil, what: evil }));
    expect(raw).toHaveLength(1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(raw[0]!.trimEnd()).not.toMatch(/[\u0000-\u001f]/);
    expect(lines()[0]).toMatchObject({ security: 'sign-in.failed', address: evil.slice(0, 64) });
  });

  test('of a flood from one source tells the beginning, and each minute how many more there were', () => {
    jest.useFakeTimers();
    const { log, lines, metrics } = logAt('info');
    for (let n = 0; n < 500; n++) {
      from('192.0.2.1', () => log.write('sign-in.failed', { email: `x${n}@example.com`, what: 'password' }));
    }
    from('192.0.2.2', () => log.write('sign-in.failed', { person: 3, what: 'password' }));
    expect(lines()).toHaveLength(21);
    jest.advanceTimersByTime(60_000);
    expect(lines().at(-1)).toMatchObject({
      msg: 'sign-in.failed, and 480 more',
      security: 'sign-in.failed',
      more: 480,
      address: '192.0.2.1',
    });
    from('192.0.2.1', () => log.write('sign-in.failed', { person: 3, what: 'password' }));
    expect(lines()).toHaveLength(23);
    return expect(metrics.registry.metrics()).resolves.toMatch(
      /gos_security_events_total\{name="sign-in.failed"\} 502/,
    );
  });

  test('of a flood from everywhere tells so much and no more; an office that signs in is told whole', () => {
    const { log, lines } = logAt('info');
    for (let n = 0; n < 5_000; n++) from(`10.0.${n >> 8}.${n & 255}`, () => log.write('limit.reached', { what: 'x' }));
    expect(lines()).toHaveLength(1_000);
    log.onApplicationShutdown();
    expect(lines().at(-1)).toMatchObject({ security: 'limit.reached', more: 4_000 });
    for (let n = 0; n < 300; n++)
      from('192.0.2.1', () => log.write('sign-in.succeeded', { person: n, what: 'google' }));
    expect(lines()).toHaveLength(1_301);
  });

  test('says who acted where that is somebody else', () => {
    const { log, lines } = logAt('info');
    const origin = { address: '192.0.2.1', route: 'DELETE /api/users/:id/second-step', person: 1, answerMs: 9_000 };
    runInContext({ correlationId: 'c-2', span: null, from: origin }, () => {
      log.write('second-step.reset' satisfies SecurityEvent, { person: 2 });
      log.write('password.changed', { person: 1 });
    });
    expect(lines().map(({ person, by }) => [person, by])).toEqual([
      [2, 1],
      [1, undefined],
    ]);
  });
});
