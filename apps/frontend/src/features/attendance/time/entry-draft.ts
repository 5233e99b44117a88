import type { WorkEntryAnswer } from '@gos/contract';
import { type Instant, spanRefusalOf } from '@gos/domain';
import { readMoment, sameMinute, type TypedMoment, typedOf } from '../../../entities/work/typed-time';
import type { WorkableTask } from '../../../entities/work/work-changes';

import type { WorkMessageId } from '../../../entities/work/work-texts';
import type { MessageId } from '../../../i18n';

/** An entry as it is typed. */
export interface EntryDraft {
  readonly task: WorkableTask | null;
  readonly from: TypedMoment;
  readonly to: TypedMoment;
  readonly note: string;
  readonly contractId: string | null;
}

type EntryErrors = Partial<Record<'taskId' | 'from' | 'to' | 'note' | 'contractId', MessageId | WorkMessageId>>;

export function draftOf(
  times: { readonly from: Instant; readonly to: Instant },
  zone: string,
  entry: WorkEntryAnswer | null,
): EntryDraft {
  const { id = null, name = null } = entry?.task ?? {};
  return {
    task: id === null ? null : { id, name: name ?? '', project: entry!.project },
    from: typedOf(times.from, zone),
    to: typedOf(times.to, zone),
    note: entry?.note ?? '',
    contractId: entry?.contractId ?? null,
  };
}

/** The instants that were typed, or what is wrong with them, at the field where it is. */
export function readDraft(draft: EntryDraft, entry: WorkEntryAnswer | null, now: Instant, zone: string) {
  const [from, to] = [readMoment(draft.from, zone), readMoment(draft.to, zone)];
  const errors: EntryErrors = {
    // A task that is hidden stays what it is.
    ...(draft.task === null && entry === null && { taskId: 'validation.required' }),
    ...(from.error !== null && { from: from.error }),
    ...(to.error !== null && { to: to.error }),
  };
  if (from.at === null || to.at === null) return { errors, times: null };
  const times = { from: sameMinute(from.at, entry?.from ?? null), to: sameMinute(to.at, entry?.to ?? null) };
  const refused = spanRefusalOf(times.from, times.to, now)?.errors?.[0];
  const all: EntryErrors = refused ? { ...errors, [refused.path]: refused.code } : errors;
  return { errors: all, times: Object.keys(all).length === 0 ? times : null };
}
