/** What makes a cell more than a line of text: a table that holds it lays out a page. */
const blocks = 'p, div, ul, ol, table, pre, blockquote, h1, h2, h3, h4, h5, h6, img';

const isLine = (cell: Element): boolean => {
  const found = cell.querySelectorAll(blocks);
  return found.length === 0 || (found.length === 1 && found[0]!.matches('p, div'));
};

/** A row of words becomes a line of them, in any other row each cell stands by itself. */
function linesOfRow(row: HTMLTableRowElement): readonly HTMLElement[] {
  const document = row.ownerDocument;
  const cells = [...row.cells];
  if (!cells.every(isLine)) {
    return cells.map((cell) => {
      const part = document.createElement('div');
      part.append(...cell.childNodes);
      return part;
    });
  }
  const line = document.createElement('p');
  for (const [index, cell] of cells.entries()) {
    const block = cell.querySelector('p, div');
    block?.replaceWith(...block.childNodes);
    line.append(...(index > 0 ? [' | '] : []), ...cell.childNodes);
  }
  return (line.textContent ?? '').replace(/[|\s]/g, '') === '' ? [] : [line];
}

/** The editor has no tables: without this, the cells of a row would run into one word. */
function withoutTables(body: HTMLElement): void {
  // From the innermost ones on.
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    const caption = table.caption ? [...table.caption.childNodes] : [];
    table.replaceWith(...caption, ...[...table.rows].flatMap(linesOfRow));
  }
}

const listLevel = (element: Element | null): number | null => {
  const [, level] = /mso-list:\s*l\d+\s+level(\d+)/i.exec(element?.getAttribute('style') ?? '') ?? [];
  return level === undefined ? null : Number(level);
};

/** The bullet or the number, which the text processor writes into the text. */
function takeMark(paragraph: Element): string {
  const mark = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  mark?.remove();
  return (mark?.textContent ?? '').trim();
}

/** Paragraphs that only look like a list become one. */
function withLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll('p')) {
    if (!first.isConnected || listLevel(first) === null) continue;
    const open: { readonly level: number; readonly list: HTMLElement }[] = [];
    const place = body.ownerDocument.createElement('div');
    first.before(place);
    for (let next: Element | null = first; next !== null; ) {
      const paragraph: Element = next;
      const level = listLevel(paragraph);
      if (level === null) break;
      next = paragraph.nextElementSibling;
      const ordered = /^\(?\w{1,4}[.)]/.test(takeMark(paragraph));
      while (open.length > 1 && open.at(-1)!.level > level) open.pop();
      if (open.length === 0 || open.at(-1)!.level < level) {
        const list = body.ownerDocument.createElement(ordered ? 'ol' : 'ul');
        (open.at(-1)?.list.lastElementChild ?? place).append(list);
        open.push({ level, list });
      }
      const item = body.ownerDocument.createElement('li');
      paragraph.replaceWith();
      const text = body.ownerDocument.createElement('p');
      text.append(...paragraph.childNodes);
      item.append(text);
      open.at(-1)!.list.append(item);
    }
    place.replaceWith(...place.childNodes);
  }
}

/** HTML of an office document as the editor can hold it. */
export function editableHtml(html: string): string {
  if (!/<table|mso-list/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  withoutTables(body);
  withLists(body);
  return body.innerHTML;
}
