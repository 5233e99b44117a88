import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { RichTextEditor } from './rich-text-editor';

const Loaded = lazy(() => import('./rich-text-editor').then((module) => ({ default: module.RichTextEditor })));

export function LazyRichText(props: Parameters<typeof RichTextEditor>[0]) {
  return (
    <Suspense fallback={<Skeleton height={132} radius={7} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
