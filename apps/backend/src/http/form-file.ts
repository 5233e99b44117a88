import { buffer } from 'node:stream/consumers';
import { type FieldError, refuse, refuseField, refuseFields } from '@gos/domain';
import type { FastifyRequest } from 'fastify';
import { Refused, throwIfWrong } from '../kernel/refused';

export const tooManyFiles = refuseField('file', 'validation.too-many', { max: 1 });

/** The parser's error for a form with too many parts. */
export const isEndless = (error: unknown) =>
  /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test((error as { code?: string }).code ?? '');

/** The parser's errors for a truncated body and for one that is not multipart. */
export function isMalformed(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return code.startsWith('FST_') || /multipart|terminated early|boundary|malformed/i.test(message);
}

/**
 * The content of the multipart field `file`, for small files; any other field is refused.
 * @param maxBytes a whole number of MiB
 * @throws Refused
 */
export async function fileOfForm(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) throw new Refused(refuse('request.media-type'));
  let content: Buffer | null = null;
  const errors: FieldError[] = [];
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes + 1, files: 2, fields: 5, parts: 10 } })) {
      const isWanted = part.type === 'file' && part.fieldname === 'file' && content === null;
      if (isWanted) {
        content = await buffer(part.file);
        continue;
      }
      if (part.type === 'file') part.file.resume();
      errors.push({ path: part.fieldname, code: 'validation.unknown-field' });
    }
  } catch (error) {
    if (isEndless(error)) throw new Refused(refuseFields(errors) ?? tooManyFiles);
    throw isMalformed(error) ? new Refused(refuse('request.malformed')) : error;
  }
  if (content === null && errors.length === 0) errors.push({ path: 'file', code: 'file.missing' });
  throwIfWrong(errors);
  const { length } = content!;
  if (length > maxBytes) throw new Refused(refuseField('file', 'file.too-large', { max: maxBytes / 1_024 / 1_024 }));
  if (length === 0) throw new Refused(refuseField('file', 'file.empty'));
  return content!;
}
