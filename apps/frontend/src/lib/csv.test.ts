import { amountCell, csvOf, momentCell } from './csv';

const money = { amount: '-1234.50', currency: 'CZK' };
const line = ['a;b', -15, 2.5, amountCell(money), amountCell(null), momentCell('2026-11-24T16:00:00.000Z')];

it('writes numbers unguarded with the decimal mark of the language', () => {
  expect(csvOf([line], 'cs')).toBe('"a;b";-15;2,5;-1234,50;;2026-11-24 17:00\r\n');
  expect(csvOf([line], 'en')).toBe('a;b,-15,2.5,-1234.50,,2026-11-24 17:00\r\n');
});

it.each(['=SUM(A1)', '+1', '-15', '@x', '\tx'])('guards the text %j, which a spreadsheet could run', (text) => {
  expect(csvOf([[text]], 'cs')).toBe(`'${text}\r\n`);
});
