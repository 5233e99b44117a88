import { askContract, type ContractQuestion } from '../../entities/work/asked-contract';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { Dialog } from '../../ui/dialog';
import classes from './work.module.css';

/** Which of a project's contracts the work counts for. */
export function ContractDialog({ question }: { readonly question: ContractQuestion }) {
  const t = useT();
  const { task, contracts, answer } = question;
  const close = () => askContract(null);
  function choose(contractId: string | null) {
    close();
    answer(contractId);
  }
  return (
    <Dialog title={t('work.contract.title')} onClose={close}>
      <p className={classes.text}>{t('work.contract.text', { project: task.project?.name ?? '', name: task.name })}</p>
      <ul className={classes.choices}>
        {contracts.map(({ contractId, name, client }, index) => (
          <li key={contractId}>
            <SmallButton
              variant="default"
              fullWidth
              justify="flex-start"
              h="auto"
              mih={38}
              data-autofocus={index === 0 || undefined}
              onClick={() => choose(contractId)}
            >
              <strong>{contractId}</strong>&nbsp;{[name, client].filter(Boolean).join(' · ')}
            </SmallButton>
          </li>
        ))}
        <li>
          <SmallButton variant="subtle" color="gray" fullWidth justify="flex-start" h={38} onClick={() => choose(null)}>
            {t('work.contract.none')}
          </SmallButton>
        </li>
      </ul>
    </Dialog>
  );
}
