/**
 * The elements of a description: the server keeps these and no others, and the editor holds each of them. `b` and `i` are
 * other names of `strong` and `em`.
 */
export const descriptionMarks = ['strong', 'b', 'em', 'i', 'u', 's', 'code', 'mark', 'sub', 'sup', 'a'] as const;
const descriptionBlocks = [
  ...(['p', 'br', 'pre', 'blockquote', 'h1', 'h2', 'h3', 'ul', 'ol', 'li', 'hr', 'img'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
] as const;

export const descriptionElements = [...descriptionMarks, ...descriptionBlocks] as const;
export type DescriptionElement = (typeof descriptionElements)[number];

/** Attributes that the server keeps, by element; all others lose theirs. `rel` and `target` of links are set by the server. */
export const descriptionAttributes = {
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
} as const satisfies Partial<Record<DescriptionElement, readonly string[]>>;

export const linkSchemes = ['http', 'https', 'mailto'] as const;
