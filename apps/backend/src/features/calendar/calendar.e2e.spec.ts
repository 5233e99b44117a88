import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Calendar from 'ical.js';
import { Harness, type Json, type Person } from '../../testing/harness';

/** Parses a feed as a calendar program does: unfolded lines of each component, by property. */
function componentsOf(feed: string, name: string): Record<string, string>[] {
  const lines = feed.replaceAll('\r\n ', '').split('\r\n');
  const found: Record<string, string>[] = [];
  for (const line of lines) {
    if (line === `BEGIN:${name}`) found.push({});
    const [property, ...value] = line.split(':');
    if (found.length > 0 && property) found.at(-1)![property] ??= value.join(':');
  }
  return found;
}

describe('the calendar', () => {
  let gos: Harness;
  let admin: Person;
  let karla: Person;
  let jan: Person;
  let petr: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set('2026-03-20T09:00:00.000Z');
    admin = await gos.person('Alena Adminová');
    karla = await gos.person('Karla Svobodová');
    jan = await gos.person('Jan Novák');
    petr = await gos.person('Petr Dvořák');
  });
  afterAll(() => gos.stop());

  const page = async (who: Person, from: string, to: string, more = ''): Promise<Json> => {
    const { status, body } = await who.get(`/api/calendar?from=${from}&to=${to}${more}`);
    expect(status).toBe(200);
    return body;
  };
  const ids = async (who: Person, from: string, to: string, more = '') =>
    (await page(who, from, to, more)).items.map(({ id }: Json) => id);

  describe('answers the tasks of some days', () => {
    let first: number;
    let last: number;
    let planned: number;
    let own: number;

    beforeAll(async () => {
      // The first and the last minute of April in Prague, where daylight saving has begun.
      first = await karla.task({ name: 'První', solverId: jan.id, deadline: '2026-03-31T22:00:00Z' });
      last = await karla.task({ name: 'Poslední', solverId: jan.id, deadline: '2026-04-30T21:59:59.999Z' });
      planned = await karla.task({ name: 'V plánu', solverId: jan.id, shownDate: '2026-04-10' });
      own = await jan.task({ name: 'Vlastní', passive: [petr.id], deadline: '2026-04-15T10:00:00Z' });
      await karla.task({ name: 'Před', solverId: jan.id, deadline: '2026-03-31T21:59:59.999Z' });
      await karla.task({ name: 'Potom', solverId: jan.id, deadline: '2026-04-30T22:00:00Z' });
      const deleted = await jan.task({ name: 'Smazaný', deadline: '2026-04-15T10:00:00Z' });
      await jan.delete(`/api/tasks/${deleted}`);
    });

    it('in the time zone of the installation, planned ones too', async () => {
      expect(await ids(jan, '2026-04-01', '2026-04-30')).toEqual([first, own, last, planned]);
      expect(await ids(jan, '2026-04-10', '2026-04-10')).toEqual([planned]);
      expect(await ids(jan, '2026-04-01', '2026-04-01')).toEqual([first]);
      expect(await ids(jan, '2027-04-01', '2027-04-30')).toEqual([]);
    });

    it('to those who have a part in them, of the parts that are asked for', async () => {
      expect(await ids(karla, '2026-04-01', '2026-04-30')).toEqual([first, last]);
      expect(await ids(petr, '2026-04-01', '2026-04-30')).toEqual([own]);
      expect(await ids(admin, '2026-04-01', '2026-04-30')).toEqual([]);
      expect(await ids(jan, '2026-04-01', '2026-04-30', '&part=given')).toEqual([own]);
      expect(await ids(jan, '2026-04-01', '2026-04-30', '&part=solved')).toEqual([first, last, planned]);
      expect(await ids(jan, '2026-04-01', '2026-04-30', '&part=given&part=solved')).toHaveLength(4);
      expect(await ids(jan, '2026-04-01', '2026-04-30', '&part=participant')).toEqual([]);
    });

    it('as rows of a list, in pages', async () => {
      const { items, total, pageSize } = await page(jan, '2026-04-01', '2026-04-30');
      expect([total, pageSize]).toEqual([4, 1000]);
      expect(items[0]).toMatchObject({
        name: 'První',
        solver: { id: jan.id },
        contractor: { name: 'Karla Svobodová' },
      });
      expect(await page(jan, '2026-04-01', '2026-04-30', '&pageSize=1&page=2')).toMatchObject({
        items: [{ id: own }],
        total: 4,
      });
    });

    it('and refuses what are no days, or too many', async () => {
      const wrong = {
        '': ['from', 'to'],
        'from=2026-04-01': ['to'],
        'from=2026-4-1&to=2026-04-31': ['from', 'to'],
        'from=2026-04-02&to=2026-04-01': ['to'],
        'from=2026-01-01&to=2027-01-03': ['to'],
        'from=2026-04-01&to=2026-04-01&part=x&foo=1&sort=id': ['foo', 'part', 'sort'],
      };
      for (const [query, paths] of Object.entries(wrong)) {
        const { status, body } = await jan.get(`/api/calendar?${query}`);
        expect([query, status, body.errors?.map(({ path }: Json) => path).sort()]).toEqual([query, 422, paths]);
      }
      expect((await gos.stranger().get('/api/calendar?from=2026-04-01&to=2026-04-01')).status).toBe(401);
    });
  });

  describe('feed', () => {
    const pathOf = async (who: Person) => new URL((await who.get('/api/me')).body.calendarUrl).pathname;
    const read = async (path: string, headers?: Record<string, string>) => gos.stranger().get(path, headers);

    it('gives meetings, deadlines and planned days to whoever has the address', async () => {
      const giver = await gos.person('Eva Malá');
      const reader = await gos.person('Ota Velký');
      const name = 'Porada; o "všem", i o \\ a o tom, co se do jednoho řádku nevejde';
      const meeting = await giver.task({
        name,
        type: 'meeting',
        deadline: '2026-03-23T09:30:00Z',
        estimateMinutes: 45,
        acknowledged: [reader.id],
        tags: ['vedení', 'a,b'],
        priority: 10,
        description: '<p>Body &amp; závěry</p>',
      });
      const exact = await giver.task({ name: 'V pět', solverId: reader.id, deadline: '2026-03-24T16:00:00Z' });
      const wholeDay = await giver.task({
        name: 'Do konce dne',
        solverId: reader.id,
        deadline: '2026-03-29T21:59:00Z',
      });
      const planned = await giver.task({ name: 'Naplánovaný', solverId: reader.id, shownDate: '2026-03-27' });
      await giver.task({ name: 'Cizí', deadline: '2026-03-24T16:00:00Z' });

      const { status, body, headers } = await read(await pathOf(reader));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      const feed: string = body;
      expect(feed).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/);
      expect(feed).toMatch(/\r\nEND:VCALENDAR\r\n$/);
      expect(feed.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(feed.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);

      const events = componentsOf(feed, 'VEVENT');
      const byTask = (id: number, part = '') => events.find(({ UID }) => UID?.startsWith(`task-${id}-${part}`))!;
      expect(events).toHaveLength(4);
      expect(byTask(meeting)).toMatchObject({
        SUMMARY: 'Porada\\; o "všem"\\, i o \\\\ a o tom\\, co se do jednoho řádku nevejde',
        DTSTART: '20260323T093000Z',
        DTEND: '20260323T101500Z',
        DTSTAMP: '20260320T090000Z',
        SEQUENCE: '1',
        CATEGORIES: 'vedení,a\\,b',
        PRIORITY: '1',
        DESCRIPTION: `Body & závěry\\n\\nhttp://localhost/tasks?taskId=${meeting}`,
        URL: `http://localhost/tasks?taskId=${meeting}`,
      });
      expect(byTask(exact)).toMatchObject({ SUMMARY: 'V pět', DTSTART: '20260324T160000Z', TRANSP: 'TRANSPARENT' });
      expect(byTask(wholeDay)).toMatchObject({ 'DTSTART;VALUE=DATE': '20260329' });
      expect(byTask(planned, 'plan-')).toMatchObject({
        SUMMARY: 'Plán: Naplánovaný',
        'DTSTART;VALUE=DATE': '20260327',
        'DTEND;VALUE=DATE': '20260328',
      });
      expect(new Set(events.map(({ UID }) => UID)).size).toBe(4);
    });

    it('takes up plans and what repeats, and a calendar parser reads it', async () => {
      gos.clock.set('2026-03-20T09:00:00.000Z');
      const reader = await gos.person('Ota Veselý');
      const body = {
        name: 'Porada, týdenní',
        firstDeadline: '2026-03-22T08:00:00Z',
        repeat: 'weekly',
        solverId: reader.id,
        template: { type: 'meeting', estimateMinutes: 45 },
      };
      const { id } = (await karla.post('/api/repeated-tasks', body)).body;
      while ((await karla.get(`/api/repeated-tasks/${id}`)).body.generated.length === 0);
      const plan = { type: 'day_off', date: '2026-03-28', from: '08:00', to: '12:00', location: 'Doma' };
      await reader.post('/api/plans', { ...plan, repeatUntil: '2026-03-29' });
      const off = { type: 'day_off', kind: 'doctor' };
      await reader.post('/api/plans', { ...off, date: '2026-03-30' });
      await reader.post('/api/plans', { ...off, date: '2026-03-31', half: 'afternoon' });

      const calendar = new Calendar.Component(Calendar.parse((await read(await pathOf(reader))).body));
      const events = calendar.getAllSubcomponents('vevent').map((component) => new Calendar.Event(component));
      const shown = events.map(({ summary, startDate, endDate }) => [
        summary,
        startDate.toJSDate().toISOString(),
        endDate.toJSDate().toISOString(),
      ]);
      expect(shown[0]).toEqual(['Porada, týdenní', '2026-03-22T08:00:00.000Z', '2026-03-22T08:45:00.000Z']);
      expect(shown[1]).toEqual(['↻ Porada, týdenní', '2026-03-29T07:00:00.000Z', '2026-03-29T07:45:00.000Z']);
      expect(shown.slice(-4)).toEqual([
        ['Lékař', expect.any(String), expect.any(String)],
        ['Volno · Doma', '2026-03-28T07:00:00.000Z', '2026-03-28T11:00:00.000Z'],
        ['Volno · Doma', '2026-03-29T06:00:00.000Z', '2026-03-29T10:00:00.000Z'],
        ['Lékař', '2026-03-31T10:00:00.000Z', '2026-03-31T22:00:00.000Z'],
      ]);
      expect([events.at(-4)!.startDate.isDate, events.at(-4)!.startDate.toString()]).toEqual([true, '2026-03-30']);
      expect(shown).toHaveLength(1 + 10 + 4);
      const uids = events.map(({ uid }) => uid);
      expect(new Set(uids).size).toBe(shown.length);
      for (const { component } of events) {
        const stamp = component.getFirstPropertyValue('dtstamp')!.toString();
        expect(stamp).toBe('2026-03-20T09:00:00Z');
      }
      const early = { deadline: '2026-03-29T07:00:00.000Z' };
      expect((await karla.post(`/api/repeated-tasks/${id}/occurrences`, early)).status).toBe(201);
      const later = new Calendar.Component(Calendar.parse((await read(await pathOf(reader))).body));
      const became = later.getAllSubcomponents('vevent').map((component) => new Calendar.Event(component));
      expect(became.find(({ uid }) => uid === uids[1])?.summary).toBe('Porada, týdenní');
      await karla.post(`/api/repeated-tasks/${id}/deactivate`);
      const after = Calendar.parse((await read(await pathOf(reader))).body);
      expect(new Calendar.Component(after).getAllSubcomponents('vevent')).toHaveLength(6);
    });

    it('keeps ids, raises sequences, says what is done, and forgets what one may not see any more', async () => {
      const reader = await gos.person('Iva Tichá');
      const id = await karla.task({ name: 'Sleduj mě', solverId: reader.id, deadline: '2026-03-25T12:00:00Z' });
      const path = await pathOf(reader);
      const [before] = componentsOf((await read(path)).body, 'VEVENT');
      gos.clock.set('2026-03-20T09:05:00.000Z');
      await karla.post(`/api/tasks/${id}/deadline`, { deadline: '2026-03-26T12:00:00Z' });
      const [after] = componentsOf((await read(path)).body, 'VEVENT');
      expect(after).toMatchObject({ UID: before!.UID, DTSTART: '20260326T120000Z', DTSTAMP: '20260320T090500Z' });
      expect(Number(after!.SEQUENCE)).toBeGreaterThan(Number(before!.SEQUENCE));

      const todos = componentsOf((await read(`${path}?todo=true`)).body, 'VTODO');
      expect(todos).toMatchObject([{ UID: before!.UID, DUE: '20260326T120000Z', STATUS: 'NEEDS-ACTION' }]);
      await reader.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
      await karla.post(`/api/tasks/${id}/accept`, {});
      expect(componentsOf((await read(path)).body, 'VEVENT')).toMatchObject([{ SUMMARY: '✓ Sleduj mě' }]);
      expect(componentsOf((await read(`${path}?todo=true`)).body, 'VTODO')).toMatchObject([
        { STATUS: 'COMPLETED', COMPLETED: '20260320T090500Z' },
      ]);

      await karla.post(`/api/tasks/${id}/restore`);
      await karla.post(`/api/tasks/${id}/assign`, { solverId: jan.id });
      const { body } = await read(path);
      expect(body).not.toContain('Sleduj');
      // Even a calendar without entries has to hold a component.
      expect(body).toContain('BEGIN:VTIMEZONE');
    });

    it('has a tag, by which nothing is sent twice', async () => {
      const path = await pathOf(karla);
      const tag = (await read(path)).headers.get('etag')!;
      gos.clock.set('2026-03-20T09:10:00.000Z');
      expect(await read(path, { 'if-none-match': tag })).toMatchObject({ status: 304, body: '' });
      await karla.task({ name: 'Nový v kalendáři', deadline: '2026-03-25T12:00:00Z' });
      expect((await read(path, { 'if-none-match': tag })).status).toBe(200);
    });

    it('is renewed and turned off by its owner; an address that leads nowhere is not found', async () => {
      const owner = await gos.person('Lea Nová');
      const id = await owner.task({ name: 'Stálý', deadline: '2026-03-25T12:00:00Z' });
      const old = await pathOf(owner);
      expect(await pathOf(owner)).toBe(old);
      const uidOf = async (path: string) => componentsOf((await read(path)).body, 'VEVENT')[0]!.UID;
      const uid = await uidOf(old);
      expect(uid).toMatch(new RegExp(`^task-${id}-`));
      const { status, body } = await owner.post('/api/calendar/subscription');
      expect(status).toBe(200);
      const next = new URL(body.calendarUrl).pathname;
      expect(next).not.toBe(old);
      expect(await pathOf(owner)).toBe(next);
      expect(await read(old)).toMatchObject({ status: 404, body: { code: 'request.not-found' } });
      expect(await uidOf(next)).toBe(uid);

      expect((await owner.delete('/api/calendar/subscription')).status).toBe(204);
      expect((await owner.get('/api/me')).body.calendarUrl).toBeNull();
      expect((await read(next)).status).toBe(404);
      const again = new URL((await owner.post('/api/calendar/subscription')).body.calendarUrl).pathname;
      expect(await uidOf(again)).toBe(uid);

      await admin.patch(`/api/users/${owner.id}`, { active: false });
      expect((await read(again)).status).toBe(404);
      await admin.patch(`/api/users/${owner.id}`, { active: true });
      // The address from before the deactivation answers nothing afterwards.
      expect((await read(again)).status).toBe(404);
      expect((await read(await pathOf(await gos.signIn(owner.email)))).status).toBe(200);
    });

    it('refuses nonsense, and changes by strangers or foreign pages', async () => {
      const path = await pathOf(jan);
      for (const wrong of ['/api/calendar/x.ics', '/api/calendar/.ics', `/api/calendar/${'x'.repeat(250)}.ics`]) {
        const reply = await read(wrong);
        expect([wrong, reply.status, reply.headers.get('content-type')]).toEqual([
          wrong,
          404,
          'application/problem+json; charset=utf-8',
        ]);
      }
      expect(await read(`${path}?foo=1`)).toMatchObject({ status: 422 });
      expect(await read(`${path}?todo=x`)).toMatchObject({ status: 422 });
      expect((await gos.stranger().post('/api/calendar/subscription')).status).toBe(401);
      const foreign = { 'x-requested-with': '' };
      expect((await jan.post('/api/calendar/subscription', undefined, foreign)).status).toBe(403);
      expect((await jan.post('/api/calendar/subscription', { x: 1 })).status).toBe(422);
      expect(await pathOf(jan)).toBe(path);
    });

    it('gives several who look for the first time at once one address', async () => {
      const person = await gos.person('Ida Rychlá');
      const replies = await Promise.all(Array.from({ length: 5 }, () => person.get('/api/me')));
      expect(new Set(replies.map(({ body }) => body.calendarUrl)).size).toBe(1);
    });

    it('speaks the language of its owner and survives a restart', async () => {
      const owner = await gos.person('Ann Other');
      await owner.patch('/api/me', { language: 'en' });
      await owner.task({ name: 'Later', solverId: owner.id, shownDate: '2026-03-27' });
      const path = await pathOf(owner);
      await gos.restart();
      expect((await read(path)).body).toContain('SUMMARY:Planned: Later');
    });
  });
});
