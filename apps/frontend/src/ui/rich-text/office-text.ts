/** A table that holds another one lays out a page: its cells become parts of the text, one after another. */
function withoutLayoutTables(body: HTMLElement): void {
  for (const table of [...body.querySelectorAll<HTMLTableElement>('table:has(table)')].reverse()) {
    const caption = table.caption ? [...table.caption.childNodes] : [];
    const cells = [...table.rows].flatMap((row) => [...row.cells]);
    const parts = cells.map((cell) => {
      const part = cell.ownerDocument.createElement('div');
      part.append(...cell.childNodes);
      return part;
    });
    table.replaceWith(...caption, ...parts);
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

/** Pasted HTML of an office document as the editor can hold it. */
export function editableHtml(html: string): string {
  if (!/<table|mso-list/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  withoutLayoutTables(body);
  withLists(body);
  return body.innerHTML;
}
