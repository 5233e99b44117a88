import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Person } from '../testing/harness';

const forged = { 'x-forwarded-for': 'forged, 192.0.2.7' };

/** Something that is limited by address. */
const ask = async (gos: Harness, n: number, headers: Record<string, string>): Promise<number> =>
  (await gos.stranger().post('/api/auth/forgotten', { email: `nobody${n}@example.com` }, headers)).status;

describe('a proxy that is trusted', () => {
  let gos: Harness;
  let admin: Person;
  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena');
  });
  afterAll(() => gos.stop());

  it('is believed up to whom it saw: what stands before that anybody may have written', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 45; n++) statuses.add(await ask(gos, n, { 'x-forwarded-for': `forged-${n}, 192.168.1.50` }));
    expect([...statuses]).toEqual([204, 429]);
    expect(await ask(gos, 46, { 'x-forwarded-for': '192.168.1.50, 192.0.2.9' })).toBe(204);
    expect((await admin.get('/api/admin/overview', forged)).body.untrustedProxies).toEqual([]);
  });
});

describe('a proxy that is not trusted', () => {
  let gos: Harness;
  let admin: Person;
  beforeAll(async () => {
    gos = await Harness.start({ GOS_TRUSTED_PROXIES: '10.0.0.5' });
    admin = await gos.person('Alena');
  });
  afterAll(() => gos.stop());

  it('is believed nothing, and named once to admins', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 45; n++) {
      const from = { 'x-forwarded-for': `192.0.2.${n}`, forwarded: `for=192.0.2.${n}`, 'x-real-ip': `192.0.2.${n}` };
      statuses.add(await ask(gos, n, from));
    }
    expect([...statuses]).toEqual([204, 429]);
    const overview = await admin.get('/api/admin/overview');
    expect(overview.body.untrustedProxies).toEqual(['127.0.0.1']);
  });
});
