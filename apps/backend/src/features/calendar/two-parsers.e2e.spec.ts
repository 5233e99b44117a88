import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Calendar from 'ical.js';
import { Harness, type Person } from '../../testing/harness';
import { describeWithICalendar, type ReadEntry, readByICalendar } from '../../testing/servers/icalendar';

const names = [
  'Porada; o "všem", i o \\ a o tom, co se do jednoho řádku nevejde, protože je dlouhé',
  'Émoji 👩‍👩‍👧‍👦 na konci řádku, který se láme po sedmdesáti pěti bajtech 🧾🧾🧾🧾🧾🧾🧾🧾',
  'BEGIN:VEVENT',
  'تقرير شهري',
  'a:b;c=d,"e"',
];

describeWithICalendar('the calendar feed', () => {
  let gos: Harness;
  let karla: Person;
  let jan: Person;
  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set('2026-03-20T09:00:00.000Z');
    karla = await gos.person('Karla Svobodová');
    jan = await gos.person('Jan Novák');
    for (const [index, name] of names.entries()) {
      const deadline = `2026-03-${27 + index}T${index % 2 === 0 ? '09:30:00' : '21:59:00'}Z`;
      const description = `<p>${'Řádek & věta. '.repeat(20)}</p><ul><li>první; druhá</li></ul>`;
      await karla.task({ name, solverId: jan.id, deadline, description, tags: ['vedení', 'a;b'] });
    }
    await karla.task({ name: 'V plánu', solverId: jan.id, shownDate: '2026-03-28' });
    const plan = { type: 'day_off', date: '2026-03-28', from: '08:00', to: '12:00', location: 'Doma; "u lesa"' };
    expect((await jan.post('/api/plans', { ...plan, repeatUntil: '2026-03-30' })).status).toBe(201);
  });
  afterAll(() => gos.stop());

  /** The same, read by ical.js. */
  function readByIcalJs(feed: string): ReadEntry[] {
    const calendar = new Calendar.Component(Calendar.parse(feed));
    return ['vevent', 'vtodo'].flatMap((kind) =>
      calendar.getAllSubcomponents(kind).map((component) => {
        const at = (name: string) => {
          const time = component.getFirstPropertyValue(name) as InstanceType<typeof Calendar.Time> | null;
          if (time === null) return null;
          return time.isDate ? time.toString() : time.toJSDate().toISOString().replace('.000Z', '+00:00');
        };
        const text = (name: string) => component.getFirstPropertyValue(name) as string | null;
        return {
          kind: kind.toUpperCase() as ReadEntry['kind'],
          uid: text('uid')!,
          summary: text('summary'),
          description: text('description'),
          start: at('dtstart'),
          end: at('dtend') ?? at('due'),
          stamp: at('dtstamp')!,
          categories: (component.getFirstProperty('categories')?.getValues() ?? []).map(String).sort(),
        };
      }),
    );
  }

  const sorted = (entries: ReadEntry[]) => entries.toSorted((a, b) => (a.uid < b.uid ? -1 : 1));

  it.each([
    ['events', ''],
    ['tasks', '?todo=true'],
  ])('is read alike by two parsers, as %s', async (_, query) => {
    const { pathname } = new URL((await jan.get('/api/me')).body.calendarUrl);
    const { body } = await jan.get(`${pathname}${query}`);
    const read = readByICalendar(body);
    expect(sorted(read)).toEqual(sorted(readByIcalJs(body)));
    const shown = read.map(({ summary }) => summary);
    for (const name of names) expect(shown).toContain(name);
    expect(read.find(({ summary }) => summary === names[0])).toMatchObject({
      categories: ['a;b', 'vedení'],
      description: expect.stringContaining('Řádek & věta.'),
    });
  });
});
