import { ownPicture } from '@gos/contract';
import type { FieldError } from '@gos/domain';
import { imageTypes } from '../../lib/images';
import { refusedFile } from '../fields/use-uploads';

export type ImageProblem = FieldError | 'type';

/** Why an image would be refused, checked before the upload. */
export const refusedImage = (file: File): ImageProblem | null =>
  imageTypes.includes(file.type) ? refusedFile(file) : 'type';

export const isImage = ({ type }: File): boolean => type.startsWith('image/');

/** The address without the origin, as it is kept; null for an image from anywhere else. */
export function ownAddress(src: string): string | null {
  try {
    const { origin, pathname, search } = new URL(src, window.location.origin);
    return origin === window.location.origin && search === '' && ownPicture.test(pathname) ? pathname : null;
  } catch {
    return null;
  }
}

/** `Snímek obrazovky.png` shows a `Snímek obrazovky`, until somebody says better. */
export const altOf = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '');

const extensionOf = (type: string) => type.replace('image/', '').replace('jpeg', 'jpg');

const nameOf = (alt: string, type: string) => `${altOf(alt) || 'image'}.${extensionOf(type)}`;

/** The clipboard's own data; a page may not fetch them. */
function fileOfData(src: string, alt: string): File {
  const [, type = '', isBase64, data = ''] = /^data:([^;,]*)(?:;[^,;]*)*?(;base64)?,(.*)$/s.exec(src) ?? [];
  if (!isBase64) throw new Error('image: no data');
  return new File([Uint8Array.from(atob(data.replace(/\s/g, '')), (char) => char.charCodeAt(0))], nameOf(alt, type), {
    type,
  });
}

/** Returns an image of a text as a file. @throws when the image cannot be loaded */
export async function fileOfImage(src: string, alt: string): Promise<File> {
  if (src.startsWith('data:')) return fileOfData(src, alt);
  const response = await fetch(src);
  if (!response.ok) throw new Error(`image: ${response.status}`);
  const blob = await response.blob();
  const type = (blob.type || response.headers.get('content-type')) ?? '';
  return new File([blob], nameOf(alt, type), { type });
}

/** Returns the image size, so that the text does not jump when the image loads; null if the browser cannot decode it. */
export async function sizeOfImage(file: File): Promise<{ readonly width: number; readonly height: number } | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return null;
  }
}
