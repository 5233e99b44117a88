import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '@gos/contract';
import { afterAll, expect, it } from '@jest/globals';
import { EventStoreDbProcess } from '../../../eventstoredb/src/process';
import { type Ended, Installation } from '../testing/installation';

// Each is a process of its own, on machines that have other work.
const started: Installation[] = [];
const installation = (EVENTSTOREDB_URL: string) => {
  const GOS_SECRET = 'the key of the sessions, 32 long at least';
  const one = new Installation({ EVENTSTOREDB_URL, GOS_SECRET, GOS_LOG_LEVEL: 'warn' });
  started.push(one);
  return one;
};
afterAll(() => Promise.all(started.map((one) => one.remove())));

const linesOf = ({ out }: Ended) =>
  out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly context: string; readonly err?: unknown });

it('is not started with a setting that only the operator can mend', async () => {
  expect(await installation('esdb://127.0.0.1:1?tlsCAFile=/nowhere/ca.crt').startWith({})).toMatchObject({
    code: 1,
    err: 'Gos cannot start: EVENTSTOREDB_URL names tlsCAFile=/nowhere/ca.crt, which is not there.\n',
  });
});

it.each([
  ['to whoever comes', false],
  ['on what is said to it', true],
])('says once what hinders it, however long it waits: the store hangs up %s', async (_, hearsFirst) => {
  let tries = 0;
  const hangingUp = createServer({ pauseOnConnect: true }, async (socket) => {
    tries++;
    if (hearsFirst) await sleep(50);
    socket.destroy();
  });
  hangingUp.listen(0, '127.0.0.1');
  await once(hangingUp, 'listening');
  const waiting = installation(`esdb://127.0.0.1:${(hangingUp.address() as AddressInfo).port}?tls=false`);
  await waiting.start();
  while (tries < 4) await sleep(50);
  const { parts } = (await (await fetch(`${waiting.origin}/api/health/ready`)).json()) as Readiness;
  // A local folder answers, whatever is away.
  expect(parts.find(({ part }) => part === 'files')).toMatchObject({ ok: true, reason: null });
  const said = linesOf(await waiting.end('SIGTERM')).map(({ msg }) => msg);
  const sentence = 'Waiting for the stores: The event store hangs up at once';
  expect(said.filter((msg) => msg.startsWith(sentence))).toHaveLength(1);
  hangingUp.close();
});

it('says once by whom it is missed when it goes away, and goes on when it is back', async () => {
  const store = await EventStoreDbProcess.start();
  try {
    const working = installation(store.url);
    await working.start();
    const ready = async () => (await fetch(`${working.origin}/api/health/ready`)).ok;
    while (!(await ready())) await sleep(50);
    const person = await working.person('Karla Svobodová');
    await store.kill();
    // Longer than several tries of everything that follows the log.
    await sleep(6_000);
    await store.revive();
    while (!(await ready())) await sleep(50);
    expect(await person.task({ name: 'Úkol' })).toBe(1);
    const said = linesOf(await working.end('SIGTERM'));
    const about = said.filter(({ msg }) => /event store/i.test(msg));
    expect(about.length).toBeGreaterThan(0);
    const told = about.map(({ context, msg }) => `${context}: ${msg}`);
    expect(new Set(told).size).toBe(told.length);
    for (const { msg, err } of about) {
      expect(msg).not.toMatch(/UNAVAILABLE|gRPC|\d{4}-\d\d-\d\dT/);
      expect(err).toBeUndefined();
    }
  } finally {
    await store.stop();
  }
});
