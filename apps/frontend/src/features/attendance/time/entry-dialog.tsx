import type { PersonRef, Problem } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MomentField } from '../../../entities/work/moment-field';
import { useContracts } from '../../../entities/work/use-contracts';
import { useWorkSending } from '../../../entities/work/use-work';
import { workFailureOf } from '../../../entities/work/work-refusal';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';
import { SmallButton } from '../../../ui/buttons';
import { Dialog, DialogAnswers } from '../../../ui/dialog';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import formClasses from '../../../ui/form.module.css';
import { Muted } from '../../../ui/quiet-text';
import { SendButton, SendForm } from '../../../ui/send-form';
import { draftOf, type EntryDraft, readDraft } from './entry-draft';
import { TaskField } from './task-field';
import { useTimeT } from './time-texts';
import type { DayEntry } from './use-day';

interface EntryDialogProps {
  /** null is a new one */
  readonly entry: DayEntry | null;
  /** The person who worked; null for the reader. */
  readonly other: PersonRef | null;
  readonly times: { readonly from: Instant; readonly to: Instant };
  /** Why these times were refused where they were dropped. */
  readonly refused: Problem | null;
  readonly mayCorrect: boolean;
  readonly onClose: () => void;
}

const paths = ['taskId', 'from', 'to', 'note', 'contractId'];

function useEntryForm({ entry, other, times, refused, onClose }: EntryDialogProps) {
  const t = useTimeT();
  const sendWork = useWorkSending();
  const zone = timeZone();
  const [first] = useState<EntryDraft>(() => draftOf(times, zone, entry));
  const read = (draft: EntryDraft) => readDraft(draft, entry, new Date(serverNow()).toISOString(), zone);
  const form = useDraftForm({
    values: first,
    check: (draft) => Object.fromEntries(Object.entries(read(draft).errors).map(([field, code]) => [field, t(code)])),
    fieldOf: (path) => (paths.includes(path) ? path : null),
    refusedTogether: true,
    refusal: refused,
    async send(changed, { values }) {
      const { task, contractId } = values;
      const note = values.note.trim() === '' ? null : values.note;
      const { from, to } = read(values).times!;
      const several = contracts.length > 1;
      if (entry === null) {
        const body = { from, to, ...(note !== null && { note }), ...(several && { contractId }) };
        return sendWork({ type: 'add', task: task!, body, ...(other && { user: { id: other.id, name: other.name } }) });
      }
      const body = {
        ...(from !== entry.from && { from }),
        // Running work ends here only when its end was typed.
        ...(to !== entry.to && (entry.to !== null || changed.to !== undefined) && { to }),
        ...(note !== entry.note && { note }),
        ...(task !== null && task.id !== entry.task.id && { taskId: task.id }),
        ...(several && contractId !== entry.contractId && { contractId }),
      };
      if (Object.keys(body).length > 0) await sendWork({ type: 'change', entry, body });
    },
    onSent: onClose,
    failureOf: workFailureOf,
  });
  const contracts = useContracts(form.draft.task?.project ?? null);
  const remove = () => entry !== null && form.act(() => sendWork({ type: 'remove', entry }));
  return { form, contracts, remove };
}

/** A new entry of work, or one that is there. */
export function EntryDialog(props: EntryDialogProps) {
  const t = useTimeT();
  const { entry, mayCorrect, onClose } = props;
  const { form, contracts, remove } = useEntryForm(props);
  const { draft, change, errorOf, busy } = form;
  const running = entry !== null && entry.to === null;
  return (
    <Dialog
      title={t(entry === null ? 'work.form.add' : 'time.form.correct')}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <SendForm {...form.props} className={formClasses.dialog}>
        {entry !== null && entry.task.id === null ? (
          <Muted>{t('work.hidden-task')}</Muted>
        ) : (
          <TaskField
            value={draft.task}
            solver={props.other?.id ?? null}
            error={errorOf('taskId')}
            onChange={(task) => change({ task, contractId: null })}
          />
        )}
        <MomentField
          name="from"
          dayLabel={t('work.form.day')}
          timeLabel={t('work.form.from')}
          value={draft.from}
          timeError={errorOf('from')}
          onChange={(from) =>
            change({ from, ...(draft.to.day === draft.from.day && { to: { ...draft.to, day: from.day } }) })
          }
        />
        <MomentField
          name="to"
          dayLabel={t('work.form.to-day')}
          timeLabel={t('work.form.to')}
          value={draft.to}
          timeError={errorOf('to')}
          onChange={(to) => change({ to })}
        />
        {contracts.length > 1 && (
          <Select
            label={t('work.form.contract')}
            data={[
              { value: '', label: t('work.form.no-contract') },
              ...contracts.map(({ contractId, name }) => ({ value: contractId, label: `${contractId} ${name}` })),
            ]}
            allowDeselect={false}
            {...form.field('contractId')}
            value={draft.contractId ?? ''}
            onChange={(contractId) => change({ contractId: contractId === '' ? null : contractId })}
          />
        )}
        <TextInput label={t('work.form.note')} {...form.field('note')} />
        {form.failure}
        <DialogAnswers>
          {entry !== null && !running && mayCorrect && (
            <SmallButton variant="subtle" color="red" mr="auto" disabled={busy} onClick={remove}>
              {t('work.tab.remove')}
            </SmallButton>
          )}
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={busy} disabled={!mayCorrect}>
            {t('work.form.save')}
          </SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}
