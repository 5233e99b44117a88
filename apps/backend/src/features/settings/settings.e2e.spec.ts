import { afterEach, describe, expect, test } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Person } from '../../testing/harness';

let gos: Harness;
afterEach(() => gos.stop());

const unset = {
  registration: { value: 'open', locked: false },
  ipDays: { value: 90, locked: false },
  payloadDays: { value: 30, locked: false },
  exportRounding: { value: 'none', locked: false },
  breakMinutes: { value: 0, locked: false },
  breakAfterHours: { value: 6, locked: false },
  brandName: { value: 'Gos', locked: false },
  workingDays: { value: [1, 2, 3, 4, 5], locked: false },
  absencesNeedApproval: { value: false, locked: false },
  secondStep: { value: 'optional', locked: false },
  areas: { value: [], locked: false, decided: [] },
};
const settings = async (person: Person) => (await person.get('/api/settings')).body;
const events = async () => {
  const log = gos.service<EventLog>(EVENT_LOG);
  return (await log.readStream('installation')).map(({ type, data }) => ({ type, data }));
};
const registerSomebody = async () => {
  const password = 'correct horse';
  const body = { name: 'Eva', email: `${crypto.randomUUID()}@example.com`, password, passwordRepeat: password };
  const { status, body: answer } = await gos.stranger().post('/api/auth/register', body);
  return [status, answer.code];
};

describe('settings', () => {
  test('are read by whoever is signed in, and changed by an admin', async () => {
    gos = await Harness.start();
    const [admin, member] = [await gos.person(), await gos.person()];
    expect(await settings(member)).toEqual(unset);
    const changed = await admin.patch('/api/settings', { brandName: ' Firma a syn ', workingDays: [2, 1], ipDays: 90 });
    expect([changed.status, changed.body]).toEqual([
      200,
      { id: 1, revision: 2, position: expect.stringMatching(/^\d+$/), eventId: expect.any(String) },
    ]);
    expect(await settings(member)).toEqual({
      ...unset,
      brandName: { value: 'Firma a syn', locked: false },
      workingDays: { value: [1, 2], locked: false },
    });
    expect((await events()).at(-1)).toEqual({
      type: 'SettingsChanged',
      data: {
        changes: [
          { name: 'brandName', from: 'Gos', to: 'Firma a syn' },
          { name: 'workingDays', from: [1, 2, 3, 4, 5], to: [1, 2] },
        ],
      },
    });
  });

  test('say at the field what is wrong, and change nothing then', async () => {
    gos = await Harness.start();
    const admin = await gos.person();
    const wrong = { brandName: ' ', ipDays: 0, secondStep: 'members', workingDays: [1, 9], colour: 'red' };
    const { status, body } = await admin.patch('/api/settings', wrong);
    expect(status).toBe(422);
    const told = body.errors.map(({ path, code }: { path: string; code: string }) => `${path}: ${code}`).sort();
    expect(told).toEqual([
      'brandName: validation.required',
      'colour: validation.unknown-field',
      'ipDays: validation.too-small',
      'secondStep: validation.choice',
      'workingDays.1: validation.too-large',
    ]);
    expect(await settings(admin)).toEqual(unset);
  });

  test('decide who may register, and are there after a restart', async () => {
    gos = await Harness.start();
    const admin = await gos.person();
    expect(await registerSomebody()).toEqual([201, undefined]);
    await admin.patch('/api/settings', { registration: 'off' });
    expect(await registerSomebody()).toEqual([403, 'auth.registration-closed']);
    await gos.restart();
    admin.origin = gos.origin;
    expect(await registerSomebody()).toEqual([403, 'auth.registration-closed']);
    expect((await settings(admin)).registration).toEqual({ value: 'off', locked: false });
    await admin.patch('/api/settings', { registration: 'invite' });
    expect(await registerSomebody()).toEqual([422, 'auth.invitation']);
    await admin.patch('/api/settings', { registration: 'open' });
    expect(await registerSomebody()).toEqual([201, undefined]);
  });

  test('connect and hide areas, in the order of the sidebar and at once', async () => {
    gos = await Harness.start();
    const [admin, member] = [await gos.person(), await gos.person()];
    const url = 'https://ucetnictvi.firma.example/in?list=1';
    const set = [
      { area: 'telephone', url: null, frame: false, hidden: true },
      { area: 'invoices', url: ` ${url} `, frame: true, hidden: false },
      { area: 'charts', url: null, frame: true, hidden: false },
    ];
    expect((await admin.patch('/api/settings', { areas: set })).status).toBe(200);
    expect((await settings(member)).areas).toEqual({
      value: [
        { area: 'invoices', url, frame: true, hidden: false },
        { area: 'telephone', url: null, frame: false, hidden: true },
      ],
      locked: false,
      decided: [],
    });
    const me = (await member.get('/api/me')).body;
    expect([me.areas, me.hiddenAreas]).toEqual([{ invoices: { url, frame: true } }, ['telephone']]);
    const frame = await member.get('/api/areas/invoices.cashflow/frame');
    expect(frame.headers.get('content-security-policy')).toContain('frame-src https://ucetnictvi.firma.example;');
    expect((await events()).at(-1)).toMatchObject({ data: { changes: [{ name: 'areas', from: [] }] } });
    await admin.patch('/api/settings', { areas: [] });
    expect((await member.get('/api/areas/invoices.cashflow/frame')).status).toBe(404);
  });

  test('of an area that GOS_AREAS names have no effect', async () => {
    const [decided, other] = ['https://erp.example/', 'https://jinam.example/'];
    gos = await Harness.start({ GOS_AREAS: JSON.stringify({ offers: decided }) });
    const admin = await gos.person();
    const areas = [
      { area: 'offers', url: other, frame: true, hidden: true },
      { area: 'offers.recent', url: other, frame: false, hidden: false },
    ];
    await admin.patch('/api/settings', { areas });
    const { body } = await admin.get('/api/me');
    expect(body.areas).toEqual({
      offers: { url: decided, frame: false },
      'offers.recent': { url: other, frame: false },
    });
    expect(body.hiddenAreas).toEqual([]);
    expect((await settings(admin)).areas.decided).toEqual(['offers']);
  });

  test('that the environment decides are locked; it wins over what was set before', async () => {
    gos = await Harness.start({ GOS_REGISTRATION: 'open' });
    const admin = await gos.person();
    const { status, body } = await admin.patch('/api/settings', { registration: 'off', ipDays: 30 });
    expect([status, body.code, body.errors[0].path]).toEqual([409, 'setting.locked', 'registration']);
    expect(await settings(admin)).toEqual({ ...unset, registration: { value: 'open', locked: true } });
    expect((await admin.patch('/api/settings', { ipDays: 30 })).status).toBe(200);
    expect(await events()).toHaveLength(2);
  });
});
