import { parseNamed } from './erased-names';

const text = JSON.stringify({
  contractor: { id: 12, name: 'erased person 12' },
  typed: { id: 7, name: 'erased person 12' },
  note: 'erased person 12',
  items: [{ id: 3, name: 'Jan' }],
});

afterEach(() => {
  document.documentElement.lang = '';
});

it('names erased people in Czech, and touches nothing that somebody typed', () => {
  document.documentElement.lang = 'cs';
  expect(parseNamed(text)).toEqual({
    contractor: { id: 12, name: 'vymazaná osoba 12' },
    typed: { id: 7, name: 'erased person 12' },
    note: 'erased person 12',
    items: [{ id: 3, name: 'Jan' }],
  });
});

it('leaves them as the API says in English', () => {
  document.documentElement.lang = 'en';
  expect(parseNamed(text)).toEqual(JSON.parse(text));
});
