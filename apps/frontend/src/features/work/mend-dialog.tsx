import type { Problem, WorkEntryAnswer } from '@gos/contract';
import { localDay, spanRefusalOf } from '@gos/domain';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { MomentField } from '../../entities/work/moment-field';
import { spanText } from '../../entities/work/span-text';
import { readMoment, type TypedMoment } from '../../entities/work/typed-time';
import { useWorkChanges } from '../../entities/work/use-work';
import { WorkRefusal } from '../../entities/work/work-refusal';
import { useWorkT, WorkTexts } from '../../entities/work/work-texts';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { SendForm } from '../../ui/send-form';
import classes from './work.module.css';

interface MendProps {
  readonly entry: WorkEntryAnswer;
  readonly onClose: () => void;
}

function Mend({ entry, onClose }: MendProps) {
  const t = useWorkT();
  const { locale } = useIntl();
  const run = useWorkChanges();
  const zone = timeZone();
  const [end, setEnd] = useState<TypedMoment>({ day: localDay(entry.from, zone), time: '', second: false });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const name = entry.task.name ?? t('work.hidden-task');
  const { from, to } = spanText(locale, entry, zone);

  const read = readMoment(end, zone);
  const refusal = read.at === null ? null : spanRefusalOf(entry.from, read.at, new Date(serverNow()).toISOString());
  const wrong = read.error !== null ? t(read.error) : refusal?.errors?.[0] ? t(refusal.errors[0].code) : undefined;

  async function save(at: string) {
    setBusy(true);
    const outcome = await run({ type: 'change', entry, body: { to: at } }, { quiet: true });
    setBusy(false);
    if (outcome.ok) onClose();
    else setProblem(outcome.problem);
  }
  return (
    <Dialog title={t('work.mend.title')} onClose={onClose}>
      <SendForm
        className={classes.form}
        onSend={() => {
          setTried(true);
          if (read.at !== null && wrong === undefined) void save(read.at);
        }}
      >
        <p className={classes.text}>
          {to === null ? t('work.mend.running', { name, from }) : t('work.mend.ended', { name, from, to })}
        </p>
        <MomentField
          name="to"
          dayLabel={t('work.form.day')}
          timeLabel={t('work.form.end')}
          value={end}
          timeError={tried ? wrong : undefined}
          autoFocus
          onChange={(next) => {
            setProblem(null);
            setEnd(next);
          }}
        />
        <WorkRefusal problem={problem} />
        <DialogAnswers>
          <SmallButton
            variant="default"
            disabled={busy}
            onClick={() => void save(entry.to ?? new Date(serverNow()).toISOString())}
          >
            {t(entry.to === null ? 'work.mend.until-now' : 'work.mend.right')}
          </SmallButton>
          <SmallButton type="submit" loading={busy}>
            {t('work.mend.save')}
          </SmallButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

/** Asks when forgotten work really ended, and mends it in one step. */
export const MendDialog = (props: MendProps) => (
  <WorkTexts>
    <Mend {...props} />
  </WorkTexts>
);
