import type { TaskAnswer } from '@gos/contract';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n';
import { useEventCallback } from '../../../lib/use-event-callback';
import { showProblem } from '../../../ui/toast';
import { attachedFiles, type CopiedText, contentOf, imagesIn, textWithOwnImages } from './task-template';

interface Template {
  readonly task: TaskAnswer;
  /** The description with copied images, once they are there. */
  readonly text: string | null;
  /** The images are being copied; the text comes with them. */
  readonly copying: boolean;
  /** The number of images that could not be copied. */
  readonly lost: number;
  /** The number of files that may still be attached. */
  readonly files: number;
  readonly attach: () => Promise<void>;
}

/** The task that a new one begins as. */
export function useTemplate(task: TaskAnswer | null, onFiles: (files: File[]) => void): Template | null {
  const t = useT();
  const text = task?.description ?? '';
  const [copied, setCopied] = useState<CopiedText | null>(null);
  const [attached, setAttached] = useState(false);
  const begun = useRef(false);
  const copying = copied === null && imagesIn(text).length > 0;

  useEffect(() => {
    if (!copying || begun.current) return;
    begun.current = true;
    void textWithOwnImages(text).then((result) => {
      setCopied(result);
      if (result.lost > 0) showProblem(null, t('task.failure.image'));
    });
  }, [copying, text, t]);

  const attach = useEventCallback(async () => {
    if (task === null) return;
    setAttached(true);
    try {
      for (const file of attachedFiles(task)) onFiles([await contentOf(task.id, file)]);
    } catch (error) {
      setAttached(false);
      showProblem(error, t('task.failure.files'));
    }
  });

  return (
    task && {
      task,
      text: copied?.html ?? null,
      copying,
      lost: copied?.lost ?? 0,
      files: attached ? 0 : attachedFiles(task).length,
      attach,
    }
  );
}
