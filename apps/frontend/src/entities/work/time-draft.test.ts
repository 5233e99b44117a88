import { anEntry } from '../../testing/work-fixtures';
import { draftOf, emptyTime, readTime, type TimeDraft } from './time-draft';

const zone = 'Europe/Prague';
const now = Date.parse('2026-11-23T12:00:30.000Z');
const known = { zone, now, was: null, lastEnd: undefined, lastRuns: false };
const moment = (day: string, time: string, second = false) => ({ day, time, second });
const span = (day: string, from: string, to: string, toDay = day): TimeDraft => ({
  ...emptyTime(day),
  from: moment(day, from),
  to: moment(toDay, to),
});
const lasting = (duration: string, more: Partial<TimeDraft> = {}): TimeDraft => ({
  ...emptyTime('2026-11-23'),
  mode: 'duration',
  duration,
  ...more,
});

it('reads a span, over midnight too', () => {
  expect(readTime(span('2026-11-20', '09:00', '10:30'), known).span).toEqual({
    from: '2026-11-20T08:00:00.000Z',
    to: '2026-11-20T09:30:00.000Z',
  });
  expect(readTime(span('2026-11-20', '22:00', '01:00', '2026-11-21'), known).span?.to).toBe('2026-11-21T00:00:00.000Z');
});

it.each([
  ['a missing time', span('2026-11-20', '09:00', ''), { to: 'work.form.time-required' }],
  [
    'a missing day',
    { ...span('2026-11-20', '09:00', '10:00'), from: { ...moment('2026-11-20', '09:00'), day: null } },
    { 'from-day': 'work.form.date-required' },
  ],
  ['an end before its start', span('2026-11-20', '10:00', '09:00'), { to: 'work.range' }],
  ['the future', span('2026-11-23', '12:00', '13:01'), { to: 'work.future' }],
  ['the gap of daylight saving', span('2026-03-29', '02:30', '04:00'), { from: 'work.form.gap' }],
  ['no length', lasting(''), { duration: 'work.form.duration-required' }],
])('refuses %s', (_, draft, errors) => {
  expect(readTime(draft, known)).toEqual({ span: null, errors });
});

it('reads either of the doubled hour', () => {
  const first = span('2026-10-25', '02:30', '03:30');
  expect(readTime(first, known).span?.from).toBe('2026-10-25T00:30:00.000Z');
  expect(readTime({ ...first, from: moment('2026-10-25', '02:30', true) }, known).span?.from).toBe(
    '2026-10-25T01:30:00.000Z',
  );
});

it.each(['1:30', '1,5', '90', '1h 30m'])('reads %s as a length that ends now', (duration) => {
  expect(readTime(lasting(duration), known).span).toEqual({
    from: '2026-11-23T10:30:30.000Z',
    to: '2026-11-23T12:00:30.000Z',
  });
});

it('lets a length follow the last entry of the day', () => {
  const follows = lasting('1:30', { anchor: 'last' });
  const lastEnd = '2026-11-23T09:00:00.000Z';
  expect(readTime(follows, { ...known, lastEnd }).span).toEqual({ from: lastEnd, to: '2026-11-23T10:30:00.000Z' });
  expect(readTime(follows, { ...known, lastEnd: null }).errors).toEqual({ duration: 'work.form.no-last' });
  expect(readTime(follows, { ...known, lastEnd, lastRuns: true }).errors).toEqual({
    duration: 'work.form.last-running',
  });
  expect(readTime(follows, { ...known, lastEnd: '2026-11-23T11:00:00.000Z' }).errors).toEqual({
    duration: 'work.future',
  });
});

it('follows the last entry on every day but today', () => {
  const yesterday = lasting('1:00', { from: moment('2026-11-22', '') });
  expect(readTime(yesterday, { ...known, lastEnd: '2026-11-22T09:00:00.000Z' }).span?.to).toBe(
    '2026-11-22T10:00:00.000Z',
  );
});

it('keeps the seconds of an end that was not typed anew', () => {
  const was = anEntry({ from: '2026-11-20T08:00:17.123Z', to: '2026-11-20T09:30:59.999Z' });
  const draft = draftOf(was, zone);
  expect(readTime(draft, { ...known, was }).span).toEqual({ from: was.from, to: was.to });
  const corrected = { ...draft, to: { ...draft.to, time: '10:45' } };
  expect(readTime(corrected, { ...known, was }).span).toEqual({ from: was.from, to: '2026-11-20T09:45:00.000Z' });
});

it('knows the second of the doubled hour again', () => {
  expect(draftOf(anEntry({ from: '2026-10-25T01:30:00.000Z' }), zone).from).toEqual(
    moment('2026-10-25', '02:30', true),
  );
  expect(draftOf(anEntry({ from: '2026-10-25T00:30:00.000Z' }), zone).from).toEqual(moment('2026-10-25', '02:30'));
});

it('lets running work be corrected at its beginning alone', () => {
  const was = anEntry({ to: null });
  expect(readTime(draftOf(was, zone), { ...known, was }).span).toEqual({ from: was.from, to: null });
});
