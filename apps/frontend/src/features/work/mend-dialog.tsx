import type { WorkEntryAnswer } from '@gos/contract';
import { localDay, spanRefusalOf } from '@gos/domain';
import { useIntl } from 'react-intl';
import { MomentField } from '../../entities/work/moment-field';
import { spanText } from '../../entities/work/span-text';
import { readMoment, type TypedMoment } from '../../entities/work/typed-time';
import { useWorkSending } from '../../entities/work/use-work';
import { workFailureOf } from '../../entities/work/work-refusal';
import { useWorkT, WorkTexts } from '../../entities/work/work-texts';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import { SendForm } from '../../ui/send-form';
import classes from './work.module.css';

interface MendProps {
  readonly entry: WorkEntryAnswer;
  readonly onClose: () => void;
}

function Mend({ entry, onClose }: MendProps) {
  const t = useWorkT();
  const { locale } = useIntl();
  const sendWork = useWorkSending();
  const zone = timeZone();
  const name = entry.task.name ?? t('work.hidden-task');
  const { from, to } = spanText(locale, entry, zone);

  const endAt = (to: string) => sendWork({ type: 'change', entry, body: { to } });
  const form = useDraftForm({
    values: { to: { day: localDay(entry.from, zone), time: '', second: false } as TypedMoment },
    check(values) {
      const { at, error } = readMoment(values.to, zone);
      if (error !== null) return { to: t(error) };
      return { to: at && spanRefusalOf(entry.from, at, new Date(serverNow()).toISOString())?.errors?.[0] };
    },
    fieldOf: () => null,
    refusedTogether: true,
    send: (_, { values }) => endAt(readMoment(values.to, zone).at!),
    onSent: onClose,
    failureOf: workFailureOf,
  });

  return (
    <Dialog title={t('work.mend.title')} onClose={onClose}>
      <SendForm {...form.props} className={classes.form}>
        <p className={classes.text}>
          {to === null ? t('work.mend.running', { name, from }) : t('work.mend.ended', { name, from, to })}
        </p>
        <MomentField
          name="to"
          dayLabel={t('work.form.day')}
          timeLabel={t('work.form.end')}
          value={form.draft.to}
          timeError={form.errorOf('to')}
          autoFocus
          onChange={(next) => form.change({ to: next })}
        />
        {form.failure}
        <DialogAnswers>
          <SmallButton
            variant="default"
            disabled={form.busy}
            onClick={() => form.act(() => endAt(entry.to ?? new Date(serverNow()).toISOString()))}
          >
            {t(entry.to === null ? 'work.mend.until-now' : 'work.mend.right')}
          </SmallButton>
          <SmallButton type="submit" loading={form.busy}>
            {t('work.mend.save')}
          </SmallButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

/** Corrects the end of forgotten work in one step. */
export const MendDialog = (props: MendProps) => (
  <WorkTexts>
    <Mend {...props} />
  </WorkTexts>
);
