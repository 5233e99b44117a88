import { errorsOf, isOverMidnight, type PlanDraft, plansOf } from './plan-draft';

const draft = (more: Partial<PlanDraft> = {}): PlanDraft => ({
  type: 'at_work',
  kind: 'vacation',
  half: null,
  breakMinutes: null,
  date: '2030-03-04',
  from: '08:00',
  to: '16:30',
  repeatUntil: null,
  excludeWeekends: true,
  location: ' Brno ',
  positionId: null,
  ...more,
});
const body = { type: 'at_work', location: 'Brno' };

describe('what is sent for a plan that is written', () => {
  it('is one plan within a day, also up to midnight', () => {
    expect(plansOf(draft(), [6, 7], null)).toEqual([{ ...body, date: '2030-03-04', from: '08:00', to: '16:30' }]);
    expect(plansOf(draft({ from: '00:00', to: '00:00', positionId: 4 }), [6, 7], null)).toEqual([
      { ...body, date: '2030-03-04', from: '00:00', to: '24:00', positionId: 4 },
    ]);
    expect(isOverMidnight(draft({ from: '20:00', to: '00:00' }))).toBe(false);
  });

  it('is two plans over midnight', () => {
    expect(plansOf(draft({ from: '22:00', to: '06:00' }), [6, 7], null)).toEqual([
      { ...body, date: '2030-03-04', from: '22:00', to: '24:00' },
      { ...body, date: '2030-03-05', from: '00:00', to: '06:00' },
    ]);
  });

  it('is a morning after each night of a repeat without weekends', () => {
    const nights = draft({ from: '22:00', to: '06:00', repeatUntil: '2030-03-11' });
    expect(plansOf(nights, [6, 7], null)).toEqual([
      { ...body, date: '2030-03-04', from: '22:00', to: '24:00', repeatUntil: '2030-03-11', excludeWeekends: true },
      { ...body, date: '2030-03-05', from: '00:00', to: '06:00', repeatUntil: '2030-03-09' },
      { ...body, date: '2030-03-12', from: '00:00', to: '06:00' },
    ]);
  });
});

describe('the break of a plan that is written', () => {
  const rule = { breakMinutes: 30, breakAfterHours: 6 };
  const breaks = (more: Partial<PlanDraft>) =>
    plansOf(draft(more), [6, 7], rule).map(({ breakMinutes }) => breakMinutes);

  it('is the usual one of its length, unless another one is chosen', () => {
    expect(breaks({})).toEqual([30]);
    expect(breaks({ to: '12:00' })).toEqual([0]);
    expect(breaks({ breakMinutes: 45 })).toEqual([45]);
    expect(breaks({ breakMinutes: 0 })).toEqual([0]);
    expect(breaks({ type: 'day_off' })).toEqual([undefined]);
  });

  it('is in the longer part of a night', () => {
    expect(breaks({ from: '22:00', to: '06:00' })).toEqual([0, 30]);
    expect(breaks({ from: '18:00', to: '02:00' })).toEqual([30, 0]);
    expect(breaks({ from: '22:00', to: '06:00', repeatUntil: '2030-03-11' })).toEqual([0, 30, 30]);
  });

  it('is left to the server while the settings are not known', () => {
    expect(plansOf(draft(), [6, 7], null)[0]).not.toHaveProperty('breakMinutes');
    expect(plansOf(draft({ breakMinutes: 45 }), [6, 7], null)[0]).toMatchObject({ breakMinutes: 45 });
  });

  it('is a length of time that is shorter than the plan', () => {
    const wrong = (more: Partial<PlanDraft>) => errorsOf(draft(more), '2030-03-04', false).breakMinutes?.code;
    expect(wrong({ breakMinutes: Number.NaN })).toBe('validation.integer');
    expect(wrong({ to: '09:00', breakMinutes: 60 })).toBe('plan.break');
    expect(wrong({ from: '22:00', to: '06:00', breakMinutes: 360 })).toBe('plan.break');
    expect(wrong({ breakMinutes: 45 })).toBeUndefined();
  });
});

describe('what is wrong with a plan that is written', () => {
  const today = '2030-03-04';
  it('is said for each field', () => {
    const empty = draft({ date: null, from: '', to: '', location: ' ' });
    const codes = Object.fromEntries(Object.values(errorsOf(empty, today, true)).map(({ path, code }) => [path, code]));
    expect(codes).toEqual({
      date: 'validation.required',
      from: 'validation.required',
      to: 'validation.required',
      location: 'validation.required',
      positionId: 'validation.required',
    });
  });

  it('is a day that is over, and a repeat that ends before it begins', () => {
    expect(errorsOf(draft({ date: '2030-03-03', repeatUntil: '2030-03-02' }), today, false)).toMatchObject({
      date: { code: 'plan.date.past' },
      repeatUntil: { code: 'plan.repeat' },
    });
    expect(errorsOf(draft(), today, false)).toEqual({});
  });
});
