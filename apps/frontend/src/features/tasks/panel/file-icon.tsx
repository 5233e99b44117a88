import type { TaskFileAnswer } from '@gos/contract';
import {
  type Icon,
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileZip,
  IconMovie,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react';
import { type FileIcon as IconName, iconOf } from './file-kinds';

const icons: Record<IconName, Icon> = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  table: IconTable,
  document: IconFileTypeDoc,
  slides: IconFileTypePpt,
  archive: IconFileZip,
  sound: IconFileMusic,
  film: IconMovie,
  text: IconFileText,
  other: IconFile,
};

export function FileIcon({ file, size = 18 }: { readonly file: TaskFileAnswer; readonly size?: number }) {
  const Drawn = icons[iconOf(file)];
  return <Drawn size={size} stroke={1.75} aria-hidden />;
}
