import type { ModelDocument } from './read-models';

/**
 * Limit of a document in every store, counted as in MongoDB, which takes 16 MiB with the fields that a write adds to
 * the document.
 */
export const maxDocumentBytes = 16 * 1024 * 1024 - 64 * 1024;
/** MongoDB takes 100, with the stored document around this one. */
const maxDepth = 90;

/** A document that a store cannot keep. */
export interface Refusal {
  readonly model: string;
  readonly id: string;
  /** A sentence for the operator, without what is in the document. */
  readonly reason: string;
}

/** These documents of a batch cannot be kept as they are, however often the batch is written. */
export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';

  constructor(readonly refusals: readonly Refusal[]) {
    super(refusals.map(({ model, id, reason }) => `${model} ${id}: ${reason}`).join('; '));
  }
}

/** @throws Error when no store takes the document: too large, nested too deep, or no JSON */
export function checkLimits(document: ModelDocument | null): void {
  const bytes = document === null ? 0 : bytesOf(document);
  if (bytes > maxDocumentBytes) throw new Error(`It takes ${bytes} bytes, and ${maxDocumentBytes} are the most`);
}

/**
 * Why a document could not be written; null when it could.
 * @param isOfStore whether an error is not the document's fault; such errors are thrown
 */
export function refusalOf(write: () => void, isOfStore: (error: unknown) => boolean): string | null {
  try {
    write();
    return null;
  } catch (error) {
    if (isOfStore(error)) throw error;
    return (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
  }
}

/** The bytes that objects and arrays take as BSON. */
export function bytesOf(value: object, depth = 1): number {
  if (depth > maxDepth) throw new Error(`It is nested deeper than ${maxDepth} levels`);
  let bytes = 5;
  if (Array.isArray(value)) {
    for (let place = 0; place < value.length; place++) bytes += 2 + digitsOf(place) + valueBytes(value[place], depth);
    return bytes;
  }
  for (const [field, one] of Object.entries(value)) {
    if (one === undefined) continue;
    if (field.includes('\0')) throw new Error('A name of a field holds the character NUL');
    bytes += 2 + Buffer.byteLength(field) + valueBytes(one, depth);
  }
  return bytes;
}

function valueBytes(value: unknown, depth: number): number {
  switch (typeof value) {
    case 'string':
      return 5 + Buffer.byteLength(value);
    case 'number':
      return (value | 0) === value && !Object.is(value, -0) ? 4 : 8;
    case 'boolean':
      return 1;
    case 'undefined':
      return 0;
    case 'object':
      return value === null ? 0 : bytesOf(value, depth + 1);
    default:
      throw new Error(`It holds a ${typeof value}, which is no JSON`);
  }
}

const digitsOf = (place: number) => (place < 10 ? 1 : place < 100 ? 2 : String(place).length);
