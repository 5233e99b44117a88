import { useT } from '../../i18n';
import { useProject } from '../projects/project-context';

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
