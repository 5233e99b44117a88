import { closingFieldChecks } from '@gos/domain';
import { usePersonName } from '../../entities/user/person-name';
import { askReason, type ReasonQuestion } from '../../entities/work/asked-reason';
import { useT } from '../../i18n';
import { ReasonDialog } from '../../ui/form/reason-dialog';

/** Requests the reason of a correction of somebody else's time, or in a closed month. The correction is then sent again. */
export function CorrectionReasonDialog({ question }: { readonly question: ReasonQuestion }) {
  const t = useT();
  const nameOf = usePersonName();
  function settle(reason: string | null) {
    askReason(null);
    question.answer(reason);
  }
  return (
    <ReasonDialog
      title={t('work.reason.title')}
      text={question.of === null ? t('work.reason.text') : t('work.reason.of', { name: nameOf(question.of) })}
      label={t('work.reason.label')}
      answer={t('work.reason.save')}
      check={closingFieldChecks.reason}
      send={async (reason) => reason}
      onSent={settle}
      onClose={() => settle(null)}
    />
  );
}
