import type { PersonRef } from '@gos/contract';
import { useState } from 'react';
import { draftKeys, keepDraft } from '../../../lib/kept-draft';
import { serverNow } from '../../../lib/server-clock';
import { keptFields } from '../../../lib/use-own-fields';
import { emptyDraft, fitsDraft, type TaskDraft } from './task-draft';

/** More unfinished tasks than a person looks through. */
const maxKept = 5;

/** The unfinished tasks of a person, the latest first. Their keys end with the time at which they were begun. */
function keptTasks(reader: PersonRef, prefix: string) {
  const fits = (field: string, value: unknown) => fitsDraft(emptyDraft(reader), field, value);
  const kept = [...draftKeys(prefix, 'browser')].sort().reverse();
  for (const key of kept.slice(maxKept)) keepDraft(key, null, 'browser');
  return kept.slice(0, maxKept).flatMap((key) => {
    const found = keptFields<TaskDraft>(key, fits, 'browser');
    return found ? [{ key, fields: found.fields }] : [];
  });
}

/** The draft of the task that is being written, and the latest of those left unfinished earlier. */
export function useTaskDrafts(reader: PersonRef) {
  const prefix = `gos-task-draft-${reader.id}-`;
  const [key, setKey] = useState(() => `${prefix}${serverNow()}`);
  const [taken, setTaken] = useState<Partial<TaskDraft> | null>(null);
  const [others, setOthers] = useState(() => keptTasks(reader, prefix));
  const [offered] = others;
  return {
    key,
    /** The draft that is taken up again; null in a form that was opened empty. */
    taken,
    offered: offered?.fields ?? null,
    /** Opens the offered draft instead of the present one, which is offered from then on. */
    take() {
      if (offered === undefined) return;
      setKey(offered.key);
      setTaken(offered.fields);
      setOthers(keptTasks(reader, prefix).filter((one) => one.key !== offered.key));
    },
    drop() {
      if (offered === undefined) return;
      keepDraft(offered.key, null, 'browser');
      setOthers(others.slice(1));
    },
  };
}

export type TaskDrafts = ReturnType<typeof useTaskDrafts>;
