import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '../../backend/src/testing/chance';
import { type Figure, figure, type Section } from './figures';
import type { Latencies, Request } from './http-load';
import { inOwnProcess } from './own-process';
import type { Setting } from './setting';

const addresses = 500;
const password = 'a right password';
const office = '192.0.2.10';

/** Measures correct sign-ins and other requests while many addresses send wrong passwords. */
export async function measureAttack(setting: Setting): Promise<Section> {
  const { server, cookies } = await setting.server();
  const milliseconds = setting.milliseconds(6_000);
  const chance = new Chance(5);
  const members = [...cookies].filter(([id]) => id !== 1).map(([, cookie]) => cookie);
  const device = await register(server.origin);
  const signIn = (cookie?: string): Request[] => [
    {
      method: 'POST',
      path: '/api/auth/login',
      address: office,
      body: JSON.stringify({ email, password }),
      ...(cookie !== undefined && { cookie }),
    },
  ];
  const lists = Array.from({ length: 2_000 }, (): Request => {
    return { method: 'GET', path: '/api/tasks?list=to-complete&pageSize=25', cookie: chance.of(members) };
  });
  const measure = (requests: readonly Request[], time = milliseconds) =>
    inOwnProcess('httpLoad', { origin: server.origin, atOnce: 1, milliseconds: time, requests });
  const all = async () => ({
    known: await measure(signIn(device)),
    unknown: await measure(signIn()),
    list: await measure(lists),
  });
  await measure(signIn(device), milliseconds / 4);
  await measure(lists, milliseconds / 4);
  const quiet = await all();
  const attack = inOwnProcess('wrongSignIns', {
    origin: server.origin,
    addresses,
    milliseconds: 4 * milliseconds + 20_000,
  });
  // Wait until all of them are queued; all addresses are still unknown.
  await sleep(1_500);
  const first = await timeOf(server.origin, signIn()[0]!);
  const attacked = await all();
  const answers = Object.entries(await attack).map(([status, count]) => `${count} × ${status}`);
  const figures: Figure[] = [];
  const add = (name: string, of: 'known' | 'unknown' | 'list') => {
    const [one, to] = [attacked[of], quiet[of]];
    const baseline = (value: number) => ({ name: 'the same without the attack', value });
    figures.push(figure(`${name}, 1 at a time`, one.perSecond, '/s', baseline(to.perSecond), failedOf(one)));
    figures.push(figure(`${name}, p50`, one.p50, 'ms', baseline(to.p50)));
    figures.push(figure(`${name}, p99`, one.p99, 'ms', baseline(to.p99)));
  };
  add('right sign-in from a known browser', 'known');
  add('right sign-in from a new browser', 'unknown');
  figures.push(
    figure(
      'the same among the first wave of addresses that nothing is known of',
      first,
      'ms',
      { name: 'without the attack', value: quiet.unknown.p50 },
      `wrong ones were answered ${answers.join(', ')}`,
    ),
  );
  add('list of 25 to complete', 'list');
  return {
    name: 'attack',
    title: `Sign-in under attack: ${addresses} wrong passwords at a time from as many addresses`,
    figures,
    profiles: [],
  };
}

const email = 'attacked@example.com';

const failedOf = ({ failed, count }: Latencies) => (failed > 0 ? `${failed} of ${count} were refused` : undefined);

/** Milliseconds of one request. */
async function timeOf(origin: string, { method, path, body, address }: Request): Promise<number> {
  const started = performance.now();
  const headers = {
    'x-requested-with': 'gos',
    'content-type': 'application/json',
    'x-forwarded-for': address ?? '',
  };
  await (await fetch(`${origin}${path}`, { method, body, headers })).arrayBuffer();
  return performance.now() - started;
}

/** Registers somebody; returns the cookie by which their browser is known. */
async function register(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'x-requested-with': 'gos', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Right Person', email, password, passwordRepeat: password }),
  });
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('gosDevice='));
  if (answer.status !== 201 || !cookie) throw new Error(`Nobody could register: ${answer.status}`);
  return cookie.slice(0, cookie.indexOf(';'));
}
