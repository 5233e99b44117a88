import { describe, expect, it } from '@jest/globals';
import { date, folded, iCalendar, text, utc } from './icalendar';

describe('iCalendar (RFC 5545)', () => {
  it('escapes what has a meaning in a text, and leaves out what has no place in one', () => {
    expect(text('a;b,c\\d:"e"')).toBe('a\\;b\\,c\\\\d:"e"');
    expect(text('první\r\ndruhý\rtřetí\n')).toBe('první\\ndruhý\\ntřetí\\n');
    expect(text('ta\tb\u0007\u0000\u007f')).toBe('ta\tb');
  });

  it('writes moments in UTC and days without signs', () => {
    expect(utc('2026-11-21T16:05:09.123Z')).toBe('20261121T160509Z');
    expect(date('2026-11-21')).toBe('20261121');
  });

  it('folds lines at 75 octets, never within a sign', () => {
    expect(folded('x'.repeat(75))).toBe('x'.repeat(75));
    expect(folded('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
    expect(folded('x'.repeat(75 + 74 + 1))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x`);
    for (const sign of ['ž', '€', '😀', 'e\u0301']) {
      const line = `SUMMARY:${sign.repeat(90)}`;
      const lines = folded(line).split('\r\n');
      expect(lines.every((one) => Buffer.byteLength(one) <= 75)).toBe(true);
      expect(lines.every((one) => !one.includes('\ufffd') && Buffer.from(one).toString() === one)).toBe(true);
      expect(lines.map((one, index) => (index === 0 ? one : one.slice(1))).join('')).toBe(line);
    }
  });

  it('ends every line with CRLF and closes what it opens', async () => {
    const component = {
      name: 'VEVENT',
      properties: [{ name: 'DTSTART', value: '20261121', params: { VALUE: 'DATE' } }],
    };
    const calendar = { name: 'VCALENDAR', properties: [{ name: 'VERSION', value: '2.0' }], components: [component] };
    expect(await iCalendar(calendar)).toBe(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261121\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    );
  });
});
