import { closingFieldChecks } from '@gos/domain';
import { askReason, type ReasonQuestion } from '../../entities/work/asked-reason';
import { useT } from '../../i18n';
import { ReasonDialog } from '../../ui/form/reason-dialog';

/** Requests the reason of a correction in a closed month, which is then sent again. */
export function CorrectionReasonDialog({ question }: { readonly question: ReasonQuestion }) {
  const t = useT();
  function settle(reason: string | null) {
    askReason(null);
    question.answer(reason);
  }
  return (
    <ReasonDialog
      title={t('work.reason.title')}
      text={t('work.reason.text')}
      label={t('work.reason.label')}
      answer={t('work.reason.save')}
      check={closingFieldChecks.reason}
      send={async (reason) => reason}
      onSent={settle}
      onClose={() => settle(null)}
    />
  );
}
