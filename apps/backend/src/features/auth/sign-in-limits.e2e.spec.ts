import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MAIL, type Mail } from '../../stores/mail/mail';
import { Harness, type Json, Person } from '../../testing/harness';

const password = 'correct horse';
const minute = 60_000;
const noon = Date.parse('2026-11-21T12:00:00.000Z');

let gos: Harness;
let admin: Person;
let jan: Person;
let now = noon;
const at = (milliseconds: number) => {
  now = milliseconds;
  gos.clock.set(new Date(milliseconds).toISOString());
};
beforeEach(async () => {
  gos = await Harness.start();
  at(noon);
  admin = await gos.person('Alena Adminová');
  jan = await gos.person('Jan Novák');
});
afterEach(() => gos.stop());

/** Signs in from an address, in a browser that nothing is known of. */
const login = (email: string, typed: string, address: string, person = gos.stranger()) =>
  person.post('/api/auth/login', { email, password: typed }, { 'x-forwarded-for': address });
const wrong = (address: string, email = jan.email, person?: Person) => login(email, 'wrong horse', address, person);
async function failTimes(times: number, address: string, email = jan.email, person?: Person): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await wrong(address, email, person)).status);
  return statuses;
}
const waitOf = ({ status, body, headers }: { status: number; body: Json; headers: Headers }) => [
  status,
  body.code,
  headers.get('retry-after'),
];

describe('wrong passwords', () => {
  test('for one e-mail are delayed from the fifth on, whether somebody has it or not', async () => {
    for (const email of [jan.email, 'nobody@example.com']) {
      at(noon);
      expect(await failTimes(5, '198.51.100.1', email)).toEqual([401, 401, 401, 401, 401]);
      expect(waitOf(await wrong('198.51.100.1', email))).toEqual([429, 'request.rate-limited', '1']);
      expect(waitOf(await login(email, password, '198.51.100.1'))).toEqual([429, 'request.rate-limited', '1']);
      at(now + 1_000);
      expect((await wrong('198.51.100.1', email)).status).toBe(401);
      expect(waitOf(await wrong('198.51.100.1', email))).toEqual([429, 'request.rate-limited', '2']);
      for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
        at(now + seconds * 1_000);
        expect((await wrong('198.51.100.1', email)).status).toBe(401);
      }
      expect((await wrong('198.51.100.1', email)).headers.get('retry-after')).toBe('900');
    }
  });

  test('keep nobody out who is elsewhere, and the right one begins anew', async () => {
    await failTimes(6, '198.51.100.1');
    expect((await login(jan.email, password, '198.51.100.2')).status).toBe(200);
    expect((await wrong('198.51.100.1')).status).toBe(429);
    at(now + 5_000);
    expect((await login(jan.email, password, '198.51.100.1')).status).toBe(200);
    expect(await failTimes(5, '198.51.100.1')).toEqual([401, 401, 401, 401, 401]);
  });

  test('from one /64 are of one network', async () => {
    for (const end of ['1', '2', '3', '4', '5']) await wrong(`2001:db8:1:2::${end}`);
    expect((await wrong('2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await wrong('2001:db8:1:3::1')).status).toBe(401);
  });

  test('many at once do not pass together', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => wrong('198.51.100.1')));
    const looked = all.filter(({ status }) => status === 401).length;
    // Two are looked at at a time, so that one may have begun.
    expect([5, 6]).toContain(looked);
  });

  test('of 40 different people in a minute are all looked at; a sweep over more is not', async () => {
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 40; n++) expect((await wrong('198.51.100.1', `m${n}@example.com`)).status).toBe(401);
      at(now + minute);
    }
    const statuses = new Set<number>();
    for (let n = 0; n < 80; n++) statuses.add((await wrong('198.51.100.1', `x${n}@example.com`)).status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await login(jan.email, password, '198.51.100.1')).status).toBe(429);
    // A person who has signed in from this browser before is let in.
    expect((await login(jan.email, password, '198.51.100.1', jan)).status).toBe(200);
  });
});

describe('a browser that somebody has signed in from', () => {
  const known = (email: string, ...cookies: string[]) => {
    const person = new Person(gos.origin, email);
    person.cookies.set('gosDevice', cookies.join('.'));
    return person;
  };
  const deviceOf = (person: Person) => person.cookies.get('gosDevice')!;

  test('is let in while others are delayed, and has a count of its own', async () => {
    await failTimes(6, '198.51.100.1');
    expect((await login(jan.email, password, '198.51.100.1', known(jan.email, deviceOf(jan)))).status).toBe(200);
    expect((await wrong('198.51.100.1')).status).toBe(429);
    const stolen = known(jan.email, deviceOf(jan));
    expect(await failTimes(6, '203.0.113.5', jan.email, stolen)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await wrong('203.0.113.6', jan.email, known(jan.email, deviceOf(jan)))).status).toBe(429);
    expect((await wrong('203.0.113.5')).status).toBe(401);
  });

  test('is known to its person alone, and a made-up one to nobody', async () => {
    await failTimes(6, '198.51.100.1');
    for (const cookie of [deviceOf(admin), 'a'.repeat(43), 'x', `${'b'.repeat(43)}.`]) {
      expect((await login(jan.email, password, '198.51.100.1', known(jan.email, cookie))).status).toBe(429);
    }
  });

  test('may be shared: each stays known', async () => {
    const shared = known(jan.email, deviceOf(jan));
    expect((await login(admin.email, password, '198.51.100.9', shared)).status).toBe(200);
    expect(deviceOf(shared).split('.')).toEqual([expect.not.stringMatching(deviceOf(jan)), deviceOf(jan)]);
    await failTimes(6, '198.51.100.1');
    expect((await login(jan.email, password, '198.51.100.1', shared)).status).toBe(200);
  });

  test('is told by a cookie that no script reads, for a year; signing out leaves it', async () => {
    const { headers } = await login(jan.email, password, '198.51.100.1', jan);
    const cookie = headers.getSetCookie().find((one) => one.startsWith('gosDevice='));
    expect(cookie).toMatch(/^gosDevice=[\w-]{43}; Path=\/api; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    const before = deviceOf(jan);
    await jan.post('/api/auth/logout');
    expect(deviceOf(jan)).toBe(before);
    const exported = (await admin.get(`/api/users/${jan.id}/export`)).body;
    expect(exported.devices).toEqual([
      { firstSignInAt: '2026-11-21T12:00:00.000Z', lastSignInAt: '2026-11-21T12:00:00.000Z' },
    ]);
  });

  test('is forgotten after a year, and when its person is deactivated', async () => {
    at(noon + 366 * 24 * 60 * minute);
    await failTimes(6, '198.51.100.1');
    expect((await login(jan.email, password, '198.51.100.1', known(jan.email, deviceOf(jan)))).status).toBe(429);
    at(noon);
    await gos.restart();
    admin.origin = gos.origin;
    for (const active of [false, true]) {
      expect((await admin.patch(`/api/users/${jan.id}`, { active }, {})).status).toBe(200);
    }
    await failTimes(6, '198.51.100.1');
    expect((await login(jan.email, password, '198.51.100.1', known(jan.email, deviceOf(jan)))).status).toBe(429);
  });
});

test('more than a hundred wrong passwords within an hour are told to the person and the admins, once an hour', async () => {
  const sent: { id: string; to: { address: string }; subject: string; text: string }[] = [];
  const mail = gos.service<Mail>(MAIL);
  mail.send = async (letter) => void sent.push(letter as never);
  const attack = async (count: number, email: string, net: string) => {
    for (let n = 0; n < count; n++) await wrong(`${net}.${n}`, email);
  };
  await attack(100, jan.email, '198.51.100');
  await attack(110, 'nobody@example.com', '203.0.113');
  expect(sent).toEqual([]);
  await attack(30, jan.email, '192.0.2');
  await until(() => sent.length >= 2);
  expect(sent.map(({ to }) => to.address).sort()).toEqual([admin.email, jan.email]);
  const letterTo = (person: Person) => sent.find(({ to }) => to.address === person.email)!;
  expect(letterTo(jan).subject).toBe('Gos: někdo zkouší vaše heslo');
  expect(letterTo(jan).text).toContain('Vaše heslo drží');
  expect(letterTo(admin).text).toContain('Jan Novák (osoba 2)');
  expect((await login(jan.email, password, '10.1.1.1')).status).toBe(200);
  at(now + 61 * minute);
  await attack(102, jan.email, '198.51.101');
  await until(() => sent.length >= 4);
  expect(sent).toHaveLength(4);
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}
