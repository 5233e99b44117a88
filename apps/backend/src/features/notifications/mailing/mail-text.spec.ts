import type { NotificationAnswer } from '@gos/contract';
import { expect, it } from '@jest/globals';
import { mailTextOf } from './mail-text';

const item: NotificationAnswer = {
  id: 'event-2',
  kind: 'days-missing',
  at: '2026-12-01T08:00:00.000Z',
  by: { id: 1, name: 'Jana Malá' },
  task: null,
  project: null,
  solver: null,
  onBehalfOf: null,
  month: '2026-11',
  days: ['2026-11-05', '2026-11-06', '2026-11-09'],
  closedTo: null,
  reason: null,
  read: false,
};
const mailOf = (language: 'cs' | 'en') =>
  mailTextOf({
    items: [item],
    reader: { id: 2, name: 'Petr', language },
    digest: false,
    brandName: 'Gos',
    origin: 'https://work.firma.example',
    timeZone: 'Europe/Prague',
    unsubscribe: new URL('https://work.firma.example/unsubscribe/a'),
  });

it('a mail about a month names its days, and leads to the month', () => {
  const { subject, text } = mailOf('en');
  expect(subject).toMatch(/^Jana Malá reminds you of days without recorded time: 5\s?–\s?6 Nov, 9 Nov: November 2026$/);
  expect(text).toContain('https://work.firma.example/attendance?month=11&year=2026');
  expect(mailOf('cs').text).toMatch(/připomíná dny bez záznamu: 5\.\s11\.\s–\s6\.\s11\., 9\.\s11\.: Listopad 2026/);
});
