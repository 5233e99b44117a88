import type { NamedRef, Problem, WorkEntryAnswer } from '@gos/contract';
import { normalizedOrNull } from '@gos/domain';
import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ApiProblem } from '../../lib/api';
import { timeZone } from '../../lib/installation';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { SendButton, SendForm } from '../../ui/send-form';
import { useNow } from '../../ui/use-now';
import { MomentField } from './moment-field';
import { spanText } from './span-text';
import { anchorOf, anchors, readTime, type TimeDraft, timeModes } from './time-draft';
import { useContracts } from './use-contracts';
import { dayWorkQuery } from './work.api';
import classes from './work-form.module.css';
import { workFailureOf } from './work-refusal';
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

/** State of a form of work times: its draft, its texts and its errors. */
function useTimeForm({ start, entry, onSend, onClose }: TimeFormProps) {
  const t = useWorkT();
  const client = useQueryClient();
  const zone = timeZone();
  const now = useNow();
  const followedDay = (draft: TimeDraft) =>
    draft.mode === 'duration' && anchorOf(draft, now, zone) === 'last' ? (draft.from.day ?? '') : '';
  function read(draft: TimeDraft) {
    const ofDay = client.getQueryData(dayWorkQuery(followedDay(draft)).queryKey);
    const ends = ofDay?.flatMap(({ to }) => to ?? []).sort();
    const lastRuns = ofDay?.some(({ to }) => to === null) ?? false;
    return readTime(draft, { zone, now, was: entry, lastEnd: ofDay && (ends?.at(-1) ?? null), lastRuns });
  }
  const form = useDraftForm({
    values: start,
    check: (draft) => Object.fromEntries(Object.entries(read(draft).errors).map(([field, code]) => [field, t(code)])),
    // A length of time has neither end to say it at.
    fieldOf: (path, { mode }) =>
      path === 'note' ? path : path !== 'from' && path !== 'to' ? null : mode === 'duration' ? 'duration' : path,
    refusedTogether: true,
    async send(_, { values }) {
      const { span } = read(values);
      // The end of the last entry is not known yet.
      if (span === null) return false;
      const { note, contractId } = values;
      const refused = await onSend({ ...span, note: normalizedOrNull(note), contractId });
      if (refused !== null) throw new ApiProblem(refused);
      return true;
    },
    onSent: (isDone) => isDone && onClose(),
    failureOf: workFailureOf,
  });
  const day = followedDay(form.draft);
  useQuery({ ...dayWorkQuery(day), enabled: day !== '' });
  return { ...form, span: read(form.draft).span };
}

/** Time that is typed in or corrected; what is refused is said at its field. */
export function TimeForm(props: TimeFormProps) {
  const t = useWorkT();
  const { locale } = useIntl();
  const zone = timeZone();
  const now = useNow();
  const { label, entry, project, onClose } = props;
  const form = useTimeForm(props);
  const { draft, change, errorOf, span } = form;
  const contracts = useContracts(project);
  const open = entry !== null && entry.to === null;
  const anchor = anchorOf(draft, now, zone);
  const preview = draft.mode === 'duration' && span ? spanText(locale, span, zone) : null;

  return (
    <SendForm {...form.props} className={forms.dialog} aria-label={label}>
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
            autoFocus
            {...form.field('duration')}
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
        <Group gap="6px 12px" c="dimmed" fz={12.5}>
          <Choice
            label={t('work.form.anchor')}
            values={anchor === 'last' && draft.anchor === 'now' ? ['last'] : anchors}
            value={anchor}
            text={(one) => t(`work.form.anchor.${one}`)}
            onChange={(one) => change({ anchor: one })}
          />
          <span role="status">{preview && t('work.form.preview', { from: preview.from, to: preview.to ?? '' })}</span>
        </Group>
      )}
      {form.failure}
      {contracts.length > 1 && (
        <Select
          label={t('work.form.contract')}
          data={contracts.map(({ contractId, name }) => ({ value: contractId, label: `${contractId} ${name}`.trim() }))}
          placeholder={t('work.form.no-contract')}
          clearable
          {...form.field('contractId')}
        />
      )}
      <Textarea label={t('work.form.note')} autosize minRows={1} maxRows={5} {...form.field('note')} />
      <DialogAnswers>
        <SmallButton variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </SmallButton>
        <SendButton loading={form.busy}>{t(entry === null ? 'work.form.add' : 'work.form.save')}</SendButton>
      </DialogAnswers>
    </SendForm>
  );
}
