import { useProject } from '../../entities/project/project-context';
import { useT } from '../../i18n';

/** A contract in words; what belongs to none of several is of all of them together. */
export function useContractName() {
  const t = useT();
  const { contracts } = useProject();
  return (contractId: string | null) => {
    const found = contracts.find((contract) => contract.contractId === contractId);
    if (contractId === null) return t(contracts.length === 0 ? 'statistics.contract.none' : 'statistics.contract.all');
    return [contractId, found?.name, found?.client].filter(Boolean).join(' · ');
  };
}
