import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { RichTextEditor } from './rich-text-editor';

/** Its placeholder is as high as the editor with its toolbar, so that nothing below it moves. */
const Loaded = lazy(() => import('./rich-text-editor').then((module) => ({ default: module.RichTextEditor })));

export function LazyRichText(props: Parameters<typeof RichTextEditor>[0]) {
  return (
    <Suspense fallback={<Skeleton height={155} radius={7} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
