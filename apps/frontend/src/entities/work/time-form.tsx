import type { NamedRef, Problem, WorkEntryAnswer } from '@gos/contract';
import { normalizedOrNull } from '@gos/domain';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { timeZone } from '../../lib/installation';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { SendButton, SendForm } from '../../ui/send-form';
import { useNow } from '../../ui/use-now';
import { MomentField } from './moment-field';
import { spanText } from './span-text';
import { anchorOf, anchors, type TimeDraft, timeModes } from './time-draft';
import { useContracts, useTimeForm } from './use-time-form';
import classes from './work-form.module.css';
import { WorkRefusal } from './work-refusal';
import { useWorkT } from './work-texts';

export interface TypedTime {
  readonly from: string;
  readonly to: string | null;
  readonly note: string | null;
  readonly contractId: string | null;
}

interface TimeFormProps {
  readonly label: string;
  readonly start: TimeDraft;
  /** the entry that is corrected; null for a new one */
  readonly entry: WorkEntryAnswer | null;
  readonly project: NamedRef | null;
  /** Resolves with why it was refused, or null once it is done. */
  readonly onSend: (time: TypedTime) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Time that is typed in or corrected; what is refused is said at its field. */
export function TimeForm({ label, start, entry, project, onSend, onClose }: TimeFormProps) {
  const t = useWorkT();
  const { locale } = useIntl();
  const zone = timeZone();
  const now = useNow();
  const { draft, change, setTried, read, errorOf, problem, setProblem } = useTimeForm(start, entry);
  const contracts = useContracts(project);
  const [busy, setBusy] = useState(false);
  const open = entry !== null && entry.to === null;
  const anchor = anchorOf(draft, now, zone);
  const preview = draft.mode === 'duration' && read.span ? spanText(locale, read.span, zone) : null;

  async function send() {
    setTried(true);
    if (read.span === null || busy) return;
    setBusy(true);
    const { note, contractId } = draft;
    const refused = await onSend({ ...read.span, note: normalizedOrNull(note), contractId });
    setBusy(false);
    if (refused === null) onClose();
    else setProblem(refused);
  }
  return (
    <SendForm className={classes.form} aria-label={label} onSend={() => void send()}>
      {entry === null && (
        <Choice
          label={t('work.form.mode')}
          values={timeModes}
          value={draft.mode}
          text={(mode) => t(`work.form.mode.${mode}`)}
          onChange={(mode) => change({ mode })}
        />
      )}
      <div className={classes.times} data-mode={draft.mode}>
        <MomentField
          name="from"
          dayLabel={t('work.form.day')}
          timeLabel={draft.mode === 'span' ? t('work.form.from') : null}
          value={draft.from}
          dayError={errorOf('from-day')}
          timeError={errorOf('from')}
          autoFocus={entry !== null || draft.mode === 'span'}
          onChange={(from) => {
            // The end follows to another day until it is on one of its own.
            const follows = from.day !== draft.from.day && draft.to.day === draft.from.day;
            change({ from, ...(follows && { to: { ...draft.to, day: from.day, second: false } }) });
          }}
        />
        {draft.mode === 'duration' ? (
          <TextInput
            label={t('work.form.duration')}
            placeholder={t('work.form.duration.placeholder')}
            value={draft.duration}
            error={errorOf('duration')}
            data-field="duration"
            autoFocus
            onChange={({ currentTarget }) => change({ duration: currentTarget.value })}
          />
        ) : (
          !open && (
            <MomentField
              name="to"
              dayLabel={t('work.form.to-day')}
              timeLabel={t('work.form.to')}
              value={draft.to}
              dayError={errorOf('to-day')}
              timeError={errorOf('to')}
              onChange={(to) => change({ to })}
            />
          )
        )}
      </div>
      {draft.mode === 'duration' && (
        <div className={classes.anchor}>
          <Choice
            label={t('work.form.anchor')}
            values={anchor === 'last' && draft.anchor === 'now' ? ['last'] : anchors}
            value={anchor}
            text={(one) => t(`work.form.anchor.${one}`)}
            onChange={(one) => change({ anchor: one })}
          />
          <span role="status">{preview && t('work.form.preview', { from: preview.from, to: preview.to ?? '' })}</span>
        </div>
      )}
      <WorkRefusal problem={problem} />
      {contracts.length > 1 && (
        <Select
          label={t('work.form.contract')}
          data={contracts.map(({ contractId, name }) => ({ value: contractId, label: `${contractId} ${name}`.trim() }))}
          value={draft.contractId}
          placeholder={t('work.form.no-contract')}
          clearable
          onChange={(contractId) => change({ contractId })}
        />
      )}
      <Textarea
        label={t('work.form.note')}
        value={draft.note}
        error={errorOf('note')}
        autosize
        minRows={1}
        maxRows={5}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <div className={classes.answers}>
        <SmallButton variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </SmallButton>
        <SendButton loading={busy}>{t(entry === null ? 'work.form.add' : 'work.form.save')}</SendButton>
      </div>
    </SendForm>
  );
}
