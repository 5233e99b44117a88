import { descriptionAttributes, descriptionElements, linkSchemes, ownPicture } from '@gos/contract';
import { limits, normalText, type Shape, taskFieldChecks } from '@gos/domain';
import { text } from '@gos/domain/kernel/shape';
import { mapTable } from '@gos/domain/kernel/tables';
import sanitizeHtml from 'sanitize-html';

const ofLinks = { rel: 'noopener noreferrer', target: '_blank' };

/** The HTML that is kept. */
export const cleaning: sanitizeHtml.IOptions = {
  allowedTags: [...descriptionElements],
  allowedAttributes: mapTable(descriptionAttributes, (_, names) => [...names]),
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', ofLinks),
  },
  // Only pictures from our own files: an external picture would reveal to its host who reads the task.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownPicture.test(attribs.src ?? ''),
};

/**
 * Limit of characters, and of starts of tags and entities, before cleaning: a longer text cannot be within the limits
 * of a description.
 */
const maxRaw = 2 * limits.description.maxBytes;
const maxSigns = limits.description.max / 2;
/** The most elements that may be open at once: cleaning takes the square of the depth. */
const maxOpen = 2_000;

/** Whether cleaning would take long in vain; checked before any conversion. */
export const isBeyondCleaning = (html: string): boolean =>
  html.length > maxRaw || html.replace(/[^<&]+/g, '').length > maxSigns;

class Unfit extends Error {}

const voidTags = new Set(['br', 'hr']);
/** The least number of bytes that a kept element takes: a picture may be left out, a link gets attributes. */
const leastOf: ReadonlyMap<string, number> = new Map(
  descriptionElements.map((tag) => {
    if (tag === 'img') return [tag, 0];
    const attributes = tag === 'a' ? ` rel="${ofLinks.rel}" target="${ofLinks.target}"` : '';
    return [tag, (voidTags.has(tag) ? `<${tag} />` : `<${tag}${attributes}></${tag}>`).length];
  }),
);

/** @throws Unfit as soon as elements nest too deep or take more than a description may have */
function clean(html: string): string {
  let depth = 0;
  let least = 0;
  return sanitizeHtml(html, {
    ...cleaning,
    onOpenTag: (tag) => {
      least += leastOf.get(tag) ?? 0;
      if (++depth > maxOpen || least > limits.description.max) throw new Unfit();
    },
    onCloseTag: () => {
      depth--;
    },
  });
}

/** Returns the cleaned HTML; null when it is nested or marked up more than a description may be. */
function cleanedOrNull(html: string): string | null {
  if (isBeyondCleaning(html)) return null;
  try {
    return clean(normalText(html));
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

/** A cache of one value: a description is sanitised for its check and needed again for storage. */
let latest: { readonly html: string; readonly cleaned: string | null } = { html: '', cleaned: '' };

function sanitised(html: string): string | null {
  if (latest.html !== html) latest = { html, cleaned: cleanedOrNull(html) };
  return latest.cleaned;
}

/** A description, sanitised for storage; limits apply to the sanitised HTML. */
export const safeHtml: Shape<string, false> = {
  ...text((html, path) => {
    const cleaned = sanitised(html);
    if (cleaned === null) return { path, code: 'task.description.too-long', params: { max: limits.description.max } };
    return taskFieldChecks.description(cleaned, path);
  }, maxRaw),
  normalize: (html) => sanitised(html)!,
};
