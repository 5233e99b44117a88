import type { BrowserContext } from 'playwright-core';
import { bundleOf } from './bundle';

/** Rows with the cells of a list's row, drawn by React alone; and a plain text area of the browser. */
const program = `
import { createElement as h, memo, useState } from 'react';
import { createRoot } from 'react-dom/client';
const asked = new URLSearchParams(location.search);
const [count, words] = [Number(asked.get('rows')), Number(asked.get('words'))];
const rowsFrom = (first) => Array.from({ length: count }, (_, index) => ({
  id: first + index, name: 'Task ' + (first + index), state: 'assigned', priority: 5, project: 'Project', solver: 'Jana', made: 'today',
}));
const lists = [rowsFrom(1), rowsFrom(1001)];
const Row = memo(({ row }) => h('tr', { 'data-row-link': row.id }, Object.values(row).map((value, index) => h('td', { key: index }, value))));
function Bare() {
  const [rows, setRows] = useState(lists[0]);
  window.changeRow = (at, priority) => setRows((all) => all.map((row, index) => (index === at ? { ...row, priority } : row)));
  return [
    h('a', { key: 'link', href: '#other', onClick: () => setRows((all) => (all[0].id === 1 ? lists[1] : lists[0])) }, 'other'),
    words > 0 && h('textarea', { key: 'text', rows: 30, cols: 120, defaultValue: 'slovo '.repeat(words) }),
    h('table', { key: 'table', cellPadding: 8 }, h('tbody', null, rows.map((row) => h(Row, { key: row.id, row })))),
  ];
}
createRoot(document.getElementById('root')).render(h(Bare));
`;

export const barePath = '/bare-page';
let bundled: Promise<string> | undefined;

/** Lets the context open the bare page at the address of the product: `?rows=` of a list, `words=` of a text. */
export async function serveBarePage(context: BrowserContext): Promise<void> {
  bundled ??= bundleOf(program);
  const code = await bundled;
  const body = `<!doctype html><meta charset="utf-8"><div id="root"></div><script type="module">${code.replaceAll('</script', '<\\/script')}</script>`;
  await context.route(`**${barePath}*`, (route) => route.fulfill({ contentType: 'text/html', body }));
}
