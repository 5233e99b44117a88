import { dayError } from '../kernel/calendar';
import { descriptionError, nameError } from '../kernel/field-checks';
import { fieldCheckOf, urlLine } from '../kernel/fields';
import { limits } from '../kernel/limits';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import { codePoints, normalizeText } from '../kernel/text';
import type { Contract } from './project';

function contractsError(contracts: readonly Contract[], path = 'contracts'): FieldError | null {
  const { max, length } = limits.contracts;
  if (contracts.length > max) return { path, code: 'validation.too-many', params: { max } };
  const seen = new Set<string>();
  for (const [index, contract] of contracts.entries()) {
    const contractId = normalizeText(contract.contractId);
    if (contractId === '') return { path: `${path}.${index}.contractId`, code: 'validation.required' };
    if (seen.has(contractId)) return { path: `${path}.${index}.contractId`, code: 'project.contract.twice' };
    seen.add(contractId);
    for (const field of ['contractId', 'name', 'client'] as const) {
      if (codePoints(normalizeText(contract[field])) > length) {
        return { path: `${path}.${index}.${field}`, code: 'validation.too-long', params: { max: length } };
      }
      const wrong = nameCharactersError(contract[field], `${path}.${index}.${field}`);
      if (wrong) return wrong;
    }
  }
  return null;
}

/** Checks of a project's fields, shared by the browser's forms and the server, so that both report the same errors. */
export const projectFieldChecks = {
  name: (value: string, path = 'name') => nameError(value, path, 'project.name.too-long'),
  description: (value: string, path = 'description') => descriptionError(value, path),
  externalTicketSystemUrl: (value: string, path = 'externalTicketSystemUrl') =>
    fieldCheckOf(urlLine)(urlLine, value, path),
  finishDate: (value: string, path = 'finishDate') => dayError(value, path),
  contracts: contractsError,
};
