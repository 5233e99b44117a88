const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char]!);

const mostOfAddress = 2_000;
/** `[words](address "title")`; the address may hold balanced brackets. */
const markdownLink = String.raw`\[([^\]\n]{1,500})\]\(<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]{0,500}\)){1,${mostOfAddress}})>?(?:[ \t]+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\)`;
/** An address that is not marked up: it ends at a space, at an angle bracket, or with a span of code. */
const plainAddress = String.raw`(?<![\p{L}\p{N}])https?:\/\/[\p{L}\p{N}][^\s<>\u0060]*|(?<=^|[\s*_~(])www\.[\p{L}\p{N}][^\s<>\u0060]*`;
const links = new RegExp(`${markdownLink}|${plainAddress}`, 'giu');

/** Ends a sentence, emphasis or a quotation, and no address. */
const punctuation = /[?!.,:*_~'"„“”‘’‚«»…]/u;
/** Openers by closers. */
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

const count = (text: string, char: string): number => text.split(char).length - 1;

/**
 * The address at the beginning of a text without spaces, as GitHub's autolinks end it: without punctuation, closing brackets that
 * it does not open, and entities at its end. https://github.github.com/gfm/#autolinks-extension-
 */
function addressIn(text: string): string {
  let address = text;
  for (;;) {
    const last = address.slice(-1);
    const entity = last === ';' ? /&[a-z]+;$/i.exec(address.slice(-40))?.[0] : undefined;
    const opener = brackets[last];
    const isUnopened = opener !== undefined && count(address, last) > count(address, opener);
    if (entity !== undefined) address = address.slice(0, -entity.length);
    else if (last === ';' || isUnopened || punctuation.test(last)) address = address.slice(0, -1);
    else return address;
  }
}

const anchor = (address: string, words: string): string => `<a href="${escaped(address)}">${escaped(words)}</a>`;

/** A line of Markdown as HTML in which only links are marked up. */
export function withLinks(line: string): string {
  let html = '';
  let from = 0;
  for (const { 0: whole, 1: words, 2: marked, index } of line.matchAll(links)) {
    const plain = marked === undefined && whole.length <= mostOfAddress ? addressIn(whole) : '';
    const shown = marked === undefined ? plain : whole;
    if (shown === '') continue;
    const target = /^www\./i.test(plain) ? `http://${plain}` : plain;
    html += escaped(line.slice(from, index)) + (marked === undefined ? anchor(target, plain) : anchor(marked, words!));
    from = index + shown.length;
  }
  return html + escaped(line.slice(from));
}
