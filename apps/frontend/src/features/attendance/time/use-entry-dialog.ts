import type { Problem } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectQuery } from '../../../entities/project/projects.api';
import { useWorkChanges } from '../../../entities/work/use-work';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';
import { draftOf, type EntryDraft, type EntryErrors, errorsOf, readDraft } from './entry-draft';
import type { DayEntry } from './use-day';

export interface EntryDialogProps {
  /** null is a new one */
  readonly entry: DayEntry | null;
  readonly times: { readonly from: Instant; readonly to: Instant };
  /** Why these times were refused where they were dropped. */
  readonly refused: Problem | null;
  readonly mayCorrect: boolean;
  readonly onClose: () => void;
}

/** What is typed about an entry, and what is sent of it. */
export function useEntryDialog({ entry, times, refused, onClose }: EntryDialogProps) {
  const run = useWorkChanges();
  const zone = timeZone();
  const [first] = useState<EntryDraft>(() => draftOf(times, zone, entry));
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState(refused);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const read = readDraft(draft, entry, new Date(serverNow()).toISOString(), zone);
  const project = draft.task?.project ?? null;
  const { data } = useQuery({ ...projectQuery(project?.id ?? 0), enabled: project !== null });
  const contracts = data?.contracts ?? [];
  const errors: EntryErrors = { ...errorsOf(problem), ...(tried && read.errors) };

  async function act(change: Parameters<typeof run>[0]) {
    setBusy(true);
    const outcome = await run(change, { quiet: true });
    setBusy(false);
    if (outcome.ok) onClose();
    else setProblem(outcome.problem);
  }
  async function save(): Promise<void> {
    setTried(true);
    if (read.times === null) return;
    const note = draft.note.trim() === '' ? null : draft.note;
    const { task, contractId } = draft;
    const several = contracts.length > 1;
    if (entry === null) {
      const body = { ...read.times, ...(note !== null && { note }), ...(several && { contractId }) };
      await act({ type: 'add', task: task!, body });
      return;
    }
    const { from, to } = read.times;
    const body = {
      ...(from !== entry.from && { from }),
      // Running work ends here only when its end was typed.
      ...(to !== entry.to && (entry.to !== null || draft.to !== first.to) && { to }),
      ...(note !== entry.note && { note }),
      ...(task !== null && task.id !== entry.task.id && { taskId: task.id }),
      ...(several && contractId !== entry.contractId && { contractId }),
    };
    if (Object.keys(body).length === 0) onClose();
    else await act({ type: 'change', entry, body });
  }
  return {
    draft,
    change(part: Partial<EntryDraft>) {
      setProblem(null);
      setDraft((before) => ({ ...before, ...part }));
    },
    errors,
    /** What belongs to none of its fields. */
    problem: problem !== null && problem.errors === undefined ? problem : null,
    contracts,
    busy,
    save,
    remove: () => entry !== null && void act({ type: 'remove', entry }),
  };
}
