import { editableHtml } from './office-text';

const tidied = (html: string) => editableHtml(html).replace(/\s*\n\s*/g, '');

it('leaves a text without tables and lists of a text processor as it is', () => {
  const html = '<p style="color:red">Text <b>tučně</b></p><ul><li>bod</li></ul>';
  expect(editableHtml(html)).toBe(html);
});

it('keeps a table of data', () => {
  const html = '<p>Před</p><table><tbody><tr><td>Pero</td><td><p>12</p></td></tr></tbody></table>';
  expect(tidied(html)).toBe(html);
});

it('takes a table that lays out a page apart', () => {
  const html =
    '<table><tr><td><h2>Nadpis</h2><p>Text</p></td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>';
  expect(tidied(html)).toBe(
    '<div><h2>Nadpis</h2><p>Text</p></div><div><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  );
});

it('makes lists of paragraphs that a text processor only shows as such', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class="MsoListParagraph" style="text-indent:-18pt;mso-list:l0 level${level} lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp; </span></span><!--[endif]-->${text}</p>`;
  const html = `<p>Úvod</p>${item(1, '·', 'první')}${item(2, 'o', 'pod ním')}${item(1, '·', 'druhý')}<p>Dál</p>${item(1, '1.', 'krok')}`;
  const text = tidied(html).replace(/<!--.*?-->/g, '');
  expect(text).toBe(
    '<p>Úvod</p><ul><li><p>první</p><ul><li><p>pod ním</p></li></ul></li><li><p>druhý</p></li></ul><p>Dál</p><ol><li><p>krok</p></li></ol>',
  );
});
