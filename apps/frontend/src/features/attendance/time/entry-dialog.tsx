import { Select, TextInput } from '@mantine/core';
import { MomentField } from '../../../entities/work/moment-field';
import { WorkRefusal } from '../../../entities/work/work-refusal';
import { SmallButton } from '../../../ui/buttons';
import { Dialog, DialogAnswers } from '../../../ui/dialog';
import { SendButton, SendForm } from '../../../ui/send-form';
import classes from './day.module.css';
import type { EntryErrors } from './entry-draft';
import { TaskField } from './task-field';
import { useTimeT } from './time-texts';
import { type EntryDialogProps, useEntryDialog } from './use-entry-dialog';

/** A new entry of work, or one that is there. */
export function EntryDialog(props: EntryDialogProps) {
  const t = useTimeT();
  const { entry, mayCorrect, onClose } = props;
  const { draft, change, errors, problem, contracts, busy, save, remove } = useEntryDialog(props);
  const errorOf = (field: keyof EntryErrors) => {
    const code = errors[field];
    return code === undefined ? undefined : t(code);
  };
  const running = entry !== null && entry.to === null;
  return (
    <Dialog
      title={t(entry === null ? 'work.form.add' : 'time.form.correct')}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <SendForm className={classes.form} onSend={() => void save()}>
        {entry !== null && entry.task.id === null ? (
          <p className={classes.quiet}>{t('work.hidden-task')}</p>
        ) : (
          <TaskField
            value={draft.task}
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
            value={draft.contractId ?? ''}
            allowDeselect={false}
            error={errorOf('contractId')}
            onChange={(contractId) => change({ contractId: contractId === '' ? null : contractId })}
          />
        )}
        <TextInput
          label={t('work.form.note')}
          value={draft.note}
          error={errorOf('note')}
          onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        />
        <WorkRefusal problem={problem} />
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
