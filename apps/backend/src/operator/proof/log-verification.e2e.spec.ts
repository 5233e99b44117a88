import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { append } from '../../testing/appended';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Verification } from '../ops/verification';

describe('a verification of the log', () => {
  let gos: Harness;
  let admin: Person;
  let auditor: Person;

  beforeEach(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    auditor = await gos.person('Olga Revizorová');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    await admin.task({ name: 'Základy' });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await gos.stop();
  });

  const last = async (): Promise<Json> => (await auditor.get('/api/log/verification')).body.last;
  const verified = async (): Promise<Json> => (await auditor.post('/api/activity/verify')).body;

  it('runs in the background, tells how far it is, and is joined by a second request', async () => {
    expect(await last()).toBe(null);
    const verification = gos.service<Verification>(Verification);
    const original = verification.run.bind(verification);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const runs = jest.spyOn(verification, 'run').mockImplementation(async (elsewhere, listener) => {
      await held;
      return original(elsewhere, listener);
    });
    const { status, body } = await admin.post('/api/log/verification');
    expect([status, body.endedAt]).toEqual([202, null]);
    expect((await auditor.post('/api/log/verification')).body.id).toBe(body.id);
    expect((await last()).id).toBe(body.id);
    const waiting = verified();
    goOn();
    expect(await waiting).toEqual({ ok: true, checked: expect.any(Number), errors: [] });
    expect(runs).toHaveBeenCalledTimes(1);
    const ended = await last();
    expect(ended).toMatchObject({ id: body.id, state: 'done', ok: true, found: 0, all: ended.checked });
    expect((await verified()).ok).toBe(true);
    expect((await last()).id).not.toBe(body.id);
  });

  it('names the first event that does not fit', async () => {
    const log = gos.service<EventLog>(EVENT_LOG);
    await append(log, 'proof-1', [
      { type: 'CommentAdded', data: { text: 'Základy' } },
      { type: 'CommentAdded', data: { text: 'Zdi' } },
      { type: 'CommentAdded', data: { text: 'Střecha' } },
    ]);
    const readAll = log.readAll.bind(log);
    jest
      .spyOn(log, 'readAll')
      .mockImplementation(async (...args) =>
        (await readAll(...args)).map((event) =>
          event.stream === 'proof-1' && event.revision > 0 ? { ...event, data: { text: 'Sklep' } } : event,
        ),
      );
    const { ok, errors } = await verified();
    expect([ok, errors[0]]).toEqual([false, 'proof-1 revision 1: its content is not what its hash says']);
    expect(await last()).toMatchObject({
      state: 'done',
      ok: false,
      found: 2,
      findings: [{ part: 'log', event: { stream: 'proof-1', revision: 1 } }, { event: { revision: 2 } }],
    });
  });

  it('that could not be finished says so, and another one may begin', async () => {
    const verification = gos.service<Verification>(Verification);
    jest.spyOn(verification, 'run').mockRejectedValueOnce(new Error('The disk is gone'));
    expect(await verified()).toMatchObject({ ok: false, errors: [expect.stringContaining('could not be finished')] });
    expect(await last()).toMatchObject({ state: 'failed' });
    expect((await verified()).ok).toBe(true);
  });

  it('whose process was lost ends, and blocks no other one', async () => {
    const accounts = gos.service<Accounts>(ACCOUNTS);
    await verified();
    const { version, value } = (await accounts.get<object>('setting', 'log-verification'))!;
    const lost = { ...value, id: 'lost', state: 'events', endedAt: null, beatAt: Date.now() - 600_000 };
    await accounts.replace('setting', 'log-verification', version, lost);
    expect(await last()).toMatchObject({ id: 'lost', state: 'failed' });
    expect((await verified()).ok).toBe(true);
  });

  it('is for admins and auditors', async () => {
    const member = await gos.person('Petr Člen');
    for (const path of ['/api/activity/verify', '/api/log/verification']) {
      expect((await member.post(path)).status).toBe(403);
    }
    expect((await member.get('/api/log/verification')).status).toBe(403);
  });
});
