import { runsOfDays } from './runs-of-days';

const days = (...all: readonly string[]) => all.map((day) => `2030-${day}`);

it('parts days where they do not follow one another, over the end of a month too', () => {
  expect(runsOfDays(days('02-27', '02-28', '03-01', '03-03'), (day) => day)).toEqual([
    days('02-27', '02-28', '03-01'),
    days('03-03'),
  ]);
});

it('parts what is not alike', () => {
  const all = ['a', 'a', 'b', 'a'].map((kind, index) => ({ kind, day: `2030-03-0${index + 1}` }));
  const runs = runsOfDays(
    all,
    ({ day }) => day,
    (one, other) => one.kind === other.kind,
  );
  expect(runs.map((run) => run.map(({ kind }) => kind).join(''))).toEqual(['aa', 'b', 'a']);
});

it('is nothing of nothing, and goes on where no day follows in the calendar', () => {
  expect(runsOfDays([], (day) => day)).toEqual([]);
  expect(runsOfDays(['9999-12-31', '9999-12-31'], (day) => day)).toEqual([['9999-12-31'], ['9999-12-31']]);
});
