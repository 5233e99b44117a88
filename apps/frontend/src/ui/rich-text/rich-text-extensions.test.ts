import { type DescriptionElement, descriptionElements, descriptionMarks } from '@gos/contract';
import { Editor } from '@tiptap/react';
import type { ImageHost } from './editor-images';
import { editableHtml } from './office-text';
import { extensionsOf } from './rich-text-extensions';

const imageHost = (): ImageHost => ({
  send: () => Promise.reject(new Error('nothing is uploaded here')),
  addressOf: (fileId) => `/api/files/${fileId}`,
  textsOf: () => ({ sending: '', cancel: '', remove: '', retry: '', retryNamed: '' }),
  failed: () => ({ why: '', repeatable: false }),
  refused: () => {},
  busy: () => {},
});

function inEditor(content: string, run: (editor: Editor) => void = () => {}): string {
  const editor = new Editor({ extensions: extensionsOf(imageHost), content });
  run(editor);
  const html = editor.getHTML();
  editor.destroy();
  return html;
}
const loaded = (html: string) => inEditor(html);
const pasted = (html: string) =>
  inEditor('', ({ view }) => view.pasteHTML(editableHtml(html), new Event('paste') as ClipboardEvent));

const table = (cells: string) => `<table><tbody><tr>${cells}</tr></tbody></table>`;
const link = '<a target="_blank" rel="noopener noreferrer nofollow" href="mailto:jana@firma.example">pište</a>';

/** For each element a description with it and, where it is another, the description after editing. */
const samples: Readonly<Record<DescriptionElement, string | readonly [before: string, after: string]>> = {
  strong: '<p>a <strong>b</strong></p>',
  b: ['<p>a <b>b</b></p>', '<p>a <strong>b</strong></p>'],
  em: '<p>a <em>b</em></p>',
  i: ['<p>a <i>b</i></p>', '<p>a <em>b</em></p>'],
  u: '<p><u>podtrženo</u></p>',
  s: '<p><s>neplatí</s></p>',
  code: '<p><code>x</code></p>',
  mark: '<p><mark>pozor</mark> na to</p>',
  sub: '<p>H<sub>2</sub>O</p>',
  sup: '<p>10<sup>3</sup> m<sup>2</sup></p>',
  a: `<p>${link}</p>`,
  p: '<p>a</p><p>b</p>',
  br: '<p>první<br>druhý</p>',
  pre: '<pre><code>if (a &lt; b) {\n  c();\n}</code></pre>',
  blockquote: '<blockquote><p>citát</p></blockquote>',
  h1: '<h1>Velký</h1>',
  h2: '<h2>Menší</h2>',
  h3: '<h3>Malý</h3>',
  ul: '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
  ol: '<ol start="5"><li><p>pátý</p></li></ol>',
  li: ['<ul><li>a</li></ul>', '<ul><li><p>a</p></li></ul>'],
  hr: '<p>a</p><hr><p>b</p>',
  img: '<img src="/api/tasks/1/files/2" alt="Plán" width="40" height="30"><p>pod ním</p>',
  table: table('<td><p>Pero</p></td><td><p>12</p></td>'),
  thead: [
    '<table><thead><tr><th>Název</th></tr></thead><tbody><tr><td>Pero</td></tr></tbody></table>',
    '<table><tbody><tr><th><p>Název</p></th></tr><tr><td><p>Pero</p></td></tr></tbody></table>',
  ],
  tbody: table('<td><p>1</p></td>'),
  tr: '<table><tbody><tr><td><p>1</p></td></tr><tr><td><p>2</p></td></tr></tbody></table>',
  th: table('<th colspan="2"><p>Cena</p></th>'),
  td: '<table><tbody><tr><td rowspan="2"><p>Cena</p><ul><li><p>s DPH</p></li></ul></td><td><p>1</p></td></tr><tr><td><p>2</p></td></tr></tbody></table>',
};

/** The editor may add an empty paragraph to write in after the last element. */
const withoutLast = (html: string) => html.replace(/<p><\/p>$/, '');

describe('the editor of a description', () => {
  it.each(descriptionElements)('keeps %s, loaded or pasted', (element) => {
    const sample = samples[element];
    const [before, after] = typeof sample === 'string' ? [sample, sample] : sample;
    expect(withoutLast(loaded(before))).toBe(after);
    // A pasted image is uploaded first; it appears once it is stored.
    if (element !== 'img') expect(withoutLast(pasted(before))).toBe(after);
  });

  const alone = descriptionMarks.filter((mark) => mark !== 'b' && mark !== 'i');
  it.each(alone)('keeps %s together with each other mark', (outer) => {
    const open = (mark: string) => (mark === 'a' ? '<a href="https://firma.example">' : `<${mark}>`);
    for (const inner of alone.filter((mark) => mark !== outer)) {
      const html = loaded(`<p>${open(outer)}${open(inner)}x</${inner}></${outer}></p>`);
      const body = new DOMParser().parseFromString(html, 'text/html').body;
      const kept = [...body.querySelectorAll('p *')].map(({ tagName }) => tagName.toLowerCase());
      expect(kept.sort()).toEqual([outer, inner].sort());
    }
  });

  it('keeps marks in preformatted text', () => {
    const html = '<pre><code>a <strong>b</strong></code></pre>';
    expect(withoutLast(loaded(html))).toBe(html);
  });
});
