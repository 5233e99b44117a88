import { useProject } from '../../entities/project/project-context';
import { useT } from '../../i18n';

/** A contract in words. */
export function useContractName() {
  const t = useT();
  const { contracts } = useProject();
  return (contractId: string | null) => {
    if (contractId === null) return t('statistics.contract.none');
    const found = contracts.find((contract) => contract.contractId === contractId);
    return [contractId, found?.name, found?.client].filter(Boolean).join(' · ');
  };
}
