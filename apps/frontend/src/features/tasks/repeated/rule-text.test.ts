import { createIntl } from 'react-intl';
import { loadMessages } from '../../../i18n/message-loader';
import cs from './cs.json';
import en from './en.json';
import type { SayRepeated } from './repeated-texts';
import { beforeText, occurrenceText, ruleText, type SaidRule } from './rule-text';

async function sayIn(locale: 'cs' | 'en'): Promise<SayRepeated> {
  const messages = { ...(await loadMessages(locale)), ...(locale === 'cs' ? cs : en) };
  const intl = createIntl({ locale, messages });
  return (id, values) => intl.formatMessage({ id }, values);
}

it.each<[SaidRule, string, string]>([
  [{ period: 'day', repeatDay: null }, 'každý den', 'every day'],
  [{ period: 'week', repeatDay: 3 }, 'každou středu', 'every week on Wednesday'],
  [{ period: 'two-weeks', repeatDay: 1 }, 'každé druhé pondělí', 'every 2 weeks on Monday'],
  [{ period: 'week', repeatDay: 7 }, 'každou neděli', 'every week on Sunday'],
  [{ period: 'month', repeatDay: 1 }, 'každý měsíc 1. den', 'monthly on the 1st'],
  [{ period: 'month', repeatDay: 31 }, 'každý měsíc poslední den', 'monthly on the last day'],
  [
    { period: 'month', repeatDay: 31, onDayOff: 'previous' },
    'každý měsíc poslední pracovní den',
    'monthly on the last working day',
  ],
  [
    { period: 'week', repeatDay: 5, onDayOff: 'previous' },
    'každý pátek, jinak pracovní den předtím',
    'every week on Friday, or the working day before',
  ],
  [
    { period: 'year', repeatDay: '12-25', onDayOff: 'next', endRepeat: 'after', repeatCount: 2 },
    'každý rok 25. prosince, jinak pracovní den potom, 2krát',
    'yearly on 25 December, or the working day after, 2 times',
  ],
  [{ period: 'day', repeatDay: null, onDayOff: 'skip' }, 'každý den, kromě dnů volna', 'every day, except on days off'],
  [{ period: 'two-months', repeatDay: 22 }, 'každé dva měsíce 22. den', 'every 2 months on the 22nd'],
  [{ period: 'three-months', repeatDay: 13 }, 'každé tři měsíce 13. den', 'every 3 months on the 13th'],
  [{ period: 'half-year', repeatDay: 3 }, 'každého půl roku 3. den', 'every half year on the 3rd'],
  [{ period: 'year', repeatDay: '02-29' }, 'každý rok 29. února', 'yearly on 29 February'],
  [{ period: 'two-years', repeatDay: '12-01' }, 'každé dva roky 1. prosince', 'every 2 years on 1 December'],
  [
    { period: 'week', repeatDay: 5, endRepeat: 'after', repeatCount: 10 },
    'každý pátek, 10krát',
    'every week on Friday, 10 times',
  ],
  [{ period: 'day', repeatDay: null, endRepeat: 'after', repeatCount: 1 }, 'každý den, 1krát', 'every day, once'],
  [
    { period: 'week', repeatDay: 5, endRepeat: 'by-date', endDate: '2027-03-05' },
    'každý pátek, do 5. března 2027',
    'every week on Friday, until 5 March 2027',
  ],
  [{ period: 'week', repeatDay: 4, endRepeat: 'never' }, 'každý čtvrtek', 'every week on Thursday'],
])('says %o in words', async (rule, inCzech, inEnglish) => {
  expect(ruleText(await sayIn('cs'), 'cs', rule)).toBe(inCzech);
  expect(ruleText(await sayIn('en'), 'en', rule)).toBe(inEnglish);
});

it('says when an occurrence is due, with its time unless it is the whole day', () => {
  expect(occurrenceText('cs', '2030-03-04T08:00:00.000Z')).toBe('po 4. března 2030, 9:00');
  expect(occurrenceText('en', '2030-03-04T22:59:00.000Z')).toBe('Mon, 4 March 2030');
});

it('says how long before a deadline, in days where they are whole', async () => {
  const [czech, english] = [await sayIn('cs'), await sayIn('en')];
  expect(beforeText(czech, 2 * 1_440)).toBe('2 dny před termínem');
  expect(beforeText(english, 1_440)).toBe('1 day before the deadline');
  expect(beforeText(english, 150)).toBe('2.5 hours before the deadline');
});
