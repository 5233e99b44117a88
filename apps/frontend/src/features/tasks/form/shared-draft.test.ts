import { draftOfShared } from './shared-draft';

const nothing = { title: '', text: '', url: '', files: [] };
const link = (address: string) => `<a href="${address}">${address}</a>`;

it.each([
  [
    'a page',
    { title: 'Nabídka <b>', url: 'https://firma.example/a?b=1&c=2' },
    { name: 'Nabídka <b>', description: `<p>${link('https://firma.example/a?b=1&amp;c=2')}</p>` },
  ],
  [
    'a link within a text, as Android sends it',
    { text: 'Podívej se\nhttps://firma.example/x' },
    { name: 'Podívej se', description: `<p>${link('https://firma.example/x')}</p>` },
  ],
  [
    'a link twice',
    { title: 'Stránka', text: 'viz https://firma.example/ hned', url: 'https://firma.example/' },
    { name: 'Stránka', description: `<p>viz ${link('https://firma.example/')} hned</p>` },
  ],
  [
    'a link alone',
    { text: 'https://firma.example/' },
    { name: 'https://firma.example/', description: `<p>${link('https://firma.example/')}</p>` },
  ],
  [
    'a text',
    { text: '  První <i> \n\n druhý & třetí' },
    { name: 'První <i>', description: '<p>druhý &amp; třetí</p>' },
  ],
  ['a picture', { files: [new File(['x'], 'foto.jpg')] }, { name: 'foto.jpg', description: '' }],
  ['a long text', { text: 'x'.repeat(120) }, { name: 'x'.repeat(100), description: `<p>${'x'.repeat(120)}</p>` }],
  ['a long title', { title: 'y'.repeat(101) }, { name: 'y'.repeat(100), description: `<p>${'y'.repeat(101)}</p>` }],
  ['nothing', {}, { name: '', description: '' }],
])('begins a task with %s', (_, shared, draft) => {
  expect(draftOfShared({ ...nothing, ...shared })).toEqual(draft);
});
