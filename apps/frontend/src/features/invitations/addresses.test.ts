import { addressesIn } from './addresses';

it.each([
  ['jan@example.cz', ['jan@example.cz'], []],
  [
    'jan@example.cz, eva@example.cz;ivo@example.cz\nzoe@example.cz',
    ['jan', 'eva', 'ivo', 'zoe'].map((one) => `${one}@example.cz`),
    [],
  ],
  ['jan@example.cz eva@example.cz', ['jan@example.cz', 'eva@example.cz'], []],
  ['Jan Novák <jan@example.cz>, "Malá, Eva" <eva@example.cz>', ['jan@example.cz', 'eva@example.cz'], []],
  ['Jan Novák jan@example.cz', ['jan@example.cz'], []],
  ['jan@example.cz; JAN@Example.cz', ['jan@example.cz'], []],
  ['(jan@example.cz), mailto:eva@example.cz.', ['jan@example.cz', 'eva@example.cz'], []],
  ['jan, eva@, ivo@example.cz', ['ivo@example.cz'], ['jan', 'eva@']],
  [' \n,; ', [], []],
])('reads %j', (text, emails, leftOut) => {
  expect(addressesIn(text)).toEqual({ emails, leftOut });
});
