import type { TaskFileAnswer } from '@gos/contract';

/** How a file is shown; null where it can only be saved. */
export type PreviewKind = 'image' | 'pdf' | 'text';

const images = /^image\/(png|jpeg|gif|webp|avif)$/;
const texts = /^(text\/|application\/(json|xml|x-ndjson|yaml|sql)$)/;
const textNames = /\.(txt|md|csv|tsv|json|xml|ya?ml|log|ini|sql|ts|tsx|js|css|html?|sh|py|java|cs|php|diff|patch)$/i;
const unknown = 'application/octet-stream';

type File = Pick<TaskFileAnswer, 'mime' | 'name'>;

export function previewOf({ mime, name }: File): PreviewKind | null {
  if (images.test(mime)) return 'image';
  if (mime === 'application/pdf') return 'pdf';
  if (texts.test(mime) || (mime === unknown && textNames.test(name))) return 'text';
  return null;
}

export type FileIcon =
  | 'image'
  | 'pdf'
  | 'table'
  | 'document'
  | 'slides'
  | 'archive'
  | 'sound'
  | 'film'
  | 'text'
  | 'other';

const icons: readonly (readonly [RegExp, FileIcon])[] = [
  [/^image\//, 'image'],
  [/^application\/pdf$/, 'pdf'],
  [/csv|excel|spreadsheet/, 'table'],
  [/msword|wordprocessing|opendocument\.text|rtf/, 'document'],
  [/powerpoint|presentation/, 'slides'],
  [/zip|compressed|x-tar|gzip|x-rar|7z/, 'archive'],
  [/^audio\//, 'sound'],
  [/^video\//, 'film'],
];

export function iconOf(file: File): FileIcon {
  return icons.find(([pattern]) => pattern.test(file.mime))?.[1] ?? (previewOf(file) === 'text' ? 'text' : 'other');
}
