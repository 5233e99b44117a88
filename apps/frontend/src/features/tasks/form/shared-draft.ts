import { limits } from '@gos/domain';
import type { SharedContent } from '../../../lib/shared-content';
import type { TaskDraft } from './task-draft';

const link = /https?:\/\/[^\s<>"]+/g;

/** A paragraph of plain text, whose addresses are links. */
function paragraphOf(line: string): HTMLParagraphElement {
  const paragraph = document.createElement('p');
  let end = 0;
  for (const { 0: address, index } of line.matchAll(link)) {
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.textContent = address;
    paragraph.append(line.slice(end, index), anchor);
    end = index + address.length;
  }
  paragraph.append(line.slice(end));
  return paragraph;
}

const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isAddress = (line: string) => line.replace(link, '').trim() === '';

/** A task's name and description from what another app shared. Android often sends a link within the text. */
export function draftOfShared({ title, text, url, files }: SharedContent): Pick<TaskDraft, 'name' | 'description'> {
  const lines = linesOf(text);
  const address = url.trim();
  const first = title.trim() || lines.find((line) => !isAddress(line)) || address || lines[0] || files[0]?.name || '';
  const name = [...first].slice(0, limits.name.max).join('');
  const paragraphs = [
    ...(name === first || lines.includes(first) ? [] : [first]),
    // A name is no link.
    ...lines.filter((line) => line !== name || isAddress(line)),
    ...(address === '' || text.includes(address) ? [] : [address]),
  ];
  return { name, description: paragraphs.map((line) => paragraphOf(line).outerHTML).join('') };
}
