import type { TaskAnswer } from '@gos/contract';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n';
import { useEventCallback } from '../../../lib/use-event-callback';
import { showProblem } from '../../../ui/toast';
import { attachedFiles, contentOf, imagesIn, textWithOwnImages } from './task-template';

interface Template {
  readonly task: TaskAnswer;
  /** Its images are on their way; the text comes with them. */
  readonly copying: boolean;
  /** How many of them could not be had. */
  readonly lost: number;
  /** Files that may be attached too, until they are. */
  readonly files: number;
  readonly attach: () => Promise<void>;
}

interface Taking {
  readonly onText: (html: string) => void;
  readonly onFiles: (files: File[]) => void;
}

/** The task that a new one is begun from. */
export function useTemplate(task: TaskAnswer | null, taking: Taking): Template | null {
  const t = useT();
  const text = task?.description ?? '';
  const [copying, setCopying] = useState(() => imagesIn(text).length > 0);
  const [lost, setLost] = useState(0);
  const [attached, setAttached] = useState(false);
  const onText = useEventCallback(taking.onText);
  const onFiles = useEventCallback(taking.onFiles);
  const begun = useRef(false);

  useEffect(() => {
    if (!copying || begun.current) return;
    begun.current = true;
    void textWithOwnImages(text).then((copied) => {
      onText(copied.html);
      setCopying(false);
      setLost(copied.lost);
      if (copied.lost > 0) showProblem(null, t('task.failure.image'));
    });
  }, [copying, text, onText, t]);

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

  return task && { task, copying, lost, files: attached ? 0 : attachedFiles(task).length, attach };
}
