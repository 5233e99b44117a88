export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface ExportItem {
  readonly text: string;
  /** null for the line that names the columns */
  readonly position: string | null;
}

/** Cuts a stream into whole items. */
export interface ItemReader {
  /** Whole items that nobody has taken yet. */
  readonly items: ExportItem[];
  take(chunk: string): void;
  /** Called at the end of the stream. Returns whether it ended as a whole file does. */
  end(): boolean;
  /** Forgets the rest of a stream that was cut; another one goes on after the last whole item. */
  again(): void;
}

/** Reads an array of objects. */
function jsonReader(): ItemReader {
  const items: ExportItem[] = [];
  let begun = false;
  let text = '';
  let depth = 0;
  let quoted = false;
  let escaped = false;
  let closed = false;
  function close() {
    const { position } = JSON.parse(text) as { readonly position: string };
    items.push({ text: `${begun ? ',\n' : ''}${text}`, position });
    begun = true;
    text = '';
  }
  return {
    items,
    take(chunk) {
      let from = 0;
      for (let at = 0; at < chunk.length; at++) {
        const sign = chunk[at]!;
        if (quoted) {
          if (escaped) escaped = false;
          else if (sign === '\\') escaped = true;
          else if (sign === '"') quoted = false;
        } else if (sign === '"') quoted = true;
        else if (sign === '{' && depth++ === 0) from = at;
        else if (sign === '}' && --depth === 0) {
          text += chunk.slice(from, at + 1);
          close();
        } else if (sign === ']' && depth === 0) closed = true;
      }
      if (depth > 0) text += chunk.slice(from);
    },
    end: () => closed,
    again() {
      text = '';
      depth = 0;
      quoted = false;
      escaped = false;
    },
  };
}

/** The cells of a whole line. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!;
    if (sign === '"') {
      if (quoted && line[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else quoted = !quoted;
    } else if (sign === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}

/** Reads lines. The first one names the columns; a stream that goes on may repeat it. */
function csvReader(): ItemReader {
  const items: ExportItem[] = [];
  let text = '';
  let quoted = false;
  let column: number | null = null;
  let separator = ',';
  function close() {
    const line = text.replace(/^\uFEFF/, '').trimEnd();
    if (column === null) {
      separator = /^[^,;]*;/.test(line) ? ';' : ',';
      column = cellsOf(line, separator).indexOf('position');
      items.push({ text, position: null });
    } else if (line !== '') {
      const position = cellsOf(line, separator)[column] ?? null;
      if (position !== 'position') items.push({ text, position });
    }
    text = '';
  }
  return {
    items,
    take(chunk) {
      let from = 0;
      for (let at = 0; at < chunk.length; at++) {
        const sign = chunk[at];
        if (sign === '"') quoted = !quoted;
        else if (sign === '\n' && !quoted) {
          text += chunk.slice(from, at + 1);
          from = at + 1;
          close();
        }
      }
      text += chunk.slice(from);
    },
    end: () => text === '',
    again() {
      text = '';
      quoted = false;
    },
  };
}

/** Readers of both formats, and the text around their items. */
export const itemReaders: Readonly<
  Record<ExportFormat, { readonly head: string; readonly foot: string; readonly create: () => ItemReader }>
> = {
  json: { head: '[\n', foot: '\n]\n', create: jsonReader },
  csv: { head: '', foot: '', create: csvReader },
};
